import type { Attack } from './attack.ts';
import { attackGroups, type ComparableGroups, type Leave } from './comparable-groups.ts';
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
function reweigher({ table, guard, sorted }: ComparableGroups): Leave {
  const { rows, columns, cells } = table;
  const rowFactors = Float64Array.from(guard.rowLeft, factorOf);
  const columnFactors = Float64Array.from(guard.columnLeft, factorOf);
  const weigh = (row: number, column: number): number =>
    (cells[row * columns + column] as number) * (rowFactors[row] as number) * (columnFactors[column] as number);
  return (row, column, scored) => {
    const columnGroup = rows + column;
    if (scored) {
      sorted.remove(row, column);
      sorted.remove(columnGroup, row);
    }
    rowFactors[row] = factorOf(guard.rowLeft[row] as number);
    columnFactors[column] = factorOf(guard.columnLeft[column] as number);
    for (let place = sorted.start(row), end = sorted.end(row); place < end; place += 1) {
      const other = sorted.memberAt(place);
      const value = weigh(row, other);
      sorted.setAt(place, value);
      sorted.change(rows + other, row, value);
    }
    sorted.settle(row);
    for (let place = sorted.start(columnGroup), end = sorted.end(columnGroup); place < end; place += 1) {
      const other = sorted.memberAt(place);
      const value = weigh(other, column);
      sorted.setAt(place, value);
      sorted.change(other, column, value);
    }
    sorted.settle(columnGroup);
  };
}
