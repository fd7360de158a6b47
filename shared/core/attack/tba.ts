import type { Attack } from './attack.ts';
import { descending } from './descending.ts';
import { Guard } from './guard.ts';
import { eliminateNever } from './never-first.ts';
import { candidatesOf, toleranceOf } from './table.ts';
import { thresholdOf } from './threshold.ts';

/** TBA: every cell whose distance is above a threshold, from the greatest down. */
export const tba: Attack = {
  name: 'tba',
  version: 1,
  summary: 'every cell above a threshold (the mean distance times --ratio, or --delta), from the greatest down',
  takes: ['ratio', 'delta'],
  run(table, options = {}) {
    const guard = new Guard(table);
    const tolerance = toleranceOf(table);
    const candidates = candidatesOf(table);
    const distance = (cell: number): number => table.cells[cell] as number;
    const delta = thresholdOf(Float64Array.from(candidates, distance), options);
    eliminateNever(table, guard);
    for (const cell of descending(candidates, table.cells, tolerance)) {
      if (distance(cell) - (delta as number) > tolerance && guard.lets(cell)) guard.eliminate(cell, distance(cell));
    }
    return { kind: 'decided', delta, eliminations: guard.eliminations };
  },
};
