import { exp } from '../../../../core/numeric/numeric.ts';
import type { ValueTally } from '../model/classes.ts';

/** Reals this close are equal. */
export const EQUAL = 1e-12;

/** Counts of a class, greatest first. */
export function countsDescending({ counts, present }: ValueTally): readonly number[] {
  const sorted = present.map((code) => counts[code]);
  return sorted.length === 1 ? sorted : sorted.sort((a, b) => b - a);
}

/** exp of the entropy of a class: the equivalent number of equally frequent values. It does not bound confidence by 1 / l. */
export function entropyL(tally: ValueTally): number {
  return exp(entropyOf(tally));
}

function entropyOf({ counts, present, known }: ValueTally): number {
  let total = 0;
  for (let at = 0; at < present.length; at += 1) {
    const share = counts[present[at]] / known;
    total -= share * Math.log(share);
  }
  return total;
}

/** Recursive (c, l): r1 < c (rl + .. + rm). Returns the c above which the class holds; 0: any, null: none. `counts` are r1 >= r2 >= .. */
export function recursiveC(counts: readonly number[], l: number): number | null {
  if (l <= 1 || counts.length === 0) return 0;
  const tail = sumFrom(counts, l);
  return tail === 0 ? null : counts[0] / tail;
}

/** rl + .. + rm, ranks from 1. */
function sumFrom(counts: readonly number[], l: number): number {
  let tail = 0;
  for (let at = l - 1; at < counts.length; at += 1) tail += counts[at];
  return tail;
}

/**
 * Positive-disclosure recursive: `disclosable` values may be revealed. y: rank of the most frequent other value. If y < l: ry < c (rl + .. + rm),
 * else ry < c (r(l-1) + .. + rm - ry). Holds if all values are disclosable.
 */
export function positiveC(tally: ValueTally, disclosable: ReadonlySet<number>, l: number): number | null {
  if (l <= 1) return 0;
  let commonest = 0;
  for (const code of tally.present) if (!disclosable.has(code)) commonest = Math.max(commonest, tally.counts[code]);
  if (commonest === 0) return 0;
  const counts = countsDescending(tally);
  // Ties do not matter: every rank with that count gives the same sums.
  const rank = counts.indexOf(commonest) + 1;
  const tail = rank < l ? sumFrom(counts, l) : sumFrom(counts, l - 1) - commonest;
  return tail <= 0 ? null : commonest / tail;
}

/** Least share of a harmful value in a class; 0 if absent. */
export function leastShare({ counts, known }: ValueTally, harmful: readonly number[]): number {
  let least = 1;
  for (const code of harmful) least = Math.min(least, code < 0 ? 0 : counts[code] / known);
  return least;
}
