import { exp } from '../../numeric/numeric.ts';
import type { ValueTally } from '../model/classes.ts';

/** Reals this close are equal. */
export const EQUAL = 1e-12;

/** Counts of a class, greatest first. */
export function countsDescending({ counts, present }: ValueTally): readonly number[] {
  const sorted = present.map((code) => counts[code] as number);
  return sorted.length === 1 ? sorted : sorted.sort((a, b) => b - a);
}

/** exp of the entropy of a class: as many equally frequent values would have it. It does not hold a confidence to 1 / l. */
export function entropyL(tally: ValueTally): number {
  return exp(entropyOf(tally));
}

function entropyOf({ counts, present, known }: ValueTally): number {
  let total = 0;
  for (let at = 0; at < present.length; at += 1) {
    const share = (counts[present[at] as number] as number) / known;
    total -= share * Math.log(share);
  }
  return total;
}

/**
 * Recursive (c, l): r1 < c (rl + .. + rm). What is reached is the c above which the class holds, 0 where it holds for any, null where
 * for none. `counts` are r1 >= r2 >= ..
 */
export function recursiveC(counts: readonly number[], l: number): number | null {
  if (l <= 1 || counts.length === 0) return 0;
  const tail = sumFrom(counts, l);
  return tail === 0 ? null : (counts[0] as number) / tail;
}

/** rl + .. + rm, ranks from 1. */
function sumFrom(counts: readonly number[], l: number): number {
  let tail = 0;
  for (let at = l - 1; at < counts.length; at += 1) tail += counts[at] as number;
  return tail;
}

/**
 * Positive-disclosure recursive: values of `disclosable` may be known of a person. y is the rank of the commonest value outside them;
 * y < l: ry < c (rl + .. + rm); else ry < c (r(l-1) + .. + rm - ry). All disclosable: holds.
 */
export function positiveC(tally: ValueTally, disclosable: ReadonlySet<number>, l: number): number | null {
  if (l <= 1) return 0;
  let commonest = 0;
  for (const code of tally.present) if (!disclosable.has(code)) commonest = Math.max(commonest, tally.counts[code] as number);
  if (commonest === 0) return 0;
  const counts = countsDescending(tally);
  // Ties change nothing: the last rank with that count gives the same sums as any.
  const rank = counts.indexOf(commonest) + 1;
  const tail = rank < l ? sumFrom(counts, l) : sumFrom(counts, l - 1) - commonest;
  return tail <= 0 ? null : commonest / tail;
}

/** The least share that a value of `harmful` has in a class; absent is 0. */
export function leastShare({ counts, known }: ValueTally, harmful: readonly number[]): number {
  let least = 1;
  for (const code of harmful) least = Math.min(least, code < 0 ? 0 : (counts[code] as number) / known);
  return least;
}
