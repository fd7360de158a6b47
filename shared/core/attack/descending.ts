import { IntHeap } from './int-heap.ts';

/**
 * The cells from the greatest value down, where the greatest is the first cell within `tolerance` of the maximum of those left.
 * Sorted once; the cells within reach of the maximum wait in a heap by cell, so that n ties cost n log n.
 */
export function* descending(cells: Int32Array, values: Float64Array, tolerance: number): Generator<number, undefined> {
  const sorted = cells.toSorted((a, b) => (values[b] as number) - (values[a] as number) || a - b);
  const gone = new Uint8Array(values.length);
  const within = new IntHeap();
  let maximum = 0;
  let reached = 0;
  for (let given = 0; given < sorted.length; given += 1) {
    while (gone[sorted[maximum] as number] === 1) maximum += 1;
    const top = values[sorted[maximum] as number] as number;
    while (reached < sorted.length && top - (values[sorted[reached] as number] as number) <= tolerance) {
      within.push(sorted[reached] as number);
      reached += 1;
    }
    const cell = within.pop();
    gone[cell] = 1;
    yield cell;
  }
  return undefined;
}
