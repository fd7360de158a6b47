import type { Attack } from './attack.ts';
import { attackGroups, type ComparableGroups, type Leave } from './comparable-groups.ts';

const rbaOf = (name: string, normalised: boolean, summary: string): Attack => ({
  name,
  version: 1,
  summary,
  takes: ['ratio', 'delta'],
  run: (table, options = {}) => attackGroups(table, options, normalised, sharer),
});

/** RBA: as GBA, and what leaves hands its weight to the near members of its row and column. */
export const rba = rbaOf('rba', false, 'gba, where a cell that leaves hands its weight to the nearest members of its row and column');
/** RBA with the gap as a part of the group's spread. */
export const rbaNormalised = rbaOf('rba-normalised', true, 'rba, the gap as a part of the spread of its row or column');

/** Each cell's distance, row weight and column weight stand side by side, since they are needed together. */
const STRIDE = 3;
const ROW_WEIGHT = 1;
const COLUMN_WEIGHT = 2;

/**
 * Each cell has a weight in its row and one in its column. A cell that leaves shares them equally among the others in the lower
 * cluster of its row and of its column, as they stood before; alone in its cluster it takes them with it.
 */
function sharer({ table, tolerance, sorted }: ComparableGroups): Leave {
  const { rows, columns } = table;
  const state = new Float64Array(STRIDE * table.cells.length);
  for (let cell = 0; cell < table.cells.length; cell += 1) {
    state[STRIDE * cell] = table.cells[cell] as number;
    state[STRIDE * cell + ROW_WEIGHT] = 1 / columns;
    state[STRIDE * cell + COLUMN_WEIGHT] = 1 / rows;
  }
  /** Adds to one of a cell's weights; what it then weighs. */
  const receive = (cell: number, weight: number, part: number): number => {
    const at = STRIDE * cell;
    state[at + weight] = (state[at + weight] as number) + part;
    return (state[at] as number) * (1 - (state[at + ROW_WEIGHT] as number)) * (1 - (state[at + COLUMN_WEIGHT] as number));
  };
  // How many stay in the lower cluster that a member leaves: they are the lowest of the group, in the same order as before.
  const othersBelow = (group: number, leaving: number, scored: boolean): number => {
    const below = sorted.belowGap(group, tolerance);
    if (!scored) return below;
    const inside = sorted.stands(group, leaving) < below;
    sorted.remove(group, leaving);
    return inside ? below - 1 : below;
  };

  return (row, column, scored) => {
    const columnGroup = rows + column;
    const leaving = STRIDE * (row * columns + column);
    const inRow = othersBelow(row, column, scored);
    const inColumn = othersBelow(columnGroup, row, scored);
    const rowPart = (state[leaving + ROW_WEIGHT] as number) / inRow;
    for (let place = sorted.start(row), end = place + inRow; place < end; place += 1) {
      const other = sorted.memberAt(place);
      const value = receive(row * columns + other, ROW_WEIGHT, rowPart);
      sorted.setAt(place, value);
      sorted.change(rows + other, row, value);
    }
    sorted.settle(row);
    const columnPart = (state[leaving + COLUMN_WEIGHT] as number) / inColumn;
    for (let place = sorted.start(columnGroup), end = place + inColumn; place < end; place += 1) {
      const other = sorted.memberAt(place);
      const value = receive(other * columns + column, COLUMN_WEIGHT, columnPart);
      sorted.setAt(place, value);
      sorted.change(other, column, value);
    }
    sorted.settle(columnGroup);
  };
}
