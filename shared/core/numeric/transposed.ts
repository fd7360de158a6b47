/** A matrix by columns that was one by rows. */
export function transposed(rows: number, columns: number, matrix: Float64Array): Float64Array {
  const out = new Float64Array(matrix.length);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) out[column * rows + row] = matrix[row * columns + column] as number;
  return out;
}
