/**
 * Behind the column of cells at `from` two more: the cells less the mean of their column, and those less the mean of their row as well. A rare word is
 * far from everything, and some contexts are near everything. Cells without a value (NaN) count in no mean.
 */
export function centreCells(cells: Float64Array, from: number, rows: number, columns: number): void {
  const size = rows * columns;
  const [byColumn, byBoth] = [from + size, from + 2 * size];
  cells.copyWithin(byColumn, from, byColumn);
  for (let column = 0; column < columns; column += 1) takeMean(cells, byColumn + column, rows, columns);
  cells.copyWithin(byBoth, byColumn, byBoth);
  for (let row = 0; row < rows; row += 1) takeMean(cells, byBoth + row * columns, columns, 1);
}

/** Takes the mean of the known cells at `from`, `from + step`, ... off each of them. */
export function takeMean(cells: Float64Array, from: number, length: number, step: number): void {
  let total = 0;
  let known = 0;
  for (let at = from, left = length; left > 0; at += step, left -= 1) {
    const value = cells[at];
    if (Number.isNaN(value)) continue;
    total += value;
    known += 1;
  }
  if (known === 0) return;
  const mean = total / known;
  for (let at = from, left = length; left > 0; at += step, left -= 1) cells[at] -= mean;
}
