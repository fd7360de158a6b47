import { type Random, seeded } from '../../shared/core/random/random.ts';

export interface Shape {
  readonly records: number;
  readonly terms: number;
  readonly longest: number;
  /** Greater: a few terms are in many records. */
  readonly skew?: number;
}

/** Records of 1 to `longest` distinct items, the first terms far more frequent than the last. */
export function randomRecords(random: Random, { records, terms, longest, skew = 2 }: Shape): string[][] {
  return Array.from({ length: records }, () => {
    const wanted = 1 + random.below(longest);
    const items = new Set<string>();
    for (let at = 0; at < wanted; at += 1) items.add(`t${Math.floor(random.unit() ** skew * terms)}`);
    return [...items];
  });
}

/** Small cases of many shapes, the same for every run. */
export function* smallCases(
  name: string,
  rounds: number,
): Generator<{ readonly records: string[][]; readonly k: number; readonly m: number; readonly maxCluster: number }> {
  const random = seeded(name);
  for (let round = 0; round < rounds; round += 1) {
    const k = 2 + random.below(3);
    const m = 1 + random.below(3);
    const maxCluster = 2 * k - 1 + random.below(8);
    // Every third has few terms and short records: all terms frequent, and hardly anything to fill every transaction with.
    const records =
      round % 3 === 0
        ? randomRecords(random, { records: k + random.below(30), terms: 2 + random.below(4), longest: 1 + random.below(3), skew: 1 })
        : randomRecords(random, {
            records: k + random.below(40),
            terms: 3 + random.below(15),
            longest: 1 + random.below(7),
            skew: 1 + random.below(3),
          });
    yield { records, k, m, maxCluster };
  }
}
