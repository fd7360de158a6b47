import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { plural } from '../../shared/app/audit/publish/text.ts';
import { readOriginal } from '../../shared/app/read-release.ts';
import { wholeText } from '../../shared/app/whole-text.ts';
import { parseLocal } from '../../shared/core/format/local.ts';
import { inexactRows } from '../../shared/core/local/local-generalisation.ts';
import { originalLeaves } from '../../shared/core/local/original-leaves.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { checkLocalClaims } from '../../shared/kinds/local/check/claims.ts';
import { tellsLocal } from '../../shared/kinds/local/tells.ts';
import { ExitCode } from '../command.ts';
import type { StructureCheck } from './structure-check.ts';

/** Each published set stands on k transactions; beside the original: it is exactly what its items generalise to. */
export const checkLocal: StructureCheck = {
  tells: tellsLocal,
  async run({ name, bytes }, { k, original, json, most }, terminal) {
    if (k === null) throw new BadInput('say what is claimed: --k 5', { file: name });
    const release = parseLocal(await wholeText(bytes, name), name);
    const compared = original === null ? null : await inexactBeside(original);
    const { claims, rare } = checkLocalClaims(release.transactions, k, compared);
    const inexact = compared ?? [];
    const holds = claims.every(({ state }) => state !== 'broken');
    const found = [
      ...rare.map(({ row, times }) => ({ rule: 'class', transaction: row + 1, found: times, wanted: k })),
      ...inexact.map((row) => ({ rule: 'original', transaction: row + 1 })),
    ];
    if (json) {
      for (const each of found) terminal.out.write(`${JSON.stringify(each)}\n`);
      return holds ? ExitCode.done : ExitCode.claimFalse;
    }
    for (const { row, times } of rare.slice(0, most))
      terminal.out.write(`  transaction ${row + 1}: ${plural(times, 'transaction')} publish its nodes, fewer than k = ${k}\n`);
    for (const row of inexact.slice(0, most)) terminal.out.write(`  transaction ${row + 1}: not what its items generalise to\n`);
    const hidden = Math.max(0, rare.length - most) + Math.max(0, inexact.length - most);
    if (hidden > 0) terminal.out.write(`  ... and ${hidden} more (--all, --json)\n`);
    terminal.out.write(
      `${name}: ${plural(release.transactions.length, 'transaction')}: ${holds ? '' : 'NOT '}as claimed (each published set on ${k} transactions${original === null ? '' : ', and what the items generalise to'})\n`,
    );
    return holds ? ExitCode.done : ExitCode.claimFalse;

    async function inexactBeside(file: NonNullable<typeof original>): Promise<readonly number[]> {
      const { transactions } = await readOriginal(file, { gunzip, tables: tableFiles });
      return inexactRows(await originalLeaves(file.name, transactions, release), release.transactions, release.tree);
    }
  },
};
