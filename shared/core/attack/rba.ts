import type { Attack } from './attack.ts';
import { attackGroups, type Groups, type Leave } from './comparable-groups.ts';

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

/**
 * Each cell has a weight in its row and one in its column. A cell that leaves shares them equally among the others in the lower
 * cluster of its row and of its column, as they stood before; alone in its cluster it takes them with it.
 */
function sharer({ table, tolerance, sorted, weighted }: Groups): Leave {
  const { rows, columns, cells } = table;
  const rowWeights = new Float64Array(cells.length).fill(1 / columns);
  const columnWeights = new Float64Array(cells.length).fill(1 / rows);
  const weigh = (cell: number): number => {
    const value = (cells[cell] as number) * (1 - (rowWeights[cell] as number)) * (1 - (columnWeights[cell] as number));
    weighted[cell] = value;
    return value;
  };
  // The lower cluster that a cell leaves: its other members stay the lowest of the group, in the same order.
  const othersBelow = (group: number, leaving: number, scored: boolean): number => {
    const below = sorted.belowGap(group, tolerance);
    if (!scored) return below;
    const inside = sorted.stands(group, leaving) < below;
    sorted.remove(group, leaving);
    return inside ? below - 1 : below;
  };

  return (row, column, scored) => {
    const leaving = row * columns + column;
    const inRow = othersBelow(row, leaving, scored);
    const inColumn = othersBelow(rows + column, leaving, scored);
    const rowPart = (rowWeights[leaving] as number) / inRow;
    const rowStart = sorted.start(row);
    for (let place = rowStart; place < rowStart + inRow; place += 1) {
      const cell = sorted.cellAt(place);
      rowWeights[cell] = (rowWeights[cell] as number) + rowPart;
      sorted.change(rows + cell - row * columns, cell, weigh(cell));
    }
    sorted.resort(row, weighted);
    const columnPart = (columnWeights[leaving] as number) / inColumn;
    const columnStart = sorted.start(rows + column);
    for (let place = columnStart; place < columnStart + inColumn; place += 1) {
      const cell = sorted.cellAt(place);
      columnWeights[cell] = (columnWeights[cell] as number) + columnPart;
      sorted.change((cell - column) / columns, cell, weigh(cell));
    }
    sorted.resort(rows + column, weighted);
  };
}
