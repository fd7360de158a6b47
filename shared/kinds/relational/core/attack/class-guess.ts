import type { Sensitive, ValueTally } from '../model/classes.ts';
import { numberOf } from '../model/table.ts';
import type { Concept } from './similarity.ts';

/** Counts of a class, or the probabilities of one person. */
type WeighedTally = Pick<ValueTally, 'known'> & { readonly counts: ArrayLike<number>; readonly present: readonly number[] };

/** The best guess for everybody in a class from its value counts: it holds for this share of the class. */
export interface ClassGuess {
  /** Null: the class says no more than the whole file. */
  share(tally: WeighedTally): number | null;
  /** Share in the whole file of the best guess without classes. */
  readonly atLarge: number;
}

/** A region must have this many times its share in the whole file to count. */
const FACTOR = 1.5;
/** Tolerance for equal counts. */
const TIE = 1e-9;
/** A wider region can never be raised by FACTOR. */
const WIDEST = 1 / FACTOR + 1e-12;

export const greatestShare = ({ shares }: Pick<Sensitive, 'shares'>): number => shares.reduce((most, share) => Math.max(most, share), 0);

export const valueGuess = (sensitive: Sensitive): ClassGuess => ({
  share: ({ counts, present, known }) => (known === 0 ? null : present.reduce((most, code) => Math.max(most, counts[code]), 0) / known),
  atLarge: greatestShare(sensitive),
});

/** The best group of values. Groups are mostly nested, so each value visits only its own groups. */
export function conceptGuess(concepts: readonly Concept[]): ClassGuess {
  const able = concepts.filter(({ share }) => share <= WIDEST);
  const of = Array.from(able[0]?.holds ?? [], (_, code) => [...able.keys()].filter((at) => able[at]?.holds[code] === 1));
  const sums = new Float64Array(able.length);
  return {
    share({ counts, present, known }) {
      const touched: number[] = [];
      for (const code of present)
        for (const at of of[code] ?? []) {
          if (sums[at] === 0) touched.push(at);
          sums[at] += counts[code];
        }
      let most = 0;
      for (const at of touched) {
        const count = sums[at];
        if (count > most && count >= FACTOR * able[at].share * known - TIE) most = count;
        sums[at] = 0;
      }
      return most === 0 ? null : most / known;
    },
    atLarge: able.reduce((most, { share }) => Math.max(most, share), 0),
  };
}

/** Widths of intervals, as shares of the column's range. */
const SCALES = [0.1, 0.01, 0.001] as const;

/** The best interval of numbers. Null: fewer than two distinct numbers. */
export function intervalGuess(sensitive: Sensitive): ClassGuess | null {
  const numbers = sensitive.values.map((value, code) => (sensitive.missing[code] === 1 ? null : numberOf(value)));
  const used = [...numbers.keys()].filter((code) => numbers[code] !== null && sensitive.totals[code] > 0);
  used.sort((a, b) => (numbers[a] as number) - (numbers[b] as number));
  const at = (code: number | undefined): number => numbers[code as number] as number;
  const range = at(used.at(-1)) - at(used[0]);
  if (!(range > 0)) return null;
  // Cumulative record counts up to the number of each code.
  const below = new Float64Array(numbers.length);
  let sum = 0;
  for (const code of used) {
    sum += sensitive.totals[code];
    below[code] = sum;
  }
  const shareAtLarge = (low: number, high: number): number => (below[high] - below[low] + sensitive.totals[low]) / sensitive.known;
  const width = (scale: number): number => scale * range * (1 + 1e-12);
  const densest = SCALES.map((scale) => {
    let [from, most] = [0, 0];
    for (const code of used) {
      while (at(code) - at(used[from]) > width(scale)) from += 1;
      const share = shareAtLarge(used[from], code);
      if (share <= WIDEST) most = Math.max(most, share);
    }
    return most;
  });
  return {
    atLarge: Math.max(...densest),
    share({ counts, present, known }) {
      const own = present.filter((code) => numbers[code] !== null).sort((a, b) => at(a) - at(b));
      let best = 0;
      for (const scale of SCALES) {
        let [from, held] = [0, 0];
        for (const code of own) {
          held += counts[code];
          for (; at(code) - at(own[from]) > width(scale); from += 1) held -= counts[own[from]];
          if (held > best * known && held >= FACTOR * known * shareAtLarge(own[from], code) - TIE) best = held / known;
        }
      }
      return best > 0 ? best : null;
    },
  };
}
