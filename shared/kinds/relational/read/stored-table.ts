import * as z from 'zod';
import { type TableRolesFile, tableRoles } from '../../../contracts/table-roles.ts';
import { many } from '../../../contracts/work-blob.ts';
import type { KnownTable } from '../core/check/check-table.ts';
import { hierarchyRows, valueHierarchy } from '../core/model/hierarchy.ts';
import type { Table } from '../core/model/table.ts';
import { knownRelease } from './buckets.ts';
import type { GivenTable } from './open.ts';
import { rolesFor } from './roles.ts';

export interface StoredTable {
  readonly rows: number;
  readonly columns: readonly { readonly name: string; readonly values: readonly string[]; readonly codes: readonly number[] }[];
}

/** A table with all that is known of its columns, as JSON. */
export interface StoredKnown {
  readonly table: StoredTable;
  readonly roles: TableRolesFile;
  /** By column: one row for each value, with its label on every level. */
  readonly hierarchies: readonly (readonly [column: string, rows: readonly (readonly string[])[]])[];
  /** Bucket of each record; null: classes are equivalence classes. */
  readonly buckets: readonly number[] | null;
}

export const STORED_TABLE: z.ZodType<StoredTable> = z.strictObject({
  rows: z.int().min(0),
  columns: z.array(z.strictObject({ name: z.string(), values: many(z.string()), codes: many(z.int()) })),
});
export const STORED_KNOWN: z.ZodType<StoredKnown> = z.strictObject({
  table: STORED_TABLE,
  roles: tableRoles,
  hierarchies: z.array(z.tuple([z.string(), many(many(z.string()))])),
  buckets: many(z.int()).nullable(),
});

export const storeTable = ({ rows, columns }: Table): StoredTable => ({
  rows,
  columns: columns.map(({ name, values, codes }) => ({ name, values, codes: [...codes] })),
});

export const restoreTable = ({ rows, columns }: StoredTable): Table => ({
  rows,
  columns: columns.map(({ name, values, codes }) => ({ name, values, codes: Int32Array.from(codes) })),
});

export const storeKnown = ({
  table,
  roles,
  hierarchies,
  buckets,
}: Pick<GivenTable, 'table' | 'roles' | 'hierarchies' | 'buckets'>): StoredKnown => ({
  table: storeTable(table),
  roles,
  hierarchies: [...hierarchies].map(([name, hierarchy]) => [name, hierarchyRows(hierarchy)]),
  buckets: buckets === null ? null : [...buckets],
});

export function restoreKnown({ table: stored, roles: file, hierarchies: rows, buckets }: StoredKnown): KnownTable {
  const table = restoreTable(stored);
  const roles = rolesFor(table, file);
  const hierarchies = new Map(rows.map(([name, each]) => [name, valueHierarchy(each)]));
  return knownRelease(table, roles, hierarchies, buckets === null ? null : Int32Array.from(buckets));
}
