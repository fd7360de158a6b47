import type { Linked } from '../attack/linking.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { Sensitive } from '../model/classes.ts';
import { groupRows } from '../model/grouping.ts';
import type { Second } from './second-release.ts';

/** Rows that are alike: equal cells, values, and group among the rows of both releases. */
export interface RowTypes {
  readonly cells: Int32Array;
  readonly codes: Int32Array;
  readonly groups: Int32Array;
  readonly sizes: Int32Array;
  readonly first: Int32Array;
}

/** `columns`: the sensitive columns of which something is known, this one among them. */
export function rowTypesOf(
  { table, classes }: KnownTable,
  { codes }: Sensitive,
  columns: readonly Sensitive[],
  { right }: Linked,
  second: Second | null,
): RowTypes {
  const cells = right.of.map((group, row) => (classes.of[row] < 0 ? right.count : group));
  const { of, count, first } = groupRows(table.rows, [
    { codes: cells, size: right.count + 1 },
    ...columns.map((column) => ({ codes: column.codes, size: column.values.length })),
    ...(second === null ? [] : [{ codes: second.groupOf, size: second.groups }]),
  ]);
  const sizes = new Int32Array(count);
  for (const type of of) sizes[type] += 1;
  return {
    cells: first.map((row) => cells[row]),
    codes: first.map((row) => codes[row]),
    groups: first.map((row) => second?.groupOf[row] ?? 0),
    sizes,
    first,
  };
}
