import { exp, logGamma } from '../../../../core/numeric/numeric.ts';
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

/** Probabilities below this add nothing to an expected count. */
const NONE = 1e-9;

/** The sizes that are expected in a part of the sample: each record is in it with this probability. */
export function rarefied({ sizes, counts, records }: SampleSizes, share: number): SampleSizes {
  const found = new Map<number, number>();
  const [log, logRest] = [Math.log(share), Math.log(1 - share)];
  for (const [at, size] of sizes.entries()) {
    for (let kept = 1; kept <= size; kept += 1) {
      const ways = logGamma(size + 1) - logGamma(kept + 1) - logGamma(size - kept + 1);
      const chance = exp(ways + kept * log + (size - kept) * logRest);
      if (chance > NONE) found.set(kept, (found.get(kept) ?? 0) + counts[at] * chance);
    }
  }
  const kept = [...found.keys()].sort((a, b) => a - b);
  const expected = kept.map((size) => found.get(size) ?? 0);
  return { sizes: kept, counts: expected, records: records * share, classes: expected.reduce((sum, each) => sum + each, 0) };
}
