// node many-pieces.ts TEXT INDEX MEMORY: builds an index as `unveil corpus build` does, counts a table over it, prints time and memory.
import { statSync } from 'node:fs';
import { main } from '../../cli/main.ts';
import { openFileSource } from '../../shared/adapters/local/index-file.ts';
import { CorpusIndex } from '../../shared/core/corpus/corpus-index.ts';
import { TermCounter } from '../../shared/core/corpus/term-counter.ts';
import { EXACT } from '../../shared/core/text/normalisation.ts';
import { cpu, syntheticWord } from '../corpus-data.ts';

const [text = '', path = '', memory = '256'] = process.argv.slice(2);
const started = cpu();
const code = await main(['corpus', 'build', '--from', text, '--out', path, '--memory', memory], {
  out: { write: () => true },
  err: process.stderr,
});
if (code !== 0) process.exit(code);
const building = cpu() - started;
const built = process.resourceUsage().maxRSS / 1024;
const counter = new TermCounter(await CorpusIndex.open(openFileSource(path)), { normalisation: EXACT });
const terms = Array.from({ length: 2000 }, (_, at) => syntheticWord(50 + at * 5));
const pairs = Uint32Array.from({ length: 2 * 1000 * 1000 }, (_, at) => (at % 2 === 0 ? Math.floor(at / 2000) : 1000 + ((at >> 1) % 1000)));
const before = cpu();
await counter.countAll({ terms, pairs });
const counted = cpu() - before;
console.log(
  JSON.stringify({
    textBytes: statSync(text).size,
    indexBytes: statSync(path).size,
    buildSeconds: building / 1000,
    buildMegabytes: built,
    countSeconds: counted / 1000,
    megabytes: process.resourceUsage().maxRSS / 1024,
    size: counter.size,
  }),
);
