import type { Linked } from '../attack/linking.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { Sensitive } from '../model/classes.ts';
import type { Second } from './second-release.ts';

/** Rows that are alike: equal cells, value, and group among the rows of both releases. */
export interface RowTypes {
  readonly cells: readonly number[];
  readonly codes: readonly number[];
  readonly groups: readonly number[];
  readonly sizes: readonly number[];
  readonly first: readonly number[];
}

export function rowTypesOf(
  { table, classes }: KnownTable,
  { codes, values }: Sensitive,
  { right }: Linked,
  second: Second | null,
): RowTypes {
  const known = new Map<number, number>();
  const found = { cells: [] as number[], codes: [] as number[], groups: [] as number[], sizes: [] as number[], first: [] as number[] };
  for (let row = 0; row < table.rows; row += 1) {
    const cell = classes.of[row] < 0 ? right.count : right.of[row];
    const group = second?.groupOf[row] ?? 0;
    const key = (cell * values.length + codes[row]) * (second?.groups ?? 1) + group;
    const type = known.get(key) ?? found.cells.length;
    if (type === found.cells.length) {
      known.set(key, type);
      found.cells.push(cell);
      found.codes.push(codes[row]);
      found.groups.push(group);
      found.sizes.push(0);
      found.first.push(row);
    }
    found.sizes[type] += 1;
  }
  return found;
}
