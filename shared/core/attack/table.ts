/**
 * The distances of one generalised item: a row for each transaction of the group, a column for each member.
 * Flat and row-major. NaN is an undefined cell; Infinity is a pair never together under `smoothing=infinite`.
 */
export interface DistanceTable {
  readonly rows: number;
  readonly columns: number;
  readonly cells: Float64Array;
}
