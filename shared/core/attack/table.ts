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

export function candidatesOf({ cells }: DistanceTable): Int32Array {
  const found = new Int32Array(cells.length);
  let count = 0;
  for (let cell = 0; cell < cells.length; cell += 1) {
    if (isCandidate(cells[cell])) {
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

/** The table's content as text, to seed chance for a table without a group. */
export const tableContent = ({ rows, columns, cells }: DistanceTable): string => `${rows}x${columns}:${cells.join()}`;

/**
 * One cell taken out, and the value that decided it: the distance (mda, tba), the weighted distance (wba) or the group's
 * vulnerability (gba, rba). Infinity where the pair is never together; null where chance alone decided.
 */
export interface Elimination {
  readonly row: number;
  readonly column: number;
  readonly why: number | null;
}

/** Verdict of an attack on one table. An attack that threw is `errored`, never "no leak". */
export type TableVerdict =
  | { readonly kind: 'decided'; readonly delta: number | null; readonly eliminations: readonly Elimination[] }
  | { readonly kind: 'not computable'; readonly reason: string }
  | { readonly kind: 'errored'; readonly error: string };
