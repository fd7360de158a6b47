import { type LinkColumn, type Linked, linkTables } from '../attack/linking.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { Table } from '../model/table.ts';
import { linkColumns } from './link-findings.ts';

/** How a second release relates to the one that is audited. */
export type Relation = 'same-people' | 'earlier' | 'later' | 'other-holder';

export interface OtherRelease {
  readonly table: Table;
  readonly relation: Relation;
}

/** Rows of the other release on the left, of this one on the right: compatible in the common quasi-identifiers, equal in what is published unchanged. */
export function rowsOfBoth(
  known: KnownTable,
  other: Table,
  withValues: boolean,
): { readonly columns: readonly LinkColumn[]; readonly linked: Linked } {
  const unchanged = known.table.columns.flatMap((right): LinkColumn[] => {
    const role = known.roles.columns.get(right.name)?.role;
    const left = other.columns.find(({ name }) => name === right.name);
    return !withValues || left === undefined || (role !== 'sensitive' && role !== 'other') ? [] : [{ left, right, reader: null }];
  });
  const columns = [...linkColumns(known, other), ...unchanged];
  return { columns, linked: linkTables(columns, other.rows, known.table.rows) };
}
