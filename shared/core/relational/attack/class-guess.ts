import type { Sensitive, ValueTally } from '../model/classes.ts';
import { numberOf } from '../model/number.ts';
import type { Concept } from './similarity.ts';

/** What somebody says of everybody in a class, who sees how often each value is in it: the best guess holds for this share of the class. */
export interface ClassGuess {
  /** Null: the class says no more than the whole file does. */
  share(tally: ValueTally): number | null;
  /** The share at large of the guess that is best without any class. */
  readonly atLarge: number;
}

/** A region that holds this many times its share at large tells something of a class. */
const FACTOR = 1.5;
/** Counts that differ by less are equal. */
const TIE = 1e-9;
/** A region of a greater share at large is never raised so far. */
const WIDEST = 1 / FACTOR + 1e-12;

export const greatestShare = ({ shares }: Pick<Sensitive, 'shares'>): number => shares.reduce((most, share) => Math.max(most, share), 0);

/** One value: the commonest. */
export const valueGuess = (sensitive: Sensitive): ClassGuess => ({
  share: ({ counts, present, known }) =>
    known === 0 ? null : present.reduce((most, code) => Math.max(most, counts[code] as number), 0) / known,
  atLarge: greatestShare(sensitive),
});

/** A group of values. Groups mostly lie in each other, so each value looks at those alone that it is in. */
export function conceptGuess(concepts: readonly Concept[]): ClassGuess {
  const able = concepts.filter(({ share }) => share <= WIDEST);
  const of = Array.from(able[0]?.holds ?? [], (_, code) => [...able.keys()].filter((at) => able[at]?.holds[code] === 1));
  const sums = new Int32Array(able.length);
  return {
    share({ counts, present, known }) {
      const touched: number[] = [];
      for (const code of present)
        for (const at of of[code] ?? []) {
          if (sums[at] === 0) touched.push(at);
          sums[at] = (sums[at] as number) + (counts[code] as number);
        }
      let most = 0;
      for (const at of touched) {
        const count = sums[at] as number;
        if (count > most && count >= FACTOR * (able[at] as Concept).share * known - TIE) most = count;
        sums[at] = 0;
      }
      return most === 0 ? null : most / known;
    },
    atLarge: able.reduce((most, { share }) => Math.max(most, share), 0),
  };
}

/** Widths of intervals, as shares of the column's range. */
const SCALES = [0.1, 0.01, 0.001] as const;

/** An interval of numbers. Null: the column has no two different numbers. */
export function intervalGuess(sensitive: Sensitive): ClassGuess | null {
  const numbers = sensitive.values.map((value, code) => (sensitive.missing[code] === 1 ? null : numberOf(value)));
  const used = [...numbers.keys()].filter((code) => numbers[code] !== null && (sensitive.totals[code] as number) > 0);
  used.sort((a, b) => (numbers[a] as number) - (numbers[b] as number));
  const at = (code: number | undefined): number => numbers[code as number] as number;
  const range = at(used.at(-1)) - at(used[0]);
  if (!(range > 0)) return null;
  // Records at or below the number of each code, over the whole file.
  const below = new Float64Array(numbers.length);
  let sum = 0;
  for (const code of used) {
    sum += sensitive.totals[code] as number;
    below[code] = sum;
  }
  const shareAtLarge = (low: number, high: number): number =>
    ((below[high] as number) - (below[low] as number) + (sensitive.totals[low] as number)) / sensitive.known;
  const width = (scale: number): number => scale * range * (1 + 1e-12);
  const densest = SCALES.map((scale) => {
    let [from, most] = [0, 0];
    for (const code of used) {
      while (at(code) - at(used[from]) > width(scale)) from += 1;
      const share = shareAtLarge(used[from] as number, code);
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
          held += counts[code] as number;
          for (; at(code) - at(own[from]) > width(scale); from += 1) held -= counts[own[from] as number] as number;
          if (held > best * known && held >= FACTOR * known * shareAtLarge(own[from] as number, code) - TIE) best = held / known;
        }
      }
      return best > 0 ? best : null;
    },
  };
}
