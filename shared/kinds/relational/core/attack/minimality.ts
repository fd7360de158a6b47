import { seeded, shuffle } from '../../../../core/random/random.ts';
import type { ValueTally } from '../model/classes.ts';
import { type Posterior, posteriorOf } from './posterior.ts';

/** A class with known exact quasi-identifiers: sizes of its subgroups, and its value counts. */
interface MergedClass {
  readonly subgroups: readonly number[];
  /** Count by code. */
  readonly counts: Int32Array;
}

type MinimalityResult =
  | {
      readonly kind: 'found';
      readonly posteriors: readonly (Posterior | null)[];
      readonly worlds: number;
      /** Worlds in which some subgroup fails; 0: the merge was not needed, and minimality tells nothing. */
      readonly consistent: number;
      readonly exact: boolean;
    }
  | { readonly kind: 'not-computable'; readonly why: string };

const MOST_STATES = 1_000_000;
const DRAWS = 100_000;
const FEWEST = 100;
/** With more records the number of deals exceeds a double. */
const MOST_RECORDS = 170;

/**
 * Minimality attack (Wong et al., 2007): subgroups were merged because one of them fails alone. Worlds are equally likely assignments of the
 * class's values to its members; those in which every subgroup holds are excluded.
 */
export function minimality(merged: MergedClass, holds: (tally: ValueTally) => boolean, seed: string): MinimalityResult {
  const records = merged.subgroups.reduce((sum, size) => sum + size, 0);
  const exact = records <= MOST_RECORDS ? enumerate(merged, holds) : null;
  const found = exact ?? draw(merged, holds, seed);
  if (found === null)
    return { kind: 'not-computable', why: `fewer than ${FEWEST} of ${DRAWS} worlds drawn are such that a subgroup fails` };
  const { sums, worlds, consistent } = found;
  if (consistent === 0) {
    const alone = posteriorOf([...merged.counts.entries()]);
    return { kind: 'found', posteriors: merged.subgroups.map(() => alone), worlds, consistent, exact: true };
  }
  return { kind: 'found', posteriors: sums.map((each) => posteriorOf([...each.entries()])), worlds, consistent, exact: exact !== null };
}

interface Worlds {
  /** Weight of the holders of each value over all consistent worlds, by subgroup. */
  readonly sums: readonly Float64Array[];
  readonly worlds: number;
  readonly consistent: number;
}

const FACTORIALS = Array.from({ length: MOST_RECORDS + 1 }, () => 1);
for (let n = 1; n <= MOST_RECORDS; n += 1) FACTORIALS[n] = FACTORIALS[n - 1] * n;
const factorial = (n: number): number => FACTORIALS[n];

/** Enumerates the distributions of the counts over subgroups, each with its number of deals; null: too many. */
function enumerate({ subgroups, counts }: MergedClass, holds: (tally: ValueTally) => boolean): Worlds | null {
  const codes = [...counts.keys()].filter((code) => counts[code] > 0);
  const sums = subgroups.map(() => new Float64Array(counts.length));
  const shares = subgroups.map(() => new Int32Array(counts.length));
  const left = Int32Array.from(counts);
  const state = { states: 0, worlds: 0, consistent: 0 };
  const size = subgroups.length;
  const finish = (): void => {
    let [weight, fails] = [1, false];
    for (const [at, members] of subgroups.entries()) {
      const share = shares[at] as Int32Array;
      weight *= factorial(members);
      for (const code of codes) weight /= factorial(share[code]);
      fails ||= !holds({ counts: share, known: members, present: codes.filter((code) => share[code] > 0) });
    }
    weight = Math.round(weight);
    state.worlds += weight;
    if (!fails) return;
    state.consistent += weight;
    for (const [at, members] of subgroups.entries())
      for (const code of codes) {
        const sum = sums[at] as Float64Array;
        sum[code] += (weight * (shares[at] as Int32Array)[code]) / members;
      }
  };
  // Fills subgroups and values in turn; the last one takes the remainder.
  const fill = (at: number, place: number, room: number): boolean => {
    if (at === size - 1) {
      for (const code of codes) (shares[at] as Int32Array)[code] = left[code];
      state.states += 1;
      if (state.states > MOST_STATES) return false;
      finish();
      return true;
    }
    if (room === 0 || place === codes.length) {
      if (room > 0) return true;
      for (const code of codes.slice(place)) (shares[at] as Int32Array)[code] = 0;
      return fill(at + 1, 0, subgroups[at + 1]);
    }
    const code = codes[place];
    const rest = codes.slice(place + 1).reduce((sum, other) => sum + left[other], 0);
    const most = Math.min(room, left[code]);
    for (let taken = Math.max(0, room - rest); taken <= most; taken += 1) {
      (shares[at] as Int32Array)[code] = taken;
      left[code] -= taken;
      const whole = fill(at, place + 1, room - taken);
      left[code] += taken;
      if (!whole) return false;
    }
    return true;
  };
  return fill(0, 0, subgroups[0]) ? { sums, worlds: state.worlds, consistent: state.consistent } : null;
}

function draw({ subgroups, counts }: MergedClass, holds: (tally: ValueTally) => boolean, seed: string): Worlds | null {
  const values = [...counts.entries()].flatMap(([code, count]) => Array.from({ length: count }, () => code));
  const random = seeded(seed, 'minimality', subgroups.join(), counts.join());
  const sums = subgroups.map(() => new Float64Array(counts.length));
  let consistent = 0;
  for (let world = 0; world < DRAWS; world += 1) {
    shuffle(values, random);
    let from = 0;
    const tallies = subgroups.map((members) => {
      const share = new Int32Array(counts.length);
      for (const code of values.slice(from, from + members)) share[code] += 1;
      from += members;
      return { counts: share, known: members, present: [...share.keys()].filter((code) => share[code] > 0) };
    });
    if (tallies.every(holds)) continue;
    consistent += 1;
    for (const [at, { counts: share, known, present }] of tallies.entries())
      for (const code of present) {
        const sum = sums[at] as Float64Array;
        sum[code] += share[code] / known;
      }
  }
  return consistent < FEWEST ? null : { sums, worlds: DRAWS, consistent };
}
