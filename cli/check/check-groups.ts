import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { plural } from '../../shared/app/audit/publish/text.ts';
import { readOriginal, type SourceFile } from '../../shared/app/read-release.ts';
import { wholeText } from '../../shared/app/whole-text.ts';
import { differencesFrom } from '../../shared/core/cahd/grouped-release.ts';
import { readHolders } from '../../shared/core/cahd/holders.ts';
import { parseGrouped } from '../../shared/core/format/grouped.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { checkGroupClaims } from '../../shared/kinds/groups/check/claims.ts';
import { tellsGroups } from '../../shared/kinds/groups/tells.ts';
import { ExitCode } from '../command.ts';
import type { StructureCheck } from './structure-check.ts';

/** Groups with sensitive items: size / count of every item, and, beside the original, that nothing was lost or added. */
export const checkGroups: StructureCheck = {
  tells: tellsGroups,
  async run(file, { k, original, json, most }, terminal) {
    if (k === null) throw new BadInput('say what is claimed: --k 10, the p that it was made with', { file: file.name });
    const release = parseGrouped(await wholeText(file.bytes, file.name), file.name);
    const compared = original === null ? null : differencesFrom(release, await partedOriginal(original, release));
    const { claims, violations } = checkGroupClaims(release, k, compared);
    const differences = compared ?? [];
    const holds = claims.every(({ state }) => state !== 'broken');
    if (json) {
      for (const { group, item, count, size } of violations)
        terminal.out.write(`${JSON.stringify({ rule: 'degree', group, items: [item], found: size / count, wanted: k })}\n`);
      for (const what of differences) terminal.out.write(`${JSON.stringify({ rule: 'original', what })}\n`);
      return holds ? ExitCode.done : ExitCode.claimFalse;
    }
    for (const { group, item, count, size } of violations.slice(0, most))
      terminal.out.write(
        `  group ${group}: ${JSON.stringify(item)} in ${count} of ${plural(size, 'transaction')}, more than one of ${k}\n`,
      );
    if (violations.length > most) terminal.out.write(`  ... and ${violations.length - most} more (--all, --json)\n`);
    for (const what of differences) terminal.out.write(`  ${what}\n`);
    const size = release.groups.reduce((sum, { transactions }) => sum + transactions.length, 0);
    const claimed = `no sensitive item in more than one of ${k} transactions of a group`;
    terminal.out.write(
      `${file.name}: ${plural(release.groups.length, 'group')} of ${plural(size, 'transaction')}: ${holds ? '' : 'NOT '}as claimed (${claimed}${original === null ? '' : '; the same as the original otherwise'})\n`,
    );
    return holds ? ExitCode.done : ExitCode.claimFalse;
  },
};

async function partedOriginal(file: SourceFile, release: Parameters<typeof readHolders>[2]) {
  const { transactions } = await readOriginal(file, { gunzip, tables: tableFiles });
  return (await readHolders(file.name, withoutGroups(transactions), release)).parted;
}

/** What differs is counted over the whole release: a transaction in another group is no lost one. */
async function* withoutGroups<T extends { readonly cluster?: number }>(transactions: AsyncIterable<T>): AsyncGenerator<Omit<T, 'cluster'>> {
  for await (const { cluster: _, ...transaction } of transactions) yield transaction;
}
