import type { KnownTable } from '../check/check-table.ts';
import { classesBy } from '../model/classes.ts';
import { type Losses, lossesOf } from './losses.ts';

/** What a release lost of the table that it was made from: records that were left out count as fully general. */
export function lossesOfRecoding(original: KnownTable, release: KnownTable): Omit<Losses, 'suppressed'> & { readonly classes: number } {
  const values = new Map(original.table.columns.map((column) => [column.name, column.values]));
  const domains = release.quasi.map(({ name, values: published }) => ({
    type: release.roles.columns.get(name)?.type ?? 'word',
    hierarchy: original.hierarchies.get(name) ?? null,
    missing: original.roles.missing,
    values: values.get(name) ?? published,
  }));
  const { of, count } = release.classes;
  const records = original.table.rows;
  const all = new Int32Array(records).fill(-1);
  all.set(of);
  const padded = release.quasi.map((column) => {
    const codes = new Int32Array(records);
    codes.set(column.codes);
    return { ...column, codes };
  });
  const { suppressed: _suppressed, ...losses } = lossesOf(padded, domains, classesBy(all, count), original.roles.claim.k ?? 1);
  return { classes: count, ...losses };
}
