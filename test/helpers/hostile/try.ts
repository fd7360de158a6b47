// node try.ts MODULE INPUTS SEED: tries every reader of a module in a process of its own, which may be killed where one hangs or fills the memory.
// Prints a line of JSON when a reader begins, and one with what was found when it ends.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Defect, type FuzzReader } from './reader.ts';

/** Processor time that no input may take. */
const MOST_MILLISECONDS = 2_000;

export interface Tried {
  readonly reader: string;
  readonly read: number;
  readonly refused: number;
  /** The defect, with fast-check's seed and path to repeat it; null: none. */
  readonly found: string | null;
}

/** Number of inputs: a share for slow readers, but enough for valid and invalid ones; one for readers that take seconds. */
const FEWEST = 24;
const runsOf = ({ weight = 1 }: FuzzReader, inputs: number): number =>
  weight < 0.001 ? Math.ceil(weight * inputs) : Math.max(FEWEST, Math.round(weight * inputs));

async function tried(reader: FuzzReader, inputs: number, seed: number): Promise<Tried> {
  let [read, refused] = [0, 0];
  const property = fc.asyncProperty(reader.inputs, async (input) => {
    const before = process.cpuUsage();
    if (await reader.run(input)) read += 1;
    else refused += 1;
    const { user, system } = process.cpuUsage(before);
    if (user + system > MOST_MILLISECONDS * 1000) throw new Defect(`takes ${(user + system) / 1e6} s`);
  });
  const result = await fc.check(property, { seed, numRuns: runsOf(reader, inputs) });
  const found = result.failed ? fc.defaultReportMessage(result)?.slice(0, 3_000) : undefined;
  return { reader: reader.name, read, refused, found: found ?? null };
}

const [module = '', inputs, seed] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'unveil-hostile-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const { allReaders } = (await import(module)) as { readonly allReaders: (folder: string) => Promise<readonly FuzzReader[]> };
for (const reader of await allReaders(folder)) {
  console.log(JSON.stringify({ reader: reader.name }));
  console.log(JSON.stringify(await tried(reader, Number(inputs), Number(seed))));
  await reader.end?.();
}
