import type { TableRolesFile } from '../../../contracts/table-roles.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { numberIn } from '../../../core/statistics/clusters.ts';
import { type KnownTable, knownTable } from '../core/check/check-table.ts';
import { classesBy } from '../core/model/classes.ts';
import type { ValueHierarchy } from '../core/model/hierarchy.ts';
import type { TableRoles } from '../core/model/roles.ts';
import { type Column, ColumnBuilder, type Table, valueAt } from '../core/model/table.ts';

/**
 * Joins a release in buckets into one table. Within a bucket, values are in the order of the values' file: the release does not say whose is whose.
 */
export function joinBuckets(
  table: Table,
  values: Table,
  { columns: roles }: TableRolesFile,
  file: string,
): { readonly table: Table; readonly of: Int32Array } {
  const [bucket, value, count, ...more] = values.columns;
  const own = table.columns.find(({ name }) => name === bucket?.name);
  if (bucket === undefined || value === undefined || count === undefined || more.length > 0 || own === undefined)
    throw new BadInput('wanted three columns: the bucket, named as in the release, the value, and how often it is in the bucket', { file });
  if (roles[value.name]?.role !== 'sensitive') throw new BadInput(`"${value.name}" is no sensitive column of the roles`, { file, line: 1 });
  const numbers = new Map<string, number>();
  const of = Int32Array.from({ length: table.rows }, (_, row) => numberIn(numbers, valueAt(own, row)));
  const lists = listsOf({ bucket, value, count }, values.rows, numbers, file);
  const next = new Int32Array(numbers.size);
  const builder = new ColumnBuilder(value.name);
  for (const group of of) {
    const each = lists[group]?.[next[group]];
    if (each === undefined) throw new BadInput('a bucket of the release has more records than values here', { file });
    next[group] += 1;
    builder.push(each);
  }
  if (lists.some((list, group) => list.length > next[group]))
    throw new BadInput('a bucket has more values here than records in the release', { file });
  return { table: { rows: table.rows, columns: [...table.columns.filter((column) => column !== own), builder.column()] }, of };
}

/** A release; with `of`, its classes are its buckets. Buckets protect values, not quasi-identifiers, so no k applies. */
export function knownRelease(
  table: Table,
  roles: TableRoles,
  hierarchies: ReadonlyMap<string, ValueHierarchy>,
  of: Int32Array | null,
): KnownTable {
  if (of === null) return knownTable(table, roles, hierarchies);
  const count = of.reduce((most, bucket) => Math.max(most, bucket + 1), 0);
  return knownTable(table, { ...roles, claim: { ...roles.claim, k: undefined } }, hierarchies, classesBy(of, count));
}

/** The values of each bucket, with repeats. */
function listsOf(
  { bucket, value, count }: Readonly<Record<'bucket' | 'value' | 'count', Column>>,
  rows: number,
  numbers: ReadonlyMap<string, number>,
  file: string,
): string[][] {
  const lists: string[][] = Array.from(numbers, () => []);
  for (let row = 0; row < rows; row += 1) {
    const group = numbers.get(valueAt(bucket, row));
    const times = Number(valueAt(count, row));
    if (group === undefined) throw new BadInput('this bucket has no record in the release', { file, line: row + 2 });
    if (!Number.isSafeInteger(times) || times < 1 || times > 1e9)
      throw new BadInput('a count is a whole number from 1', { file, line: row + 2 });
    for (let each = 0; each < times; each += 1) {
      if ((lists[group]?.length ?? 0) > 1e9) throw new BadInput('more values than a table can hold', { file, line: row + 2 });
      lists[group]?.push(valueAt(value, row));
    }
  }
  return lists;
}
