import { BadInput } from '../../shared/core/model/bad-input.ts';
import { knownTable } from '../../shared/core/relational/check/check-table.ts';
import { lossesOfRecoding } from '../../shared/core/relational/loss/losses-of-recoding.ts';
import { openKnownTable, tableAt } from './table-options.ts';

/** What a release lost of the table that it was made from, both of them files. */
export async function lossesAgainst(originalFile: string, releaseFile: string, roles: string) {
  const { known } = await openKnownTable(releaseFile, { roles }, true);
  const table = await tableAt(originalFile);
  if (table.rows < known.table.rows)
    throw new BadInput(`the original has ${table.rows} records, the release ${known.table.rows}`, { file: originalFile });
  return lossesOfRecoding(knownTable(table, known.roles, known.hierarchies), known);
}
