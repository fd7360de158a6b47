import { BadInput } from '../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';

/** Terms that tell of an entity, by entity. */
export type Contexts = ReadonlyMap<string, ReadonlySet<string>>;

/** Up to this many relevant terms all subsets are tried, by size. */
const EXACT_TERMS = 20;

interface SafeDocument {
  /** Terms to remove from the document, in code-point order. */
  readonly removed: readonly string[];
  /** Fewest possible, shown by trying all fewer; else found one by one. */
  readonly exact: boolean;
}

/** Other entities whose contexts hold all of the entity's context that the document has. */
export function covering(contexts: Contexts, document: ReadonlySet<string>, entity: string): readonly string[] {
  const said = [...(contexts.get(entity) ?? [])].filter((term) => document.has(term));
  return [...contexts].filter(([other, context]) => other !== entity && said.every((term) => context.has(term))).map(([other]) => other);
}

/** Takes the fewest terms out of a document so that each protected entity is covered by K others (ERASE, Chakaravarthy et al., 2008). */
export function makeDocumentSafe(
  contexts: Contexts,
  document: ReadonlySet<string>,
  protectedEntities: readonly string[],
  k: number,
): SafeDocument {
  for (const entity of protectedEntities) if (!contexts.has(entity)) throw new BadInput(`the protected entity "${entity}" has no context`);
  if (contexts.size - 1 < k) throw new BadInput(`${contexts.size} entities cannot cover one by ${k} others; ask for a smaller K`);
  const terms = [...document].filter((term) => protectedEntities.some((entity) => contexts.get(entity)?.has(term))).sort(compareCodePoints);
  return terms.length <= EXACT_TERMS ? fewest(contexts, terms, protectedEntities, k) : oneByOne(contexts, terms, protectedEntities, k);
}

function fewest(contexts: Contexts, terms: readonly string[], protectedEntities: readonly string[], k: number): SafeDocument {
  const maskOf = (context: ReadonlySet<string>): number => terms.reduce((mask, term, bit) => mask | (context.has(term) ? 1 << bit : 0), 0);
  const masks = new Map([...contexts].map(([entity, context]) => [entity, maskOf(context)]));
  const asked = protectedEntities.map((entity) => ({
    said: masks.get(entity) as number,
    others: [...masks].filter(([other]) => other !== entity).map(([, mask]) => mask),
  }));
  const isSafe = (removed: number): boolean =>
    asked.every(({ said, others }) => {
      const left = said & ~removed;
      let covered = 0;
      for (const mask of others) if ((mask & left) === left) covered += 1;
      return covered >= k;
    });
  for (let size = 0; size <= terms.length; size += 1) {
    for (const removed of masksOf(terms.length, size)) {
      if (isSafe(removed)) return { removed: terms.filter((_, bit) => (removed >> bit) & 1), exact: true };
    }
  }
  throw new Error('without its terms a document says nothing of anybody');
}

/** All subsets of a size, in lexicographic order. */
function* masksOf(terms: number, size: number, from = 0): Generator<number> {
  if (size === 0) yield 0;
  else for (let bit = from; bit <= terms - size; bit += 1) for (const rest of masksOf(terms, size - 1, bit + 1)) yield rest | (1 << bit);
}

/** Each step takes the term that brings the nearest K others of all entities closest to covering them; of several the first. */
function oneByOne(contexts: Contexts, terms: readonly string[], protectedEntities: readonly string[], k: number): SafeDocument {
  const left = new Set(terms);
  const removed: string[] = [];
  const lacking = (without?: string): number =>
    protectedEntities.reduce((total, entity) => {
      const said = [...(contexts.get(entity) as ReadonlySet<string>)].filter((term) => left.has(term) && term !== without);
      const missing = [...contexts]
        .filter(([other]) => other !== entity)
        .map(([, context]) => said.reduce((count, term) => count + (context.has(term) ? 0 : 1), 0))
        .sort((a, b) => a - b);
      return total + missing.slice(0, k).reduce((all, count) => all + count, 0);
    }, 0);
  while (lacking() > 0) {
    let best: { term: string; lacks: number } | undefined;
    for (const term of left) {
      const lacks = lacking(term);
      if (best === undefined || lacks < best.lacks) best = { term, lacks };
    }
    if (best === undefined) break;
    left.delete(best.term);
    removed.push(best.term);
  }
  return { removed: removed.sort(compareCodePoints), exact: false };
}

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
