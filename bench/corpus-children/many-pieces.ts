// node many-pieces.ts INDEX PIECES MEMORY: builds an index of so many synthetic pieces, counts a table over it, prints time and memory.
import { statSync } from 'node:fs';
import { runTokensFor } from '../../cli/corpus/build.ts';
import { buildIndexFile, openFile } from '../../shared/adapters/local/index-file.ts';
import { CorpusIndex } from '../../shared/core/corpus/corpus-index.ts';
import { TermCounter } from '../../shared/core/corpus/term-counter.ts';
import { EXACT } from '../../shared/core/text/normalisation.ts';
import { cpu, syntheticPieces, syntheticWord } from '../corpus-data.ts';

const [path = '', pieces = '0', memory = '256'] = process.argv.slice(2);
let bytes = 0;
/** CPU time of making the text, which is no part of the build. */
let making = 0;
function* documents(): Generator<readonly string[]> {
  let started = cpu();
  for (const text of syntheticPieces(Number(pieces), 'many')) {
    bytes += text.length;
    making += cpu() - started;
    yield [text];
    started = cpu();
  }
}
const started = cpu();
await buildIndexFile(path, documents(), { normalisation: EXACT, runTokens: runTokensFor(Number(memory)) });
const building = cpu() - started - making;
const built = process.resourceUsage().maxRSS / 1024;
const counter = new TermCounter(await CorpusIndex.open(openFile(path)), { normalisation: EXACT });
const terms = Array.from({ length: 2000 }, (_, at) => syntheticWord(50 + at * 5));
const pairs = Uint32Array.from({ length: 2 * 1000 * 1000 }, (_, at) => (at % 2 === 0 ? Math.floor(at / 2000) : 1000 + ((at >> 1) % 1000)));
const before = cpu();
await counter.countAll({ terms, pairs });
const counted = cpu() - before;
console.log(
  JSON.stringify({
    textBytes: bytes,
    indexBytes: statSync(path).size,
    buildSeconds: building / 1000,
    buildMegabytes: built,
    countSeconds: counted / 1000,
    megabytes: process.resourceUsage().maxRSS / 1024,
    size: counter.size,
  }),
);
