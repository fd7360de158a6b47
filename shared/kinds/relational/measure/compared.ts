import { digestText } from '../../../core/keys/digest.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { grouped, percent } from '../../../core/verdict/figure-text.ts';
import type { Offers, RecordIds } from '../../../kit/offers.ts';
import { knownTable } from '../core/check/check-table.ts';
import { lossesOfRecoding } from '../core/loss/losses.ts';
import { type Table, valueAt } from '../core/model/table.ts';
import { openKnownTable, tableAt } from '../read/known-table.ts';

/** Needs the hierarchies that the roles name. */
export const utilityOfTable: NonNullable<Offers['utility']> = async ({ release, roles }, original, readers) => {
  if (roles === undefined) return null;
  const { known } = await openKnownTable({ path: release, table: await tableAt(release, readers) }, { roles }, true, readers);
  const table = await tableAt(original, readers);
  if (table.rows < known.table.rows)
    throw new BadInput(`the original has ${table.rows} records, the release ${known.table.rows}`, { file: original });
  const { ncp } = lossesOfRecoding(knownTable(table, known.roles, known.hierarchies), known);
  return { pairCountError: null, ncp };
};

export function recordIdsOf({ columns, rows }: Table): RecordIds {
  const named = columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const header = named.map(({ name }) => name);
  const times = new Map<string, number>();
  const ids = Array.from({ length: rows }, (_, row) => {
    const record = digestText(JSON.stringify([header, named.map((column) => valueAt(column, row))])).slice(0, 32);
    const time = (times.get(record) ?? 0) + 1;
    times.set(record, time);
    return `${record} ${time}`;
  });
  return { ids, all: digestText(JSON.stringify(ids.toSorted())) };
}

export const exposedPeople: NonNullable<Offers['exposed']> = async (path, values, readers) => {
  const { known } = await openKnownTable({ path, table: await tableAt(path, readers) }, values, false, readers);
  const alone = known.classes.sizes.filter((size) => size === 1).length;
  const { rows } = known.table;
  const names = known.quasi.map(({ name }) => name).join(', ');
  return [`Whoever knows ${names} finds ${grouped(alone)} of ${grouped(rows)} persons (${percent(alone / Math.max(1, rows))}).`];
};
