import type { KnownTable } from '../../../core/relational/check/check-table.ts';
import type { Column, Table } from '../../../core/relational/model/table.ts';
import { ROW_NAMES, valueAt } from '../../../core/relational/model/table.ts';

/**
 * The release's record of each person of an external table, -1 for who is not in it: by the columns that name people in the original and in
 * the external table and that the release leaves out. The original's records stand in the order of the release. Null: nobody can tell.
 */
export function recordsOf({ table, roles }: KnownTable, external: Table, original: Table | null): Int32Array | null {
  if (original === null || original.rows < table.rows) return null;
  for (const column of original.columns) {
    const other = external.columns.find(({ name }) => name === column.name);
    if (other === undefined || column.name === ROW_NAMES || roles.columns.has(column.name)) continue;
    if (isUnique(column, original.rows) && isUnique(other, external.rows)) return match(column, other, table.rows, external.rows);
  }
  return null;
}

const isUnique = ({ codes }: Column, rows: number): boolean => new Set(codes).size === rows;

function match(column: Column, other: Column, published: number, people: number): Int32Array {
  const record = new Map<string, number>();
  for (let row = 0; row < published; row += 1) record.set(valueAt(column, row), row);
  return Int32Array.from({ length: people }, (_, person) => record.get(valueAt(other, person)) ?? -1);
}
