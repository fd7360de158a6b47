import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type KnownTable, knownTable } from '../../shared/core/relational/check/check-table.ts';
import { type Losses, lossesOf } from '../../shared/core/relational/loss/losses.ts';
import { classesBy } from '../../shared/core/relational/model/classes.ts';
import { openKnownTable, tableAt } from './table-options.ts';

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

/** The same of files. */
export async function lossesAgainst(originalFile: string, releaseFile: string, roles: string) {
  const { known } = await openKnownTable(releaseFile, { roles }, true);
  const table = await tableAt(originalFile);
  if (table.rows < known.table.rows)
    throw new BadInput(`the original has ${table.rows} records, the release ${known.table.rows}`, { file: originalFile });
  return lossesOfRecoding(knownTable(table, known.roles, known.hierarchies), known);
}
