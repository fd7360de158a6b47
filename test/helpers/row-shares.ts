import * as lifts from '../../shared/core/measure/best-lifts.ts';
import { type RowShare, sharesOf } from '../../shared/core/measure/clusters.ts';
import * as intervals from '../../shared/core/measure/intervals.ts';

type Rows = readonly RowShare[];

/** The statistics of shares, on rows that are written out. */
export const shareOf = (rows: Rows): number | null => intervals.shareOf(sharesOf(rows));
export const shareInterval = (rows: Rows): intervals.Interval | null => intervals.shareInterval(sharesOf(rows));
export const liftInterval = (of: Rows, over: Rows): intervals.Lift | null => intervals.liftInterval(sharesOf(of), sharesOf(over));
export const bestLifts = (shares: readonly Rows[], wanted: readonly lifts.AgainstBest[], seed: string): (intervals.Lift | null)[] =>
  lifts.bestLifts(shares.map(sharesOf), wanted, seed);
