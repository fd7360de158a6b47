import type { AttackRole } from '../../../core/attack/attack.ts';
import { type Interval, type Lift, liftIntervalIn, shareIntervalIn, withinShares } from '../../../core/statistics/intervals.ts';
import { shareIn } from '../../../core/statistics/sample.ts';
import { percent } from '../../../core/verdict/figure-text.ts';
import type { AttackIdentity } from '../../../kit/attack/attack-identity.ts';
import { withEnds } from '../../../kit/people/people-text.ts';
import { setAttack } from '../attacks.ts';
import { type AgainstBest, type AskedShares, bestLifts, ShareProducts } from '../core/measure/share-products.ts';
import { decidedIn, RATES, type Rate, type ReleaseRows, rateAt, rateRows } from '../measure/release-rows.ts';
import type { AttackResult } from './attack-results.ts';

const isOf = (name: string, roles: readonly AttackRole[]): boolean => roles.includes(setAttack(name)?.role as AttackRole);
/**
 * They do not know which terms belong together: chance, and the calibrated attack's model on the sources' counts of single terms, or on the release
 * alone.
 */
const isBaseline = (name: string): boolean => isOf(name, ['chance', 'baseline']);

/** Paired difference of a rate to its comparison. Null: not computable; without interval: too few clusters. */
export interface AttackLift {
  /** Comparison: another attack, `matched` (as many random eliminations), `best baseline` or `best published` (chosen anew in each resample). */
  readonly over: string;
  readonly measure: 'precision' | 'f1';
  readonly of: number | null;
  readonly yardstick: number | null;
  readonly lift: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** Comparisons of one attack by index: attacks first, then the matched random eliminations of each. */
interface Held {
  readonly beside: readonly (readonly [name: string, place: number])[];
  readonly best: readonly (readonly [name: string, places: readonly number[]])[];
}

/** Comparisons of each attack; none for baselines and for attacks without eliminations. */
function heldAgainst(attacks: readonly AttackIdentity[], rows: ReleaseRows): Held[] {
  const decided = decidedIn(rows);
  const which = (wanted: (name: string) => boolean): number[] =>
    attacks.flatMap(({ name }, at) => (decided[at] === true && wanted(name) ? [at] : []));
  const baselines = which(isBaseline);
  const beside = which((name) => isBaseline(name) || isOf(name, ['control']));
  const published = which((name) => isOf(name, ['published']));
  return attacks.map(({ baseline }, at): Held => {
    if (baseline || decided[at] !== true) return { beside: [], best: [] };
    const matched = attacks.length + at;
    const overPublished = published.length === 0 || published.includes(at) ? [] : [['best published', published] as const];
    return {
      beside: [...beside.map((other) => [attacks[other].name, other] as const), ['matched', matched]],
      best: [['best baseline', [...baselines, matched]], ...overPublished],
    };
  });
}

/** Rates with lifts; at equal numbers of eliminations recall adds nothing to precision. */
const LIFTED = ['precision', 'f1'] as const satisfies readonly Rate[];

export function productsOf(attacks: readonly AttackIdentity[], rows: ReleaseRows): ShareProducts {
  const held = heldAgainst(attacks, rows);
  const own = attacks.flatMap((_, at) => RATES.map((rate) => [rateAt(at, rate), rateAt(at, rate)] as const));
  const beside = held.flatMap((each, at) =>
    each.beside.flatMap(([, other]) => LIFTED.map((rate) => [rateAt(at, rate), rateAt(other, rate)] as const)),
  );
  const places = Array.from({ length: 2 * attacks.length }, (_, place) => rateAt(place, 'f1'));
  return new ShareProducts(rateRows(rows), { pairs: [...own, ...beside], lotted: held.some(({ best }) => best.length > 0) ? places : [] });
}

export function liftsOf(attacks: readonly AttackIdentity[], rows: ReleaseRows, products: ShareProducts, seed: string): AttackLift[][] {
  const held = heldAgainst(attacks, rows);
  const valueAt = (place: number, rate: Rate): number | null => shareIn(products, rateAt(place, rate));
  const wanted = held.flatMap(({ best }, of): AgainstBest[] =>
    best.map(([, places]) => ({ of: rateAt(of, 'f1'), over: places.map((place) => rateAt(place, 'f1')) })),
  );
  const found = bestLifts(products, wanted, seed).values();
  return held.map(({ beside, best }, at) => {
    const lifted = (over: string, other: number, measure: AttackLift['measure'], lift: Lift | null): AttackLift => {
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

type Lifted = Pick<AttackResult, 'lifts'>;

export const liftOver = ({ lifts }: Lifted, over: string, measure: AttackLift['measure']): AttackLift | null =>
  lifts.find((each) => each.over === over && each.measure === measure) ?? null;

/** The baseline with the greatest F1, by name. */
export function bestBaselineOf({ lifts }: Lifted): string | null {
  const known = lifts.filter(
    ({ over, measure, yardstick }) => measure === 'f1' && yardstick !== null && (over === 'matched' || isBaseline(over)),
  );
  return known.reduce<AttackLift | null>((a, b) => (a === null || (b.yardstick ?? 0) > (a.yardstick ?? 0) ? b : a), null)?.over ?? null;
}

/** The best of several attacks, chosen on one half of the generalised items and quoted on the other, where it was not chosen. */
export interface HonestChoice {
  readonly attack: AttackIdentity;
  readonly tried: number;
  /** Its F1 on the half that it was chosen on. */
  readonly chosenAt: number;
  readonly precision: Quoted;
  readonly recall: Quoted;
  readonly f1: Quoted;
}

/** On the other half; without ends it is too few to say. */
interface Quoted {
  readonly value: number | null;
  readonly interval: Interval | null;
}

/**
 * The attack with the greatest F1. Groups are numbered in the order of their hashes, so every other one of them is a random half. Null where
 * fewer than two attacks eliminated anything, or one of the halves gives no figures: then nothing was chosen, or nothing can be quoted.
 */
export function honestChoice(attacks: readonly AttackIdentity[], rows: ReleaseRows): HonestChoice | null {
  const halfOf = (half: number, pairs: AskedShares['pairs']): ShareProducts =>
    new ShareProducts(
      rateRows(rows, (group) => group % 2 === half),
      { pairs },
    );
  const decided = decidedIn(rows);
  const choosing = halfOf(0, []);
  const tried = attacks.flatMap(({ baseline }, at) =>
    baseline || decided[at] !== true ? [] : [{ at, f1: shareIn(choosing, rateAt(at, 'f1')) ?? -1 }],
  );
  if (tried.length < 2) return null;
  const best = tried.reduce((a, b) => (b.f1 > a.f1 ? b : a));
  if (best.f1 < 0) return null;
  const shareAt = (rate: Rate): number => rateAt(best.at, rate);
  const quoting = halfOf(
    1,
    RATES.map((rate) => [shareAt(rate), shareAt(rate)]),
  );
  const quoted = (rate: Rate): Quoted => ({ value: shareIn(quoting, shareAt(rate)), interval: shareIntervalIn(quoting, shareAt(rate)) });
  if (RATES.some((rate) => shareIn(quoting, shareAt(rate)) === null)) return null;
  return {
    attack: attacks[best.at],
    tried: tried.length,
    chosenAt: best.f1,
    precision: quoted('precision'),
    recall: quoted('recall'),
    f1: quoted('f1'),
  };
}

export function choiceStatement({ attack, tried, chosenAt, precision, recall, f1 }: HonestChoice): string {
  const few = f1.interval === null ? ' There the generalised items are too few to say how surely.' : '';
  return `The best of ${tried} attacks, ${attack.name}, was chosen on one half of the generalised items (F1 ${percent(chosenAt)}) and tested on the other half: it removes ${quoted(recall)} of all decoys with a precision of ${quoted(precision)}, an F1 of ${quoted(f1)}.${few}`;
}

const quoted = ({ value, interval }: Quoted): string => withEnds({ value, low: interval?.low ?? null, high: interval?.high ?? null });
