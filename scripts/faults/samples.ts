import { readdirSync, readFileSync } from 'node:fs';

/** Memory and descriptors of processes, on Linux. */
export interface Sample {
  /** Of them together, in MB. */
  readonly memory: number;
  readonly descriptors: number;
}

export function sampleOf(...pids: readonly number[]): Sample {
  const each = pids.map((pid) => ({
    // A process that has ended and was not waited for has none.
    memory: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  }));
  const sum = (of: (sample: Sample) => number): number => each.reduce((total, sample) => total + of(sample), 0);
  return { memory: sum(({ memory }) => memory), descriptors: sum(({ descriptors }) => descriptors) };
}

/** Processes that a process started and that still run. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((each) => each.trim() !== '')
    .map(Number);

interface Quarters {
  /** The mean of each quarter, in MB. */
  readonly memory: readonly number[];
  /** The most of each quarter. */
  readonly descriptors: readonly number[];
}

export function quartersOf(samples: readonly Sample[]): Quarters {
  if (samples.length < 8) throw new Error(`${samples.length} samples are too few to say whether something grows`);
  const quarters = [0, 1, 2, 3].map((number) =>
    samples.slice(Math.floor((samples.length * number) / 4), Math.floor((samples.length * (number + 1)) / 4)),
  );
  return {
    memory: quarters.map((part) => part.reduce((total, { memory }) => total + memory, 0) / part.length),
    descriptors: quarters.map((part) => Math.max(...part.map(({ descriptors }) => descriptors))),
  };
}

/** The last quarter over the second: the first still fills what is kept for good. */
export const grownBy = ({ memory }: Quarters): number => (memory[3] ?? 0) / (memory[1] ?? 1);
