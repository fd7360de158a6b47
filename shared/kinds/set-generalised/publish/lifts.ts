import type { AttackIdentity } from '../../../app/audit/attack/attack-identity.ts';
import type { AttackName } from '../../../contracts/audit-request.ts';
import { type AgainstBest, bestLifts } from '../../../core/measure/best-lifts.ts';
import { type Lift, liftInterval, shareOf, withinShares } from '../../../core/measure/intervals.ts';
import { attackRates, matchedRates, type RateShares, type SomeRows } from '../measure/rates.ts';
import type { ReleaseRows } from '../measure/release-rows.ts';

/** What does not know which terms belong together: chance, and the calibrated attack's model on the sources' counts of single terms, or on the release alone. */
const BASELINES: readonly AttackName[] = ['random', 'blind', 'frequency-only', 'context-only'];
/** The sources' attacks. */
const PUBLISHED: readonly AttackName[] = ['mda', 'tba', 'wba', 'gba', 'gba-normalised', 'rba', 'rba-normalised'];

/** What an attack is held against: an attack beside it, as many eliminations at random, or the best of several, chosen anew in each resample. */
export type Yardstick = AttackName | 'matched' | 'best baseline' | 'best published';

/** The paired difference of one rate of an attack and of its yardstick. What cannot be computed is null; without ends it is too few to say. */
export interface AttackLift {
  readonly over: Yardstick;
  readonly measure: 'precision' | 'f1';
  readonly of: number | null;
  readonly yardstick: number | null;
  readonly lift: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** For each attack that is no baseline its lifts over all that it is held against; none for the others. */
export function liftsOf(attacks: readonly AttackIdentity[], rows: ReleaseRows, all: SomeRows, seed: string): AttackLift[][] {
  // The attacks, and behind them as many eliminations at random as each made.
  const matched = attacks.length;
  const rates = [...attacks.map((_, at) => attackRates(rows, at, all)), ...attacks.map((_, at) => matchedRates(rows, at, all))];
  const values = rates.map(({ precision, f1 }) => ({ precision: shareOf(precision), f1: shareOf(f1) }));
  const named = (names: readonly string[]): number[] =>
    attacks.flatMap(({ name }, at) => (names.includes(name) && hasDecided(rows, at) ? [at] : []));
  const beside = named([...BASELINES, 'without-order']);
  const published = named(PUBLISHED);
  const wanted = attacks.flatMap(({ baseline }, at): (AgainstBest & { readonly name: Yardstick })[] => {
    if (baseline || !hasDecided(rows, at)) return [];
    const overPublished =
      published.length === 0 || published.includes(at) ? [] : [{ of: at, over: published, name: 'best published' as const }];
    return [{ of: at, over: [...named(BASELINES), matched + at], name: 'best baseline' }, ...overPublished];
  });
  const best = bestLifts(
    rates.map(({ f1 }) => f1),
    wanted,
    seed,
  );
  return attacks.map((_, at) => {
    const lifted = (over: Yardstick, other: number, measure: 'precision' | 'f1', lift: Lift | null): AttackLift => {
      const [of, yardstick] = [(values[at] as Values)[measure], (values[other] as Values)[measure]];
      const difference = of === null || yardstick === null ? null : of - yardstick;
      const ends = lift === null || yardstick === null ? lift : withinShares(lift, yardstick);
      return { over, measure, of, yardstick, lift: difference, low: ends?.low ?? null, high: ends?.high ?? null };
    };
    const pairwise = (over: Yardstick, other: number): AttackLift[] =>
      (['precision', 'f1'] as const).map((measure) =>
        lifted(over, other, measure, liftInterval((rates[at] as RateShares)[measure], (rates[other] as RateShares)[measure])),
      );
    const against = wanted.flatMap(({ of, over, name }, place): AttackLift[] => {
      if (of !== at) return [];
      const f1Of = (other: number): number => values[other]?.f1 ?? -1;
      const greatest = over.reduce((a, b) => (f1Of(b) > f1Of(a) ? b : a));
      return [lifted(name, greatest, 'f1', best[place] ?? null)];
    });
    if (against.length === 0) return [];
    return [
      ...beside.flatMap((other) => pairwise((attacks[other] as AttackIdentity).name as AttackName, other)),
      ...pairwise('matched', matched + at),
      ...against,
    ];
  });
}

type Values = Record<'precision' | 'f1', number | null>;

const hasDecided = (rows: ReleaseRows, at: number): boolean => rows.attacks[at]?.eliminated.some((count) => count > 0) === true;

interface Lifted {
  readonly lifts: readonly AttackLift[];
}

export const liftOver = ({ lifts }: Lifted, over: Yardstick, measure: AttackLift['measure']): AttackLift | null =>
  lifts.find((each) => each.over === over && each.measure === measure) ?? null;

/** The baseline with the greatest F1, by name. */
export function bestBaselineOf({ lifts }: Lifted): Yardstick | null {
  const names: readonly Yardstick[] = [...BASELINES, 'matched'];
  const known = lifts.filter(({ over, measure, yardstick }) => measure === 'f1' && yardstick !== null && names.includes(over));
  return known.reduce<AttackLift | null>((a, b) => (a === null || (b.yardstick ?? 0) > (a.yardstick ?? 0) ? b : a), null)?.over ?? null;
}
