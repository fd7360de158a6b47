import type { GroupShare } from './few-groups.ts';

/** Sums of a share: `parts` of `wholes`. */
export interface Totals {
  readonly parts: number;
  readonly wholes: number;
}

/** Clusters with a weight in a figure. The others say nothing about its variance. */
export interface Bearing {
  readonly count: number;
  /** Effective number, as if all had equal weight: (sum of weights)² / sum of squares. */
  readonly effective: number;
}

export const bearingOf = (count: number, total: number, squares: number): Bearing => ({
  count,
  effective: squares > 0 ? (total * total) / squares : 0,
});

export function bearing(weights: Iterable<number>): Bearing {
  let [count, total, squares] = [0, 0, 0];
  for (const weight of weights) {
    if (weight > 0) count += 1;
    total += weight;
    squares += weight * weight;
  }
  return bearingOf(count, total, squares);
}

export interface Among {
  readonly group: Bearing;
  readonly transaction: Bearing;
  readonly row: Bearing;
}

/** Sum of squared influences by kind of cluster. Each row is a cluster of its own. */
export type Squares = Readonly<Record<keyof Among, number>>;

/** A share in a difference, multiplied by `scale`. */
export interface Term<S> {
  readonly share: S;
  readonly scale: number;
}

/** Statistics of shares over the same rows for intervals: from single rows (by-rows.ts) or precomputed sums of products (share-products.ts). */
export interface Sample<S> {
  totals(share: S): Totals;
  /** Clusters with a weight in a share, or in either of two equally weighted shares. */
  among(share: S, beside?: S): Among;
  /** For a share, or for the difference of two. */
  squares(of: Term<S>, less?: Term<S>): Squares;
  groups(share: S): readonly GroupShare[];
}

export function shareIn<S>(sample: Sample<S>, share: S): number | null {
  const { parts, wholes } = sample.totals(share);
  return wholes > 0 ? parts / wholes : null;
}
