import { eigen } from '../../core/numeric/eigen.ts';
import { type Random, seeded } from '../../core/random/random.ts';

/** Rows of a matrix with few nonzero entries: those of row r are `[from[r], from[r + 1])`. */
export interface SparseRows {
  readonly width: number;
  readonly from: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float32Array;
}

export interface Directions {
  /** Greatest first. */
  readonly singular: Float64Array;
  /** The right singular vectors side by side: column c has `[c * count, (c + 1) * count)`. */
  readonly right: Float64Array;
  readonly count: number;
}

/** Extra directions and power iterations, which make the result more accurate (Halko, Martinsson and Tropp, 2011). */
const EXTRA = 12;
const ROUNDS = 2;

/**
 * The leading singular values and right singular vectors of a sparse matrix, by a randomised range finder with power iterations. The seed depends on the
 * shape, so the same matrix gives the same bytes. Memory: `wanted` numbers for each row and column.
 */
export function leadingDirections(matrix: SparseRows, wanted: number): Directions {
  const rows = matrix.from.length - 1;
  const tried = Math.min(wanted + EXTRA, rows, matrix.width);
  const count = Math.min(wanted, tried);
  let right: Float64Array = signs(seeded('directions', rows, matrix.width), matrix.width * tried);
  let left: Float64Array = new Float64Array(0);
  for (let round = 0; round <= ROUNDS; round += 1) {
    left = times(matrix, right, tried, false);
    orthonormalise(left, tried);
    right = times(matrix, left, tried, true);
    if (round < ROUNDS) orthonormalise(right, tried);
  }
  // Eigenvectors of the small matrix right * transposed(right), in the space that was found.
  const { values, vectors } = eigen(gram(right, tried), tried);
  const singular = Float64Array.from({ length: count }, (_, at) => Math.sqrt(Math.max(0, values[at])));
  const found = new Float64Array(matrix.width * count);
  for (let column = 0; column < matrix.width; column += 1) {
    for (let at = 0; at < count; at += 1) {
      let total = 0;
      for (let axis = 0; axis < tried; axis += 1) total += right[column * tried + axis] * vectors[axis * tried + at];
      const length = singular[at];
      found[column * count + at] = length > 1e-9 * singular[0] ? total / length : 0;
    }
  }
  return { singular, right: found, count };
}

const signs = (random: Random, length: number): Float64Array => Float64Array.from({ length }, () => (random.below(2) === 0 ? -1 : 1));

/** The matrix, or its transpose, times a dense matrix of `width` columns. */
function times({ from, columns, values, width: all }: SparseRows, other: Float64Array, width: number, turned: boolean): Float64Array {
  const rows = from.length - 1;
  const product = new Float64Array((turned ? all : rows) * width);
  for (let row = 0; row < rows; row += 1) {
    for (let at = from[row]; at < from[row + 1]; at += 1) {
      const value = values[at];
      const column = columns[at];
      const [to, start] = turned ? [column * width, row * width] : [row * width, column * width];
      for (let axis = 0; axis < width; axis += 1) product[to + axis] += value * other[start + axis];
    }
  }
  return product;
}

/** Gram-Schmidt, each column twice: one pass leaves rounding errors. A dependent column becomes 0. */
function orthonormalise(matrix: Float64Array, width: number): void {
  const rows = matrix.length / width;
  const columns = Array.from({ length: width }, (_, at) => Float64Array.from({ length: rows }, (_each, row) => matrix[row * width + at]));
  for (const [at, column] of columns.entries()) {
    const before = Math.sqrt(dot(column, column));
    for (let turn = 0; turn < 2; turn += 1) {
      for (let other = 0; other < at; other += 1) {
        const against = columns[other] as Float64Array;
        const along = dot(column, against);
        for (let row = 0; row < rows; row += 1) column[row] -= along * against[row];
      }
    }
    const length = Math.sqrt(dot(column, column));
    const scale = length > 1e-10 * before && length > 0 ? 1 / length : 0;
    for (let row = 0; row < rows; row += 1) {
      column[row] *= scale;
      matrix[row * width + at] = column[row];
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let at = 0; at < a.length; at += 1) total += a[at] * b[at];
  return total;
}

function gram(matrix: Float64Array, width: number): Float64Array {
  const product = new Float64Array(width * width);
  for (let from = 0; from < matrix.length; from += width) {
    for (let one = 0; one < width; one += 1) {
      const value = matrix[from + one];
      for (let other = 0; other <= one; other += 1) {
        product[one * width + other] += value * matrix[from + other];
      }
    }
  }
  for (let one = 0; one < width; one += 1)
    for (let other = 0; other < one; other += 1) product[other * width + one] = product[one * width + other];
  return product;
}
