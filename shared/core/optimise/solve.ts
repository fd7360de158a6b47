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
      let left = own;
      for (let at = 0; at < column; at += 1) left -= (lower[row * n + at] as number) * (lower[column * n + at] as number);
      if (row > column) lower[row * n + column] = left / (lower[column * n + column] as number);
      else if (left > LEAST * own) lower[row * n + row] = Math.sqrt(left);
      else return null;
    }
  }
  return lower;
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
