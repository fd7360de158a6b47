import type { Attack } from './attack.ts';
import { attackGroups, type Groups, type Leave } from './comparable-groups.ts';
import { factorOf } from './weights.ts';

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
function reweigher({ table, guard, sorted, weighted }: Groups): Leave {
  const { rows, columns, cells } = table;
  const rowFactors = Float64Array.from(guard.rowLeft, factorOf);
  const columnFactors = Float64Array.from(guard.columnLeft, factorOf);
  return (row, column, scored) => {
    if (scored) {
      sorted.remove(row, row * columns + column);
      sorted.remove(rows + column, row * columns + column);
    }
    rowFactors[row] = factorOf(guard.rowLeft[row] as number);
    columnFactors[column] = factorOf(guard.columnLeft[column] as number);
    for (let place = sorted.start(row), end = sorted.end(row); place < end; place += 1) {
      const cell = sorted.cellAt(place);
      const other = cell - row * columns;
      const value = (cells[cell] as number) * (rowFactors[row] as number) * (columnFactors[other] as number);
      weighted[cell] = value;
      sorted.change(rows + other, cell, value);
    }
    sorted.resort(row, weighted);
    for (let place = sorted.start(rows + column), end = sorted.end(rows + column); place < end; place += 1) {
      const cell = sorted.cellAt(place);
      const other = (cell - column) / columns;
      const value = (cells[cell] as number) * (rowFactors[other] as number) * (columnFactors[column] as number);
      weighted[cell] = value;
      sorted.change(other, cell, value);
    }
    sorted.resort(rows + column, weighted);
  };
}
