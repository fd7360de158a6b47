import type { GroupShare } from './few-groups.ts';

/** Of `wholes`, `parts` are so: a share. */
export interface Totals {
  readonly parts: number;
  readonly wholes: number;
}

/** Those clusters that bear on a figure: what weighs nothing in it tells nothing of how it varies. */
export interface Bearing {
  readonly count: number;
  /** How many of equal weight would be as many: (sum of weights)² / sum of squares. */
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

/** Of each kind of cluster the sum of squares of what each adds to how a figure varies. Each row is a cluster of its own. */
export type Squares = Readonly<Record<keyof Among, number>>;

/** A share as it enters a difference: times `scale`. */
export interface Term<S> {
  readonly share: S;
  readonly scale: number;
}

/** All that intervals ask of shares over the same rows: their rows one by one (by-rows.ts), or sums of products found once (share-products.ts). */
export interface Sample<S> {
  totals(share: S): Totals;
  /** The clusters that bear on a share, or on either of two, each share weighing the same. */
  among(share: S, beside?: S): Among;
  /** Of a share, or of one less another. */
  squares(of: Term<S>, less?: Term<S>): Squares;
  /** What each group that bears on a share adds to it. */
  groups(share: S): readonly GroupShare[];
}

export function shareIn<S>(sample: Sample<S>, share: S): number | null {
  const { parts, wholes } = sample.totals(share);
  return wholes > 0 ? parts / wholes : null;
}
