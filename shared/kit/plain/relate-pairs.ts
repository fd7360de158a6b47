import * as z from 'zod';
import { many } from '../../contracts/work-blob.ts';
import { ngd } from '../../core/relatedness/relatedness.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import type { Audit } from '../kind.ts';
import { inSimplerForms } from '../score/count-in-simpler-forms.ts';

/** Distances between items: what the first source says that knows both. */
export interface RelatedPairs {
  readonly pairs: readonly (readonly [item: string, other: string, distance: number])[];
}

export const RELATED_PAIRS: z.ZodType<RelatedPairs> = z.strictObject({ pairs: many(z.tuple([z.string(), z.string(), z.number()])) });

/** More pairs than this are not asked for: the findings say so. */
const MOST_PAIRS = 200_000;

/** Relatedness of these pairs from the sources; null if there are too many. Pairs may repeat. */
export async function relatePairs(
  wanted: Iterable<readonly [item: string, other: string]>,
  { labels, request: { smoothing } }: Pick<Audit, 'labels' | 'request'>,
  counters: readonly HitCounter[],
): Promise<RelatedPairs | null> {
  const number = new Map<string, number>();
  const numberOf = (item: string): number => {
    const own = number.get(item) ?? number.size;
    number.set(item, own);
    return own;
  };
  const seen = new Map<number, Set<number>>();
  const couples: (readonly [string, string])[] = [];
  for (const couple of wanted) {
    const [x, y] = [numberOf(couple[0]), numberOf(couple[1])];
    const own = seen.get(x) ?? new Set();
    if (own.has(y)) continue;
    seen.set(x, own.add(y));
    if (couples.push(couple) > MOST_PAIRS) return null;
  }
  const terms = Array.from(number.keys(), (item) => labels?.get(item) ?? item);
  const pairs = Uint32Array.from(couples.flatMap((couple) => couple.map(numberOf)));
  const found: (readonly [string, string, number])[] = [];
  const known = new Set<number>();
  for (const source of counters) {
    const counter = inSimplerForms(source);
    const [size, counts] = await Promise.all([counter.size(), counter.countAll({ terms, pairs })]);
    for (const [at, [item, other]] of couples.entries()) {
      const [x, y] = [counts.terms[pairs[2 * at]], counts.terms[pairs[2 * at + 1]]];
      const said = ngd({ x, y, both: counts.pairs[at], size }, smoothing);
      if (said.state === 'undefined' || !Number.isFinite(said.value) || known.has(at)) continue;
      known.add(at);
      found.push([item, other, said.value]);
    }
  }
  return { pairs: found };
}

/** The distance of two items, NaN where no source knows them; null where none knows any. */
export function distancesOf(related: RelatedPairs | null): ((item: string, other: string) => number) | null {
  if (related === null || related.pairs.length === 0) return null;
  const byItem = new Map<string, Map<string, number>>();
  for (const [item, other, distance] of related.pairs) {
    const own = byItem.get(item) ?? new Map<string, number>();
    byItem.set(item, own.set(other, distance));
  }
  return (item, other) => byItem.get(item)?.get(other) ?? Number.NaN;
}
