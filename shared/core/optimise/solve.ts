/** What is left of a diagonal entry after the rows before it, as a share: below it digits are rounding only. */
const LEAST = 1e-10;

/**
 * Cholesky's factor of a symmetric, positive definite matrix, row by row: n^3 / 6. Reads the lower half; null where the matrix is not positive definite,
 * or as good as not.
 */
export function factored(matrix: Float64Array, n: number): Float64Array | null {
  const lower = new Float64Array(n * n);
  for (let row = 0; row < n; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const own = matrix[row * n + column] as number;
      const left = own - dotOf(lower, row * n, column * n, column);
      if (row > column) lower[row * n + column] = left / (lower[column * n + column] as number);
      else if (left > LEAST * own) lower[row * n + row] = Math.sqrt(left);
      else return null;
    }
  }
  return lower;
}

/** Four sums side by side: no addition waits for the one before. */
function dotOf(values: Float64Array, one: number, other: number, length: number): number {
  const fours = length - (length % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < fours; at += 4) {
    a += (values[one + at] as number) * (values[other + at] as number);
    b += (values[one + at + 1] as number) * (values[other + at + 1] as number);
    c += (values[one + at + 2] as number) * (values[other + at + 2] as number);
    d += (values[one + at + 3] as number) * (values[other + at + 3] as number);
  }
  for (let at = fours; at < length; at += 1) a += (values[one + at] as number) * (values[other + at] as number);
  return a + b + (c + d);
}

/** The solution of a system by the factor of its matrix. */
export function solvedBy(lower: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const out = right.slice();
  for (let row = 0; row < n; row += 1) {
    let left = out[row] as number;
    for (let at = 0; at < row; at += 1) left -= (lower[row * n + at] as number) * (out[at] as number);
    out[row] = left / (lower[row * n + row] as number);
  }
  // Row by row from the last: what a solved entry takes off those before it.
  for (let row = n - 1; row >= 0; row -= 1) {
    const own = (out[row] as number) / (lower[row * n + row] as number);
    out[row] = own;
    for (let at = 0; at < row; at += 1) out[at] = (out[at] as number) - (lower[row * n + at] as number) * own;
  }
  return out;
}

/** The solution of a system; null where its matrix is not positive definite. */
export function solved(matrix: Float64Array, right: Float64Array): Float64Array | null {
  const lower = factored(matrix, right.length);
  return lower === null ? null : solvedBy(lower, right);
}
