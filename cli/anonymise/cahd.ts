import { checkDegree, differencesFrom } from '../../shared/core/cahd/grouped-release.ts';
import { makeGroups } from '../../shared/core/cahd/make-groups.ts';
import { queryError } from '../../shared/core/cahd/query-error.ts';
import { writeGrouped } from '../../shared/core/format/grouped.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { placedLines } from './json-lines.ts';
import type { Method } from './method.ts';
import { wholeNumber } from './numbers.ts';
import { readLines } from './read-lines.ts';

/** Group-by queries as the method's authors ask them: over this many items, so many of them. */
const QUERIES = { items: 4, queries: 100 } as const;

export const method: Method = {
  degree: 'p',
  options: {
    sensitive: { type: 'string' },
    p: { type: 'string' },
    alpha: { type: 'string', default: '3' },
  },
  async make({ transactions, k: p, seed, order, values }) {
    if (values['sensitive'] === undefined)
      throw new BadInput('cahd needs --sensitive: a file with the sensitive items, one or more a line');
    const alpha = wholeNumber(String(values['alpha']), '--alpha', 1);
    const sensitive = (await readLines(String(values['sensitive']))).flatMap(({ items }) => items as readonly string[]);
    const { release, original, groupOf } = makeGroups(transactions, sensitive, { p, alpha, seed, order });
    // The checks are code of their own: what they do not pass is not written.
    const [violation] = checkDegree(release, p);
    const differences = differencesFrom(release, original);
    if (violation !== undefined || differences.length > 0)
      throw new Error(
        `the release made would not hold its claim: ${violation === undefined ? differences[0] : `group ${violation.group}`}`,
      );
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
  },
};
