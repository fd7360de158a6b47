/** Share of a diagonal entry that remains after the rows before it. Below this the remainder is rounding. */
const LEAST = 1e-10;

/**
 * Cholesky's factor of a symmetric matrix, row by row: n^3 / 6. Reads the lower half. Null if the matrix is not positive definite, up to rounding.
 */
export function factored(matrix: Float64Array, n: number): Float64Array | null {
  const lower = new Float64Array(n * n);
  for (let row = 0; row < n; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const own = matrix[row * n + column];
      const left = own - dotOf(lower, row * n, column * n, column);
      if (row > column) lower[row * n + column] = left / lower[column * n + column];
      else if (left > LEAST * own) lower[row * n + row] = Math.sqrt(left);
      else return null;
    }
  }
  return lower;
}

/** Four sums at once, so that no addition waits for the one before. */
function dotOf(values: Float64Array, one: number, other: number, length: number): number {
  const fours = length - (length % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < fours; at += 4) {
    a += values[one + at] * values[other + at];
    b += values[one + at + 1] * values[other + at + 1];
    c += values[one + at + 2] * values[other + at + 2];
    d += values[one + at + 3] * values[other + at + 3];
  }
  for (let at = fours; at < length; at += 1) a += values[one + at] * values[other + at];
  return a + b + (c + d);
}

/** Solves in place for each column of `right`, which is row-major with as many rows as the factor has. */
export function solveBy(lower: Float64Array, right: Float64Array, n = right.length): Float64Array {
  const width = right.length / n;
  const takeOff = (from: number, factor: number, to: number): void => {
    for (let at = 0; at < width; at += 1) right[to * width + at] -= factor * right[from * width + at];
  };
  const divide = (row: number): void => {
    for (let at = row * width; at < (row + 1) * width; at += 1) right[at] /= lower[row * n + row];
  };
  for (let row = 0; row < n; row += 1) {
    for (let before = 0; before < row; before += 1) takeOff(before, lower[row * n + before], row);
    divide(row);
  }
  for (let row = n - 1; row >= 0; row -= 1) {
    divide(row);
    for (let before = 0; before < row; before += 1) takeOff(row, lower[row * n + before], before);
  }
  return right;
}

/** The solution of a system; null if its matrix is not positive definite. */
export function solved(matrix: Float64Array, right: Float64Array): Float64Array | null {
  const lower = factored(matrix, right.length);
  return lower === null ? null : solveBy(lower, right.slice());
}
