import { type UtilityConstraint, uniteSets } from '../coat/policy.ts';
import type { Draft } from './draft.ts';

/** Which utility constraint an item stands in; those that stand in none can join nothing. */
export function setsOf({ index }: Draft, utility: readonly UtilityConstraint[] | null): (item: number) => number {
  if (utility === null) return () => 0;
  const sets = new Map<number, number>();
  for (const [at, set] of uniteSets(utility).entries())
    for (const name of set) {
      const item = index.numberOf.get(name);
      if (item !== undefined) sets.set(item, at);
    }
  return (item) => sets.get(item) ?? -1 - item;
}
