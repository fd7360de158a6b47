/** A symmetric positive matrix, of which the half below its diagonal is read, as the product of a lower triangle with its transpose: the triangle, row after row. */
export function cholesky(matrix: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let left = matrix[row * size + column] as number;
      for (let at = 0; at < column; at += 1) left -= (lower[row * size + at] as number) * (lower[column * size + at] as number);
      lower[row * size + column] = row === column ? Math.sqrt(left) : left / (lower[column * size + column] as number);
    }
  }
  return lower;
}

/** Replaces `right`, row after row, by what the matrix of this triangle takes to it. */
export function solveBy(lower: Float64Array, right: Float64Array, size: number): void {
  const width = right.length / size;
  const take = (from: number, factor: number, to: number): void => {
    for (let at = 0; at < width; at += 1)
      right[to * width + at] = (right[to * width + at] as number) - factor * (right[from * width + at] as number);
  };
  const divide = (row: number): void => {
    const by = lower[row * size + row] as number;
    for (let at = row * width; at < (row + 1) * width; at += 1) right[at] = (right[at] as number) / by;
  };
  for (let row = 0; row < size; row += 1) {
    for (let before = 0; before < row; before += 1) take(before, lower[row * size + before] as number, row);
    divide(row);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let after = row + 1; after < size; after += 1) take(after, lower[after * size + row] as number, row);
    divide(row);
  }
}
