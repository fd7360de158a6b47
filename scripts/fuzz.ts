// npm run fuzz [-- INPUTS [READER]]: tries every reader of what others wrote with so many inputs in all (by default those of the record), and
// writes docs/figures/fuzz.md where all readers were tried with them. Exits with 1 where a reader does what it must not.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { BATCH, type Found } from './fuzz/try-inputs.ts';
import { LIMITS, type Named, WatchedWorker } from './fuzz/watch.ts';

const RECORD = 1_000_000;

/** What fuzzing found so far; each is held by a test. */
const MENDED = [
  '## Found and mended',
  '',
  '- A disassociated release in the layout of public tools could be read, and not read again as written: a shared chunk of one cluster alone; sizes inferred without it; parts of one cluster joined to more sub-records than it has transactions (test/unit/disassociated-format.test.ts).',
  '- A key of a request or of roles.json as long as the file came back in a message as long (test/unit/audit-request.test.ts).',
  '- A damaged pack of word vectors ended in a RangeError, or gave numbers that are none (test/unit/embeddings.test.ts).',
  "- A damaged cache database ended in SQLite's own words without the file's name (test/unit/cache-files.test.ts).",
  '- A joint cluster of many clusters took the square of their number to check.',
  '',
];
/** Seeds of a reader follow each other from here. */
const FIRST_SEED = 1;

interface Row {
  readonly name: string;
  tried: number;
  read: number;
  refused: number;
  milliseconds: number;
  longest: number;
}

const [wanted = String(RECORD), only] = process.argv.slice(2);
const inputs = Number(wanted);
if (!Number.isSafeInteger(inputs) || inputs < 1) throw new Error('npm run fuzz -- INPUTS [READER]: a whole number of inputs');

const worker = new WatchedWorker(new URL('./fuzz/readers.ts', import.meta.url).href);
const readers = (await worker.start()).filter(({ name }) => only === undefined || name === only);
const shares = readers.reduce((total, { weight }) => total + weight, 0);
const started = performance.now();
const found: Found[] = [];
const rows: Row[] = [];
let memory = 0;
for (const reader of readers) rows.push(await tryReader(reader));
await worker.stop();
const seconds = (performance.now() - started) / 1000;
const tried = rows.reduce((total, row) => total + row.tried, 0);
for (const { reader, seed, at, what } of found) console.log(`FOUND ${reader}, seed ${seed}, input ${at}: ${what}`);
console.log(`${tried} inputs in ${seconds.toFixed(0)} s, ${found.length} found, at most ${memory.toFixed(0)} MB`);
if (tried >= RECORD && only === undefined) writeFileSync('docs/figures/fuzz.md', page());
process.exitCode = found.length === 0 ? 0 : 1;

async function tryReader({ name, weight }: Named): Promise<Row> {
  const row: Row = { name, tried: 0, read: 0, refused: 0, milliseconds: 0, longest: 0 };
  const share = Math.max(1, Math.ceil((inputs * weight) / shares));
  for (let seed = FIRST_SEED; row.tried < share; seed += 1) {
    const count = Math.min(BATCH, share - row.tried);
    const batch = await worker.try({ reader: name, seed, count });
    row.tried += count;
    row.read += batch.read;
    row.refused += batch.refused;
    row.milliseconds += batch.milliseconds;
    row.longest = Math.max(row.longest, batch.longest);
    found.push(...batch.found);
    memory = Math.max(memory, process.memoryUsage.rss() / 1e6);
  }
  console.log(`${name}: ${row.tried} inputs, ${row.read} read, ${row.refused} refused, longest ${row.longest.toFixed(0)} ms`);
  return row;
}

function page(): string {
  const line = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;
  return [
    '<!-- written by: npm run fuzz -->',
    `${tried.toLocaleString('en')} inputs made by grammars of each format (fast-check), ${Math.round(40)} of 100 as they are and the others with a few changes of bytes: ${found.length} found. No input took more than ${LIMITS.milliseconds / 1000} seconds, and the process with all readers at most ${memory.toFixed(0)} MB (${LIMITS.megabytes} are allowed). What is read round-trips; what is refused is one clear error. ${seconds.toFixed(0)} seconds on ${cpus().length} processors of ${cpus()[0]?.model ?? 'an unknown kind'}, load ${(loadavg()[0] ?? 0).toFixed(1)}. The longest an input took is an upper bound, the pauses of a busy machine in it.`,
    '',
    line(['reader', 'inputs', 'read', 'refused', 'seconds', 'longest ms']),
    line(['---', '---', '---', '---', '---', '---']),
    ...rows.map((row) => line([row.name, row.tried, row.read, row.refused, (row.milliseconds / 1000).toFixed(1), row.longest.toFixed(0)])),
    '',
    ...(found.length === 0 ? [] : [...found.map(({ reader, seed, at, what }) => `- ${reader}, seed ${seed}, input ${at}: ${what}`), '']),
    ...MENDED,
  ].join('\n');
}
