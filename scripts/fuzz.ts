// npm run fuzz [-- [--guided] [INPUTS [READER]]]: tries every reader of what others wrote, or one, with so many inputs in all (by default those
// of the record). Where all were tried with those of the record, its page of docs/figures is written; where one was, its row is put in the place
// of the one that is there. --guided: inputs that reach code that none before them did are kept, and changed further; slower, a page of its own.
// Exits with 1 where a reader does what it must not.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { BATCH, type Found } from './fuzz/try-inputs.ts';
import { LIMITS, type Named, WatchedWorker } from './fuzz/watch.ts';

const isGuided = process.argv.includes('--guided');
const RECORD = isGuided ? 10_000 : 1_000_000;
const PAGE = isGuided ? 'docs/figures/fuzz-guided.md' : 'docs/figures/fuzz.md';
const READERS = isGuided ? './fuzz/guided-readers.ts' : './fuzz/readers.ts';
const MADE = isGuided
  ? 'inputs guided by what they reach (V8 counts the blocks of code, and how often, in powers of two): one in five made by the grammar of its format, the others changed copies of such that reached what none before them did'
  : 'inputs made by grammars of each format (fast-check), 40 of 100 as they are and the others with a few changes of bytes, a few of them 100,000 bytes longer';

/** What fuzzing found so far; each is held by a test. */
const MENDED = `## Found and mended

- A table of people with quoted names of columns, as R writes them, was refused; a line break in a text of a JSON table came out as two
  records of the release; half of a surrogate pair, and a name that begins with a brace, did not come back (test/whole/relational/malformed.test.ts).
- A disassociated release in the layout of public tools could be read, and not read again as written: a shared chunk of one cluster alone;
  sizes inferred without it; parts of one cluster joined to more sub-records than it has transactions (test/unit/disassociated-format.test.ts).
- Names of columns came back in messages with their line breaks, and whole (test/whole/strangers-files.test.ts); a key of a request as long as
  the file too (test/unit/audit-request.test.ts).
- A damaged pack of word vectors ended in a RangeError, or gave numbers that are none (test/unit/embeddings.test.ts).
- A damaged cache database ended in SQLite's own words without the file's name (test/unit/cache-files.test.ts).
- Names of columns in a CSV took the square of their length, five seconds for 50,000 characters (test/whole/strangers-files.test.ts); a joint
  cluster of many clusters the square of their number.
`;
/** Seeds of a reader follow each other from here. */
const FIRST_SEED = 1;

interface Row {
  readonly name: string;
  tried: number;
  read: number;
  refused: number;
  milliseconds: number;
  longest: number;
  found: number;
  megabytes: number;
}

const [wanted = String(RECORD), only] = process.argv.slice(2).filter((word) => word !== '--guided');
const inputs = Number(wanted);
if (!Number.isSafeInteger(inputs) || inputs < 1) throw new Error('npm run fuzz -- [--guided] INPUTS [READER]: a whole number of inputs');

const worker = new WatchedWorker(new URL(READERS, import.meta.url).href);
const readers = (await worker.start()).filter(({ name }) => only === undefined || name === only);
const shares = readers.reduce((total, { weight }) => total + weight, 0);
const started = performance.now();
const found: Found[] = [];
const rows: Row[] = [];
for (const reader of readers) rows.push(await tryReader(reader));
await worker.stop();
const seconds = (performance.now() - started) / 1000;
const tried = rows.reduce((total, row) => total + row.tried, 0);
for (const { reader, seed, at, what } of found) console.log(`FOUND ${reader}, seed ${seed}, input ${at}: ${what}`);
console.log(`${tried} inputs in ${seconds.toFixed(0)} s, ${found.length} found`);
if (only === undefined ? tried >= RECORD : existsSync(PAGE)) writeFileSync(PAGE, page(only === undefined ? rows : inPlace(rows)));
process.exitCode = found.length === 0 ? 0 : 1;

async function tryReader({ name, weight }: Named): Promise<Row> {
  const row: Row = { name, tried: 0, read: 0, refused: 0, milliseconds: 0, longest: 0, found: 0, megabytes: 0 };
  const share = Math.max(1, Math.ceil((inputs * weight) / shares));
  for (let seed = FIRST_SEED; row.tried < share; seed += 1) {
    const count = Math.min(BATCH, share - row.tried);
    const batch = await worker.try({ reader: name, seed, count });
    row.tried += count;
    row.read += batch.read;
    row.refused += batch.refused;
    row.milliseconds += batch.milliseconds;
    row.longest = Math.max(row.longest, batch.longest);
    row.found += batch.found.length;
    found.push(...batch.found);
    row.megabytes = Math.max(row.megabytes, process.memoryUsage.rss() / 2 ** 20);
  }
  console.log(`${name}: ${row.tried} inputs, ${row.read} read, ${row.refused} refused, longest ${row.longest.toFixed(0)} ms`);
  return row;
}

/** The rows of the page, with those in the place of their readers'. */
function inPlace(anew: readonly Row[]): readonly Row[] {
  const kept = readFileSync(PAGE, 'utf8')
    .split('\n')
    .flatMap((text): Row[] => {
      const [, name = '', ...cells] = text.split(/ ?\| ?/);
      const [tried = Number.NaN, read = 0, refused = 0, count = 0, seconds = 0, longest = 0, megabytes = 0] = cells.map(Number);
      return Number.isNaN(tried) ? [] : [{ name, tried, read, refused, found: count, milliseconds: seconds * 1000, longest, megabytes }];
    });
  const names = new Set(anew.map(({ name }) => name));
  return [...kept.filter(({ name }) => !names.has(name)), ...anew];
}

function page(all: readonly Row[]): string {
  const line = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;
  const sum = (of: (row: Row) => number): number => all.reduce((total, row) => total + of(row), 0);
  const most = (of: (row: Row) => number): number => all.reduce((greatest, row) => Math.max(greatest, of(row)), 0);
  const machine = `${cpus().length} processors of ${cpus()[0]?.model ?? 'an unknown kind'}, at a load of ${(loadavg()[0] ?? 0).toFixed(1)}`;
  return [
    `<!-- written by: npm run fuzz${isGuided ? ' -- --guided' : ''} -->`,
    `${sum(({ tried }) => tried).toLocaleString('en')} ${MADE}: ${sum(({ found: count }) => count)} found. What is read round-trips; what is refused is one clear error. No input takes more than ${LIMITS.milliseconds / 1000} seconds (longest: ${most(({ longest }) => longest).toFixed(0)} ms), and the process with all readers at most ${most(({ megabytes }) => megabytes).toFixed(0)} MB (${LIMITS.megabytes} are allowed). ${sum(({ milliseconds }) => milliseconds / 1000).toFixed(0)} seconds on ${machine}. Seconds are wall time, the longest of an input is processor time.`,
    '',
    line(['reader', 'inputs', 'read', 'refused', 'found', 'seconds', 'longest ms', 'MB']),
    line(Array.from({ length: 8 }, () => '---')),
    ...all.map(({ name, tried, read, refused, found: count, milliseconds, longest, megabytes }) =>
      line([name, tried, read, refused, count, (milliseconds / 1000).toFixed(1), longest.toFixed(0), megabytes.toFixed(0)]),
    ),
    ...(isGuided ? [''] : ['', MENDED]),
  ].join('\n');
}
