import { mean } from '../numeric/numeric.ts';

/** How close two items are: greater is closer, NaN where there is no score. An NGD is handed in with its sign turned. */
export type Closeness = (item: string, anchorItem: string) => number;

/** Values this close are ties. */
const CLOSENESS_TIE = 1e-9;

/** Score of an anchoring sub-record for a piece, from the closeness of each of its items; NaN if none. */
export type Strategy = (closeness: readonly number[]) => number;

/** q(a) for each item a of the anchoring sub-record: the mean over the piece's items, without unknown scores. */
export function closenessOf(piece: { readonly items: readonly string[] }, anchor: readonly string[], closeness: Closeness): number[] {
  return anchor
    .map((a) => mean(piece.items.map((item) => closeness(item, a)).filter((value) => !Number.isNaN(value))))
    .filter((value) => !Number.isNaN(value));
}

/**
 * Anchoring sub-records from the closest to the furthest: the next is the first by position of those within a tie of the
 * greatest value left; those without a value come last, by position.
 */
export function ranking(values: readonly number[]): number[] {
  const scored = values.map((_, at) => at).filter((at) => !Number.isNaN(values[at]));
  scored.sort((a, b) => values[b] - values[a] || a - b);
  for (let at = 0; at < scored.length; at += 1) {
    const greatest = values[scored[at]];
    let first = at;
    for (let other = at + 1; other < scored.length && greatest - values[scored[other]] <= CLOSENESS_TIE; other += 1) {
      if (scored[other] < scored[first]) first = other;
    }
    if (first !== at) scored.splice(at, 0, ...scored.splice(first, 1));
  }
  return [...scored, ...values.map((_, at) => at).filter((at) => Number.isNaN(values[at]))];
}

/** Most related: the closest item alone. */
const mra: Strategy = (closeness) => (closeness.length === 0 ? Number.NaN : closeness.reduce((most, each) => Math.max(most, each)));

/** Related group: the mean over the items at or closer than the median, which is the mean of the two middle ones when even. */
const rga: Strategy = (closeness) => {
  if (closeness.length === 0) return Number.NaN;
  const sorted = closeness.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : mean([sorted[middle - 1], sorted[middle]]);
  return mean(closeness.filter((each) => each >= median - CLOSENESS_TIE));
};

/** Average-based: the mean over all items. */
const aba: Strategy = (closeness) => mean(closeness);

/** The strategies of the sources, by name. */
export const STRATEGIES = { aba, rga, mra } as const satisfies Readonly<Record<string, Strategy>>;
