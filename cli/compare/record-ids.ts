import { createHash } from 'node:crypto';
import { type Table, valueAt } from '../../shared/core/relational/model/table.ts';
import { tableAt } from '../tables/table-options.ts';
import type { ReleaseHere } from './utility.ts';

/** What tells the people of a table apart, whatever order its records were put in. */
export interface RecordIds {
  /** Of each record in the order of the release. Equal records are numbered: they are as good as each other. */
  readonly ids: readonly string[];
  /** Of all of them, in any order. */
  readonly all: string;
}

/** Anonymisers shuffle records, and put the original beside the release in the same order; null of what is no table of people. */
export async function recordIdsAt({ request: { original, roles, columns } }: ReleaseHere): Promise<RecordIds | null> {
  if (original === undefined || (roles ?? columns) === undefined) return null;
  return recordIdsOf(await tableAt(original));
}

export function recordIdsOf(table: Table): RecordIds {
  const named = table.columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const header = named.map(({ name }) => name);
  const times = new Map<string, number>();
  const ids = Array.from({ length: table.rows }, (_, row) => {
    const record = hashOf([header, named.map((column) => valueAt(column, row))]);
    const time = (times.get(record) ?? 0) + 1;
    times.set(record, time);
    return `${record} ${time}`;
  });
  return { ids, all: hashOf(ids.toSorted()) };
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
