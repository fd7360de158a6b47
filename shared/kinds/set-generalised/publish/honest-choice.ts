import type { AttackIdentity } from '../../../app/audit/attack/attack-identity.ts';
import { withEnds } from '../../../app/audit/people/people-text.ts';
import { percent } from '../../../core/findings/figure-text.ts';
import { type Interval, shareIntervalIn } from '../../../core/measure/intervals.ts';
import { shareIn } from '../../../core/measure/sample.ts';
import { type AskedShares, ShareProducts } from '../../../core/measure/share-products.ts';
import { decidedIn, RATES, type Rate, rateAt, rateRows } from '../measure/rates.ts';
import type { ReleaseRows } from '../measure/release-rows.ts';

/** The best of several attacks, chosen on one half of the generalised items and quoted on the other, where it was not chosen. */
export interface HonestChoice {
  readonly attack: AttackIdentity;
  /** How many were tried. */
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
    attack: attacks[best.at] as AttackIdentity,
    tried: tried.length,
    chosenAt: best.f1,
    precision: quoted('precision'),
    recall: quoted('recall'),
    f1: quoted('f1'),
  };
}

/** The best of several attacks as it may be quoted. */
export function choiceStatement({ attack, tried, chosenAt, precision, recall, f1 }: HonestChoice): string {
  const few = f1.interval === null ? ' There the generalised items are too few to say how surely.' : '';
  return `The best of ${tried} attacks, ${attack.name}, was chosen on one half of the generalised items (F1 ${percent(chosenAt)}) and tested on the other half: it removes ${quoted(recall)} of all decoys with a precision of ${quoted(precision)}, an F1 of ${quoted(f1)}.${few}`;
}

const quoted = ({ value, interval }: Quoted): string => withEnds({ value, low: interval?.low ?? null, high: interval?.high ?? null });
