import { BadInput } from '../../../../core/model/bad-input.ts';
import { EQUAL } from '../check/diversity.ts';
import { groupRows } from '../model/grouping.ts';
import { rowsInHierarchy } from '../model/hierarchy.ts';
import type { PresenceClaim } from '../model/roles.ts';
import type { Table } from '../model/table.ts';
import type { Recodable } from './recodable.ts';

/** delta-presence as a goal: whether a node, by which both tables are recoded, keeps the share of every public class in the private table. */
export function keepsPresence(data: Recodable, open: Table, { min, max }: PresenceClaim): (levels: readonly number[]) => boolean {
  const leaves = data.columns.map(({ name, hierarchy }) => {
    const column = open.columns.find((each) => each.name === name);
    if (column === undefined) throw new BadInput(`the public table needs the column "${name}"`);
    const rowOf = rowsInHierarchy(column, hierarchy);
    return column.codes.map((code) => rowOf[code]);
  });
  const rows = data.rows + open.rows;
  return (levels) => {
    const { of, count } = groupRows(
      rows,
      data.columns.map(({ hierarchy, leaf }, at) => {
        const labels = hierarchy.codes[levels[at]];
        const codes = new Int32Array(rows);
        for (const [row, value] of leaf.entries()) codes[row] = labels[value];
        for (const [row, value] of leaves[at].entries()) codes[data.rows + row] = labels[value];
        return { codes, size: hierarchy.labels[levels[at]].length };
      }),
    );
    const [inside, all] = [new Int32Array(count), new Int32Array(count)];
    for (const [row, group] of of.entries()) (row < data.rows ? inside : all)[group] += 1;
    return all.every((people, group) => {
      if (inside[group] > people)
        throw new BadInput('some classes of the table have more people than the public table has: the table is not a part of it');
      const share = people === 0 ? min : inside[group] / people;
      return share >= min - EQUAL && share <= max + EQUAL;
    });
  };
}
