import type { AttackIdentity } from '../../../app/audit/attack/attack-identity.ts';
import { type Interval, shareInterval, shareOf } from '../../../core/measure/intervals.ts';
import { attackRates, rowsWhere, type SomeRows } from '../measure/rates.ts';
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
export interface Quoted {
  readonly value: number | null;
  readonly interval: Interval | null;
}

/**
 * The attack with the greatest F1. Groups are numbered in the order of their hashes, so every other one of them is a random half. Null where
 * fewer than two attacks eliminated anything, or one of the halves gives no figures: then nothing was chosen, or nothing can be quoted.
 */
export function honestChoice(attacks: readonly AttackIdentity[], rows: ReleaseRows): HonestChoice | null {
  const [choosing, quoting] = [0, 1].map((half) => rowsWhere(rows, (group) => group % 2 === half)) as [SomeRows, SomeRows];
  const tried = attacks.flatMap(({ baseline }, at) => {
    const decided = rows.attacks[at]?.eliminated.some((count) => count > 0) === true;
    return baseline || !decided ? [] : [{ at, f1: shareOf(attackRates(rows, at, choosing).f1) ?? -1 }];
  });
  if (tried.length < 2) return null;
  const best = tried.reduce((a, b) => (b.f1 > a.f1 ? b : a));
  if (best.f1 < 0) return null;
  const rates = attackRates(rows, best.at, quoting);
  const quoted = (rate: keyof typeof rates): Quoted => ({ value: shareOf(rates[rate]), interval: shareInterval(rates[rate]) });
  if (Object.values(rates).some((rate) => shareOf(rate) === null)) return null;
  return {
    attack: attacks[best.at] as AttackIdentity,
    tried: tried.length,
    chosenAt: best.f1,
    precision: quoted('precision'),
    recall: quoted('recall'),
    f1: quoted('f1'),
  };
}
