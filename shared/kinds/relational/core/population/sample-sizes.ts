import type { Classes } from '../model/classes.ts';

/** How many classes of the sample have each size, from the smallest size. */
export interface SampleSizes {
  readonly sizes: readonly number[];
  readonly counts: readonly number[];
  readonly records: number;
  readonly classes: number;
}

export function sampleSizes(sizesOfClasses: Classes['sizes'] | readonly number[]): SampleSizes {
  const found = new Map<number, number>();
  let records = 0;
  for (const size of sizesOfClasses) {
    found.set(size, (found.get(size) ?? 0) + 1);
    records += size;
  }
  const sizes = [...found.keys()].sort((a, b) => a - b);
  return { sizes, counts: sizes.map((size) => found.get(size) ?? 0), records, classes: sizesOfClasses.length };
}

/** Number of classes with this many records. */
export const classesOfSize = ({ sizes, counts }: SampleSizes, size: number): number => counts[sizes.indexOf(size)] ?? 0;

/** Possible values of the share of sample uniques that are unique in the population, with their log-likelihoods. */
export interface Staying {
  readonly log: Float64Array;
  readonly share: Float64Array;
}
