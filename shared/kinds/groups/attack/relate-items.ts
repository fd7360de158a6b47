import { inSimplerForms } from '../../../app/audit/score/count-in-simpler-forms.ts';
import type { GroupedRelease } from '../../../core/cahd/grouped-release.ts';
import { ngd } from '../../../core/relatedness/ngd.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';
import type { Audit } from '../../kind.ts';

/** Distances of sensitive items to the others: what the first source says that knows both. */
export interface RelatedItems {
  readonly pairs: readonly (readonly [sensitive: string, quasi: string, distance: number])[];
}

/** More pairs than this are not asked for: the findings say so. */
export const MOST_PAIRS = 200_000;

/** Each sensitive item with the items that stand beside it in a group; null where these are too many. */
export async function relateItems(
  { groups }: GroupedRelease,
  { labels, request: { smoothing } }: Pick<Audit, 'labels' | 'request'>,
  counters: readonly HitCounter[],
): Promise<RelatedItems | null> {
  const beside = new Map<string, Set<string>>();
  for (const { transactions, sensitive } of groups) {
    for (const item of sensitive.keys()) {
      const own = beside.get(item) ?? new Set();
      for (const items of transactions) for (const quasi of items) own.add(quasi);
      beside.set(item, own);
    }
  }
  const couples = Array.from(beside, ([item, own]) => Array.from(own, (quasi) => [item, quasi] as const)).flat();
  if (couples.length > MOST_PAIRS) return null;
  const items = [...new Set(couples.flat())];
  const number = new Map(items.map((item, at) => [item, at]));
  const terms = items.map((item) => labels?.get(item) ?? item);
  const pairs = Uint32Array.from(couples.flatMap((couple) => couple.map((item) => number.get(item) as number)));
  const found: (readonly [string, string, number])[] = [];
  const known = new Set<number>();
  for (const source of counters) {
    const counter = inSimplerForms(source);
    const [size, counts] = await Promise.all([counter.size(), counter.countAll({ terms, pairs })]);
    for (const [at, [item, quasi]] of couples.entries()) {
      const [x, y] = [counts.terms[pairs[2 * at] as number] as number, counts.terms[pairs[2 * at + 1] as number] as number];
      const said = ngd({ x, y, both: counts.pairs[at] as number, size }, smoothing);
      if (said.state === 'undefined' || !Number.isFinite(said.value) || known.has(at)) continue;
      known.add(at);
      found.push([item, quasi, said.value]);
    }
  }
  return { pairs: found };
}
