import { BadInput } from '../../../core/model/bad-input.ts';
import { type Claim, checkedClaim, claimsHold } from '../../../core/verdict/claim.ts';
import { grouped } from '../../../core/verdict/figure-text.ts';
import type { Check, Readers } from '../../../kit/offers.ts';
import { optionText } from '../../../kit/option-values.ts';
import { plural } from '../../../kit/publish/text.ts';
import { wholeText } from '../../../kit/read/open-bytes.ts';
import { readOriginal, type SourceFile } from '../../../kit/read/read-release.ts';
import { checkedList, violations } from '../../../kit/violations.ts';
import { checkDegree, differencesFrom, type GroupedRelease } from '../core/grouped-release.ts';
import { parseGrouped } from '../core/groups-format.ts';
import { readHolders } from '../core/holders.ts';

/**
 * No sensitive item is in more than one of k transactions of a group; compared with the original, nothing else was changed: what `check`, `audit`
 * and `certify` go by. `differences`: what was; null without the original.
 */
export function checkGroupClaims(release: GroupedRelease, k: number | null, differences: readonly string[] | null) {
  const violations = k === null ? [] : checkDegree(release, k);
  const checked = release.groups.reduce((sum, { sensitive }) => sum + sensitive.size, 0);
  const [first] = violations;
  const claims: Claim[] = [];
  if (k !== null) {
    const example =
      first && `an item in ${grouped(first.count)} of the ${grouped(first.size)} transactions of group ${grouped(first.group)}`;
    claims.push(checkedClaim(`k = ${k}`, 'of every sensitive item and group', checked, violations.length, example ?? null));
  }
  if (differences !== null) {
    const [example = null] = differences;
    claims.push(checkedClaim('nothing is lost or added', 'compared with the original', release.groups.length, differences.length, example));
  }
  return { claims, violations };
}

/** size / count of every sensitive item; with the original, that nothing was lost or added. */
export const runGroupsCheck: Check['run'] = async (file, { k, values }, readers) => {
  if (k === null) throw new BadInput('say what is claimed: --k 10, the p that it was made with', { file: file.name });
  const release = parseGrouped(await wholeText(file.bytes, file.name), file.name);
  const path = optionText(values, 'original');
  const differences =
    path === undefined ? null : differencesFrom(release, await partedOriginal(await readers.file(path), release, readers));
  const { claims, violations: degrees } = checkGroupClaims(release, k, differences);
  const size = release.groups.reduce((sum, { transactions }) => sum + transactions.length, 0);
  const claimed = `no sensitive item in more than one of ${k} transactions of a group`;
  return checkedList({
    claims,
    found: [
      violations(
        degrees,
        ({ group, item, count, size }) => ({ rule: 'degree', group, items: [item], found: size / count, wanted: k }),
        ({ group, item, count, size }) =>
          `  group ${group}: ${JSON.stringify(item)} in ${count} of ${plural(size, 'transaction')}, more than one of ${k}`,
      ),
      violations(
        differences ?? [],
        (what) => ({ rule: 'original', what }),
        (what) => `  ${what}`,
      ),
    ],
    summary: [
      `${file.name}: ${plural(release.groups.length, 'group')} of ${plural(size, 'transaction')}: ${claimsHold(claims) === false ? 'NOT ' : ''}as claimed (${claimed}${path === undefined ? '' : '; the same as the original otherwise'})`,
    ],
  });
};

async function partedOriginal(file: SourceFile, release: Parameters<typeof readHolders>[2], { reading }: Readers) {
  const { transactions } = await readOriginal(file, reading);
  return (await readHolders(file.name, withoutGroups(transactions), release)).parted;
}

/** Differences are counted over the whole release: a transaction in another group is not lost. */
async function* withoutGroups<T extends { readonly cluster?: number }>(transactions: AsyncIterable<T>): AsyncGenerator<Omit<T, 'cluster'>> {
  for await (const { cluster: _, ...transaction } of transactions) yield transaction;
}
