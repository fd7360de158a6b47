/**
 * The distances of one generalised item: a row for each transaction of the group, a column for each member.
 * Flat and row-major. NaN is an undefined cell; Infinity is a pair never together under `smoothing=infinite`.
 */
export interface DistanceTable {
  readonly rows: number;
  readonly columns: number;
  readonly cells: Float64Array;
}

/** A candidate has a number above 0. Infinity ranks above every number and enters no mean, gap or delta: it is not one. */
const isCandidate = (distance: number): boolean => distance > 0 && distance < Number.POSITIVE_INFINITY;

export const isNever = (distance: number): boolean => distance === Number.POSITIVE_INFINITY;

/** The candidates' cells, by row and then column. */
export function candidatesOf({ cells }: DistanceTable): Int32Array {
  const found = new Int32Array(cells.length);
  let count = 0;
  for (let cell = 0; cell < cells.length; cell += 1) {
    if (isCandidate(cells[cell] as number)) {
      found[count] = cell;
      count += 1;
    }
  }
  return found.slice(0, count);
}

/** The part of the largest value, within which two values are equal. */
export const TIE = 1e-9;

/** Two distances of the table that are no further apart than this are equal: they differ by rounding only. */
export function toleranceOf({ cells }: DistanceTable): number {
  let largest = 0;
  for (const distance of cells) if (isCandidate(distance) && distance > largest) largest = distance;
  return TIE * largest;
}

/** What the table holds, as text: the seed of chance on a table that comes without a group. */
export const tableContent = ({ rows, columns, cells }: DistanceTable): string => `${rows}x${columns}:${cells.join()}`;
