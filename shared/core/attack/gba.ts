import type { Attack } from './attack.ts';
import { attackGroups, type Groups, type Leave } from './comparable-groups.ts';
import { weighted } from './weights.ts';

const gbaOf = (name: string, normalised: boolean, summary: string): Attack => ({
  name,
  version: 1,
  summary,
  takes: ['ratio', 'delta'],
  run: (table, options = {}) => attackGroups(table, options, normalised, reweigher),
});

/** GBA: the greatest member of the row or column with the largest gap. */
export const gba = gbaOf('gba', false, 'the greatest member of the row or column with the largest gap');
/** GBA with the gap as a part of the group's spread. */
export const gbaNormalised = gbaOf('gba-normalised', true, 'gba, the gap as a part of the spread of its row or column');

/** Weights depend on the number of items left: those of the cell's row and column, and no others, change. */
function reweigher({ table, guard, rows, columns }: Groups): Leave {
  const weigh = (cell: number): void => {
    const value = weighted(table, guard, cell);
    rows.change(guard.rowOf(cell), cell, value);
    columns.change(guard.columnOf(cell), cell, value);
  };
  return (cell, scored) => {
    const row = guard.rowOf(cell);
    const column = guard.columnOf(cell);
    if (scored) {
      rows.remove(row, cell);
      columns.remove(column, cell);
    }
    // Upwards: a member that falls passes only those that fell before it.
    for (let place = rows.start(row); place < rows.end(row); place += 1) weigh(rows.cellAt(place));
    for (let place = columns.start(column); place < columns.end(column); place += 1) weigh(columns.cellAt(place));
  };
}
