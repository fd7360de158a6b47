import fc from 'fast-check';
import type { FuzzReader } from './reader.ts';

/** Inputs of one seed: a defect is found again by its seed and place. */
export const BATCH = 200;

export interface Found {
  readonly reader: string;
  readonly seed: number;
  readonly at: number;
  readonly what: string;
}

export interface Tried {
  readonly read: number;
  readonly refused: number;
  readonly found: readonly Found[];
}

/** Tries a batch. `beforeEach` hears of every input, for whoever watches that none takes long. */
export async function tryInputs(
  reader: FuzzReader,
  seed: number,
  count: number,
  beforeEach: (at: number) => void = () => {},
): Promise<Tried> {
  let [read, refused] = [0, 0];
  const found: Found[] = [];
  for (const [at, input] of fc.sample(reader.inputs, { seed, numRuns: count }).entries()) {
    beforeEach(at);
    try {
      if (await reader.run(input)) read += 1;
      else refused += 1;
    } catch (error) {
      found.push({ reader: reader.name, seed, at, what: described(error) });
    }
  }
  return { read, refused, found };
}

const described = (error: unknown): string => {
  if (!(error instanceof Error)) return `thrown: ${String(error)}`;
  const where = error.stack?.split('\n').find((line) => /(?:shared|cli|node_modules)\//.test(line)) ?? '';
  return `${error.name}: ${error.message.slice(0, 300)} ${where
    .trim()
    .replace(/^at /, '')
    .replace(/\(?file:\/\/.*?\/((?:shared|cli|node_modules)\/)/, '($1')}`.trim();
};
