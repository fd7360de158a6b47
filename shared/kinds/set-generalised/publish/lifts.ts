import type { AttackIdentity } from '../../../app/audit/attack/attack-identity.ts';
import type { AttackName } from '../../../contracts/audit-request.ts';
import { type AgainstBest, bestLifts } from '../../../core/measure/best-lifts.ts';
import { type Lift, liftIntervalIn, withinShares } from '../../../core/measure/intervals.ts';
import { shareIn } from '../../../core/measure/sample.ts';
import { ShareProducts } from '../../../core/measure/share-products.ts';
import { decidedIn, RATES, type Rate, rateAt, rateRows } from '../measure/rates.ts';
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

/** What one attack is held against, by places: those of attacks, and behind them those of as many eliminations at random as each made. */
interface Held {
  readonly beside: readonly (readonly [name: Yardstick, place: number])[];
  /** The best of these. */
  readonly best: readonly (readonly [name: Yardstick, places: readonly number[]])[];
}

/** Of each attack; a baseline, and what eliminated nothing, is held against nothing. */
function heldAgainst(attacks: readonly AttackIdentity[], rows: ReleaseRows): Held[] {
  const decided = decidedIn(rows);
  const named = (names: readonly string[]): number[] =>
    attacks.flatMap(({ name }, at) => (names.includes(name) && decided[at] === true ? [at] : []));
  const beside = named([...BASELINES, 'without-order']);
  const published = named(PUBLISHED);
  return attacks.map(({ baseline }, at): Held => {
    if (baseline || decided[at] !== true) return { beside: [], best: [] };
    const matched = attacks.length + at;
    const overPublished = published.length === 0 || published.includes(at) ? [] : [['best published', published] as const];
    return {
      beside: [...beside.map((other) => [(attacks[other] as AttackIdentity).name as AttackName, other] as const), ['matched', matched]],
      best: [['best baseline', [...named(BASELINES), matched]], ...overPublished],
    };
  });
}

/** What is lifted; recall says nothing beside precision at as many eliminations. */
const LIFTED = ['precision', 'f1'] as const satisfies readonly Rate[];

/** All that intervals and lifts of the attacks ask of the rows. */
export function productsOf(attacks: readonly AttackIdentity[], rows: ReleaseRows): ShareProducts {
  const held = heldAgainst(attacks, rows);
  const own = attacks.flatMap((_, at) => RATES.map((rate) => [rateAt(at, rate), rateAt(at, rate)] as const));
  const beside = held.flatMap((each, at) =>
    each.beside.flatMap(([, other]) => LIFTED.map((rate) => [rateAt(at, rate), rateAt(other, rate)] as const)),
  );
  const places = Array.from({ length: 2 * attacks.length }, (_, place) => rateAt(place, 'f1'));
  return new ShareProducts(rateRows(rows), { pairs: [...own, ...beside], lotted: held.some(({ best }) => best.length > 0) ? places : [] });
}

/** For each attack that is no baseline its lifts over all that it is held against; none for the others. */
export function liftsOf(attacks: readonly AttackIdentity[], rows: ReleaseRows, products: ShareProducts, seed: string): AttackLift[][] {
  const held = heldAgainst(attacks, rows);
  const valueAt = (place: number, rate: Rate): number | null => shareIn(products, rateAt(place, rate));
  const wanted = held.flatMap(({ best }, of): AgainstBest[] =>
    best.map(([, places]) => ({ of: rateAt(of, 'f1'), over: places.map((place) => rateAt(place, 'f1')) })),
  );
  const found = bestLifts(products, wanted, seed).values();
  return held.map(({ beside, best }, at) => {
    const lifted = (over: Yardstick, other: number, measure: AttackLift['measure'], lift: Lift | null): AttackLift => {
      const [of, yardstick] = [valueAt(at, measure), valueAt(other, measure)];
      const difference = of === null || yardstick === null ? null : of - yardstick;
      const ends = lift === null || yardstick === null ? lift : withinShares(lift, yardstick);
      return { over, measure, of, yardstick, lift: difference, low: ends?.low ?? null, high: ends?.high ?? null };
    };
    const f1Of = (place: number): number => valueAt(place, 'f1') ?? -1;
    return [
      ...beside.flatMap(([name, other]) =>
        LIFTED.map((rate) => lifted(name, other, rate, liftIntervalIn(products, rateAt(at, rate), rateAt(other, rate)))),
      ),
      ...best.map(([name, places]) => {
        const greatest = places.reduce((a, b) => (f1Of(b) > f1Of(a) ? b : a));
        return lifted(name, greatest, 'f1', found.next().value ?? null);
      }),
    ];
  });
}

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
