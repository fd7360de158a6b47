import { BadInput } from '../../../core/model/bad-input.ts';
import { placedLines } from '../../../kit/make/transaction-lines.ts';
import type { Method } from '../../../kit/offers.ts';
import { optionText, wholeNumber } from '../../../kit/option-values.ts';
import { readItemsets, transactionsIn } from '../../../kit/read/read-transactions.ts';
import { makeGroups } from '../core/cahd.ts';
import { checkDegree, differencesFrom } from '../core/grouped-release.ts';
import { writeGrouped } from '../core/groups-format.ts';
import { queryError } from '../core/query-error.ts';

/** Group-by queries of the method's authors: items in each, and number of queries. */
const QUERIES = { items: 4, queries: 100 } as const;

export const makeByCahd: Method['make'] = async (file, { k: p, seed, order, values }, readers) => {
  const named = optionText(values, 'sensitive');
  if (named === undefined) throw new BadInput('cahd needs --sensitive: a file with the sensitive items, one or more a line');
  const alpha = wholeNumber(String(values['alpha']), '--alpha', 1);
  const transactions = await transactionsIn(file, readers);
  const sensitive = (await readItemsets(named, readers)).flatMap(({ items }) => items as readonly string[]);
  const { release, original, groupOf } = makeGroups(transactions, sensitive, { p, alpha, seed, order });
  // The checks are code of their own: what they do not pass is not written.
  const [violation] = checkDegree(release, p);
  const differences = differencesFrom(release, original);
  if (violation !== undefined || differences.length > 0)
    throw new Error(`the release made would not hold its claim: ${violation === undefined ? differences[0] : `group ${violation.group}`}`);
  const free = release.groups.filter((group) => group.sensitive.size === 0).length;
  return {
    files: [
      { name: 'release.json', pieces: writeGrouped(release) },
      { name: 'original.jsonl', pieces: placedLines(transactions, groupOf) },
    ],
    measures: {
      method: 'cahd',
      p,
      alpha,
      sensitiveItems: new Set(sensitive).size,
      groups: release.groups.length,
      groupsWithoutSensitive: free,
      largestGroup: release.groups.reduce((most, group) => Math.max(most, group.transactions.length), 0),
      groupQueryError: queryError(release, original, { ...QUERIES, seed }),
    },
    notes:
      order === 'keep'
        ? ['the first transaction of a group holds a sensitive item, since --order keep was asked: do not publish this']
        : [],
    request: { release: 'release.json', kind: 'groups', original: 'original.jsonl', claim: { k: p } },
  };
};
