import type { Attack } from './attack.ts';
import { descending } from './descending.ts';
import { Guard } from './guard.ts';
import { candidatesOf, isNever, toleranceOf } from './table.ts';

/** MDA: the one cell whose distance is greatest. */
export const mda: Attack = {
  name: 'mda',
  version: 1,
  summary: 'the one cell with the greatest distance',
  takes: [],
  run(table) {
    const guard = new Guard(table);
    const never = table.cells.findIndex(isNever);
    const { value: greatest } = descending(candidatesOf(table), table.cells, toleranceOf(table)).next();
    const cell = never >= 0 ? never : greatest;
    if (cell !== undefined && guard.lets(cell)) guard.eliminate(cell, table.cells[cell] as number);
    return { kind: 'decided', delta: null, eliminations: guard.eliminations };
  },
};
