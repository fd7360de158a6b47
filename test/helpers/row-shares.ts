import { type RowShare, sharesOf } from '../../shared/core/statistics/clusters.ts';
import * as intervals from '../../shared/core/statistics/intervals.ts';
import * as lifts from '../../shared/kinds/set-generalised/core/measure/share-products.ts';
import { type AskedShares, ShareProducts } from '../../shared/kinds/set-generalised/core/measure/share-products.ts';

type Rows = readonly RowShare[];

/** The statistics of shares, on rows that are written out. */
export const shareOf = (rows: Rows): number | null => intervals.shareOf(sharesOf(rows));
export const shareInterval = (rows: Rows): intervals.Interval | null => intervals.shareInterval(sharesOf(rows));
export const liftInterval = (of: Rows, over: Rows): intervals.Lift | null => intervals.liftInterval(sharesOf(of), sharesOf(over));
export const bestLifts = (shares: readonly Rows[], wanted: readonly lifts.AgainstBest[], seed: string): (intervals.Lift | null)[] =>
  lifts.bestLifts(productsOf(shares, { pairs: [], lotted: [...shares.keys()] }), wanted, seed);

/** Sums of products of shares over the same rows. */
export function productsOf(lists: readonly Rows[], wanted: AskedShares): ShareProducts {
  const { clusters } = sharesOf(lists[0] ?? []);
  const read = (row: number, into: Float64Array): boolean => {
    for (const [at, rows] of lists.entries()) into.set([rows[row]?.part as number, rows[row]?.whole as number], 2 * at);
    return true;
  };
  return new ShareProducts({ clusters, shares: lists.length, read }, wanted);
}
