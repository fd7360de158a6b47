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
function sharer({ table, guard, tolerance, rows, columns }: Groups): Leave {
  const { cells } = table;
  const rowWeights = new Float64Array(cells.length).fill(1 / table.columns);
  const columnWeights = new Float64Array(cells.length).fill(1 / table.rows);

  const share = (weights: Float64Array, cluster: Int32Array, leaving: number): void => {
    const others = cluster.includes(leaving) ? cluster.length - 1 : cluster.length;
    const part = (weights[leaving] as number) / others;
    for (const cell of cluster) {
      if (cell === leaving) continue;
      weights[cell] = (weights[cell] as number) + part;
      const value = (cells[cell] as number) * (1 - (rowWeights[cell] as number)) * (1 - (columnWeights[cell] as number));
      rows.change(guard.rowOf(cell), cell, value);
      columns.change(guard.columnOf(cell), cell, value);
    }
  };

  return (cell, scored) => {
    const row = guard.rowOf(cell);
    const column = guard.columnOf(cell);
    const inRow = rows.lowerCluster(row, tolerance);
    const inColumn = columns.lowerCluster(column, tolerance);
    if (scored) {
      rows.remove(row, cell);
      columns.remove(column, cell);
    }
    share(rowWeights, inRow, cell);
    share(columnWeights, inColumn, cell);
  };
}
