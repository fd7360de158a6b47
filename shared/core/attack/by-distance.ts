import { type Attack, thresholdOf } from './attack.ts';
import { eliminateNever, Guard } from './guard.ts';
import { IntHeap } from './int-heap.ts';
import { candidatesOf, isNever, toleranceOf } from './table.ts';

/** MDA: the one cell whose distance is greatest. */
export const mda: Attack['run'] = (table) => {
  const guard = new Guard(table);
  const never = table.cells.findIndex(isNever);
  const { value: greatest } = descending(candidatesOf(table), table.cells, toleranceOf(table)).next();
  const cell = never >= 0 ? never : greatest;
  if (cell !== undefined && guard.lets(cell)) guard.eliminate(cell, table.cells[cell]);
  return { kind: 'decided', delta: null, eliminations: guard.eliminations };
};

/** TBA: every cell whose distance is above a threshold, from the greatest down. */
export const tba: Attack['run'] = (table, options = {}) => {
  const guard = new Guard(table);
  const tolerance = toleranceOf(table);
  const candidates = candidatesOf(table);
  const distance = (cell: number): number => table.cells[cell];
  const delta = thresholdOf(Float64Array.from(candidates, distance), options);
  eliminateNever(table, guard);
  for (const cell of descending(candidates, table.cells, tolerance)) {
    if (distance(cell) - (delta as number) > tolerance && guard.lets(cell)) guard.eliminate(cell, distance(cell));
  }
  return { kind: 'decided', delta, eliminations: guard.eliminations };
};

/**
 * The cells from the greatest value down, where the greatest is the first cell within `tolerance` of the maximum of those left.
 * Sorted once; the cells within reach of the maximum wait in a heap by cell, so that n ties cost n log n.
 */
function* descending(cells: Int32Array, values: Float64Array, tolerance: number): Generator<number, undefined> {
  const sorted = cells.toSorted((a, b) => values[b] - values[a] || a - b);
  const gone = new Uint8Array(values.length);
  const within = new IntHeap();
  let maximum = 0;
  let reached = 0;
  for (let given = 0; given < sorted.length; given += 1) {
    while (gone[sorted[maximum]] === 1) maximum += 1;
    const top = values[sorted[maximum]];
    while (reached < sorted.length && top - values[sorted[reached]] <= tolerance) {
      within.push(sorted[reached]);
      reached += 1;
    }
    const cell = within.pop();
    gone[cell] = 1;
    yield cell;
  }
  return undefined;
}
