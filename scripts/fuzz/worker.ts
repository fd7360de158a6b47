// Tries batches as they are asked for. The clock of the input at hand stands in shared memory: who watches sees it without being told.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { FuzzReader } from './reader.ts';
import { tryInputs } from './try-inputs.ts';

export interface WorkerData {
  /** A module that exports `allReaders`. */
  readonly readers: string;
  /** Milliseconds since the epoch when the input began, 0 between batches; and its place in the batch. */
  readonly clock: BigInt64Array;
}

export interface Asked {
  readonly reader: string;
  readonly seed: number;
  readonly count: number;
}

/** Milliseconds of this thread's processor time: a busy machine does not add to it. */
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const { readers: module, clock } = workerData as WorkerData;
const { allReaders } = (await import(module)) as { readonly allReaders: (folder: string) => Promise<readonly FuzzReader[]> };
const folder = mkdtempSync(join(tmpdir(), 'unveil-fuzz-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const readers = new Map((await allReaders(folder)).map((reader) => [reader.name, reader]));

parentPort?.on('message', async ({ reader, seed, count }: Asked) => {
  const started = performance.now();
  let [longest, began] = [0, cpu()];
  const tried = await tryInputs(readers.get(reader) as FuzzReader, seed, count, (at) => {
    const now = cpu();
    if (at > 0) longest = Math.max(longest, now - began);
    began = now;
    Atomics.store(clock, 1, BigInt(at));
    Atomics.store(clock, 0, BigInt(Date.now()));
  });
  Atomics.store(clock, 0, 0n);
  longest = Math.max(longest, cpu() - began);
  parentPort?.postMessage({ ...tried, milliseconds: performance.now() - started, longest });
});
parentPort?.postMessage([...readers.values()].map(({ name, weight = 1 }) => ({ name, weight })));
