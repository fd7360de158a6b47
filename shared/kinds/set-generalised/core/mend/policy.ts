import { SupportCounter } from '../../../../core/model/check-support.ts';
import { isGeneralised, type Transaction } from '../../../../core/model/transaction.ts';
import { setNumbers, type UtilityConstraint } from '../coat/policy.ts';
import type { Draft } from './draft.ts';

export interface MendPolicy {
  readonly k: number;
  /** Each itemset, and each subset of it, is supported k times or not at all. */
  readonly privacy: readonly (readonly string[])[];
  /** Sets of items that may be generalised together; null: any. */
  readonly utility: readonly UtilityConstraint[] | null;
}

/** Protected items, and those protected only alone and in no larger itemset. */
export function guardedItems({ index }: Pick<Draft, 'index'>, { privacy }: Pick<MendPolicy, 'privacy'>) {
  const numbersOf = (sets: MendPolicy['privacy']): Set<number> => new Set(sets.flat().flatMap((name) => index.numberOf.get(name) ?? []));
  const [single, larger] = [privacy.filter((names) => new Set(names).size === 1), privacy.filter((names) => new Set(names).size > 1)];
  return { any: numbersOf(privacy), alone: numbersOf(single).difference(numbersOf(larger)) };
}

/** The part of the policy that a release breaks, in words without item texts; null: none. Counted on the published release. */
export function policyProblem(release: readonly Transaction[], { k, privacy, utility }: MendPolicy): string | null {
  const counter = new SupportCounter({ k, sets: privacy });
  for (const transaction of release) counter.add(transaction);
  const { violations, notCounted } = counter.finding();
  const [first] = violations;
  if (first !== undefined)
    return `privacy constraint ${first.set + 1} is broken: ${first.items.length} of its items in ${first.support} transactions, fewer than k = ${k}`;
  if (notCounted > 0) return `${notCounted} privacy constraints have more than 16 items: their subsets are too many to count`;
  if (utility === null) return null;
  const setOf = setNumbers(utility);
  for (const [t, { items }] of release.entries()) {
    for (const entry of items) {
      if (!isGeneralised(entry)) continue;
      const sets = new Set(entry.map((item) => setOf.get(item) ?? -1));
      if (sets.size > 1 || sets.has(-1))
        return `a generalised item of transaction ${t + 1} holds items that no utility constraint lets stand for one another`;
    }
  }
  return null;
}

/** Utility constraint of each item; items in none cannot be merged. */
export function setsOf({ index }: Draft, utility: readonly UtilityConstraint[] | null): (item: number) => number {
  if (utility === null) return () => 0;
  const sets = setNumbers(utility);
  return (item) => sets.get(index.names[item]) ?? -1 - item;
}
