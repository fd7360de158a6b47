// node first-count.ts INDEX TERM TERM: prints the milliseconds from the start of the process to its first count.
import { openFileSource } from '../../shared/adapters/local/index-file.ts';
import { CorpusIndex } from '../../shared/core/corpus/corpus-index.ts';
import { TermCounter } from '../../shared/core/corpus/term-counter.ts';
import { EXACT } from '../../shared/core/text/normalisation.ts';

const [path = '', x = '', y = ''] = process.argv.slice(2);
const counter = new TermCounter(await CorpusIndex.open(openFileSource(path)), { normalisation: EXACT });
const count = await counter.count(x, y);
console.log(JSON.stringify({ milliseconds: performance.now(), count }));
