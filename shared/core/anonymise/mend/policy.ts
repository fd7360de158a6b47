import { SupportCounter } from '../../breach/check-support.ts';
import { isGeneralised, type Transaction } from '../../model/transaction.ts';
import { type UtilityConstraint, uniteSets } from '../coat/policy.ts';
import type { Draft } from './draft.ts';

/** What a mended release has to keep. */
export interface MendPolicy {
  readonly k: number;
  /** Each itemset, and each subset of it, is supported k times or not at all. */
  readonly privacy: readonly (readonly string[])[];
  /** Items that may stand for one another; null: all of them. */
  readonly utility: readonly UtilityConstraint[] | null;
}

/** Items that a constraint protects, and those of them that are protected alone and in no larger itemset. */
export function guardedItems({ index }: Pick<Draft, 'index'>, { privacy }: Pick<MendPolicy, 'privacy'>) {
  const numbersOf = (sets: MendPolicy['privacy']): Set<number> => new Set(sets.flat().flatMap((name) => index.numberOf.get(name) ?? []));
  const [single, larger] = [privacy.filter((names) => new Set(names).size === 1), privacy.filter((names) => new Set(names).size > 1)];
  return { any: numbersOf(privacy), alone: numbersOf(single).difference(numbersOf(larger)) };
}

/** What of the policy a release breaks, in words without an item's text; null where it keeps it. Counted on what is published, whoever made it. */
export function policyProblem(release: readonly Transaction[], { k, privacy, utility }: MendPolicy): string | null {
  const counter = new SupportCounter({ k, sets: privacy });
  for (const transaction of release) counter.add(transaction);
  const { violations, notCounted } = counter.finding();
  const [first] = violations;
  if (first !== undefined)
    return `privacy constraint ${first.set + 1} is broken: ${first.items.length} of its items in ${first.support} transactions, fewer than k = ${k}`;
  if (notCounted > 0) return `${notCounted} privacy constraints have more than 16 items: their subsets are too many to count`;
  if (utility === null) return null;
  const united = uniteSets(utility);
  const setOf = new Map(united.flatMap((set, at) => set.map((item): [string, number] => [item, at])));
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
