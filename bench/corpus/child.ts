// Work on an index in a process of its own; prints its figures as JSON.
//   node child.ts bare                      milliseconds from the start of the process to its first line
//   node child.ts first-count INDEX X Y     the same to the first count
//   node child.ts pieces TEXT INDEX MEMORY  builds an index as `unveil corpus build` does, then counts a table
import { main } from '../../cli/main.ts';
import { openFileSource } from '../../shared/adapters/local/index-file.ts';
import { EXACT } from '../../shared/core/text/tokens.ts';
import { CorpusIndex } from '../../shared/corpus/corpus-index.ts';
import { TermCounter } from '../../shared/corpus/term-counter.ts';
import { syntheticWord } from './texts.ts';

const cpu = (): number => process.cpuUsage().user / 1000;
const megabytes = (): number => process.resourceUsage().maxRSS / 1024;
const open = async (path: string): Promise<TermCounter> =>
  new TermCounter(await CorpusIndex.open(openFileSource(path)), { normalisation: EXACT });

async function pieces(text: string, path: string, memory: string) {
  const started = cpu();
  const code = await main(['corpus', 'build', '--from', text, '--out', path, '--memory', memory], {
    out: { write: () => true },
    err: process.stderr,
  });
  if (code !== 0) process.exit(code);
  const built = { build: cpu() - started, buildMegabytes: megabytes() };
  const counter = await open(path);
  const terms = Array.from({ length: 2000 }, (_, at) => syntheticWord(50 + at * 5));
  const pairs = Uint32Array.from({ length: 2e6 }, (_, at) => (at % 2 === 0 ? Math.floor(at / 2000) : 1000 + ((at >> 1) % 1000)));
  const before = cpu();
  await counter.countAll({ terms, pairs });
  return { ...built, count: cpu() - before, countMegabytes: megabytes() };
}

const [what, ...args] = process.argv.slice(2) as [string, string, string, string];
if (what === 'first-count') await (await open(args[0])).count(args[1], args[2]);
const figures = what === 'pieces' ? await pieces(...args) : {};
console.log(JSON.stringify({ milliseconds: performance.now(), ...figures }));
