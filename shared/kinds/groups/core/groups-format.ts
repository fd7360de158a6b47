import { itemFault } from '../../../core/format/item.ts';
import { isObject, listAt, objectAt, type Path, parseShaped, ShapeFault, termsAt } from '../../../core/format/json-shape.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { GroupedRelease, SensitiveGroup } from './grouped-release.ts';

/** Reads groups with sensitive items; whatever is wrong with them is a BadInput with its line and column. */
export const parseGrouped = (text: string, file: string): GroupedRelease => parseShaped(text, file, readGroups);

function readGroups(value: unknown): GroupedRelease {
  const release = objectAt(value, [], ['groups']);
  const groups = listAt(release['groups'], ['groups'], '"groups" is the list of groups');
  if (groups.length === 0) throw new ShapeFault('a release has at least one group', ['groups']);
  const read = groups.map((group, at) => readGroup(group, ['groups', at]));
  const sensitive = new Set(read.flatMap((group) => [...group.sensitive.keys()]));
  for (const [group, { transactions }] of read.entries()) {
    for (const [at, items] of transactions.entries()) {
      const told = items.findIndex((item) => sensitive.has(item));
      if (told >= 0)
        throw new ShapeFault('a sensitive item in a transaction: it is told for the group alone', [
          'groups',
          group,
          'transactions',
          at,
          told,
        ]);
    }
  }
  return { groups: read };
}

function readGroup(value: unknown, path: Path): SensitiveGroup {
  const group = objectAt(value, path, ['transactions', 'sensitive']);
  const here = [...path, 'transactions'];
  const transactions = listAt(group['transactions'], here, '"transactions" is a list of transactions, each a list of items');
  if (transactions.length === 0) throw new ShapeFault('a group has at least one transaction', here);
  const counts = group['sensitive'];
  const beside = [...path, 'sensitive'];
  if (!isObject(counts)) throw new ShapeFault('"sensitive" says how many of the transactions hold each item: {"item":1}', beside);
  for (const [item, count] of Object.entries(counts)) {
    const wrong = itemFault(item);
    if (wrong !== null) throw new ShapeFault(wrong, beside);
    if (!Number.isSafeInteger(count) || (count as number) < 1 || (count as number) > transactions.length)
      throw new ShapeFault(`a whole number from 1 to ${transactions.length}, the group's transactions, is wanted here`, [...beside, item]);
  }
  const sorted = (Object.entries(counts) as [string, number][]).toSorted(([a], [b]) => compareCodePoints(a, b));
  return { transactions: transactions.map((items, at) => termsAt(items, [...here, at])), sensitive: new Map(sorted) };
}

/** A group a line, in pieces as they are made. */
export function* writeGrouped({ groups }: GroupedRelease): Generator<string> {
  yield '{"groups":[\n';
  for (const [at, { transactions, sensitive }] of groups.entries()) {
    const counts = Array.from(sensitive, ([item, count]) => `${JSON.stringify(item)}:${count}`);
    yield `${at === 0 ? '' : ',\n'}{"transactions":${JSON.stringify(transactions)},"sensitive":{${counts.join(',')}}}`;
  }
  yield '\n]}\n';
}
