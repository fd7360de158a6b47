import { compareCodePoints } from '../model/code-points.ts';
import type { Contexts } from './k-safety.ts';

/**
 * Entities whose contexts hold most of what a text says of any entity; where some hold all of it, these are the ones that cover the rest. In code-point
 * order; all of them where the text says nothing. `terms`: what it says, that of the fewest entities first.
 */
export function likeliestEntities(
  contexts: Contexts,
  said: ReadonlySet<string>,
): { readonly entities: readonly string[]; readonly terms: readonly string[] } {
  const shared = Array.from(contexts, ([entity, context]) => ({ entity, count: [...said].filter((term) => context.has(term)).length }));
  const most = shared.reduce((all, { count }) => Math.max(all, count), 0);
  const holders = (term: string): number => [...contexts.values()].filter((context) => context.has(term)).length;
  const told = [...said].map((term) => ({ term, count: holders(term) })).filter(({ count }) => count > 0);
  return {
    entities: shared
      .filter(({ count }) => count === most)
      .map(({ entity }) => entity)
      .sort(compareCodePoints),
    terms: told.sort((a, b) => a.count - b.count || compareCodePoints(a.term, b.term)).map(({ term }) => term),
  };
}
