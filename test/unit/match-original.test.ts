import { Warnings } from '../../shared/core/format/warnings.ts';
import { matchOriginal } from '../../shared/core/model/match-original.ts';
import type { Entry, LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { collect } from '../helpers/bytes.ts';

async function* stream(transactions: readonly (readonly Entry[])[], ids?: readonly string[]): AsyncGenerator<LocatedTransaction> {
  for (const [index, items] of transactions.entries()) {
    const id = ids?.[index];
    yield id === undefined ? { line: index + 1, items } : { line: index + 1, id, items };
  }
}

const matched = (release: AsyncIterable<LocatedTransaction>, original: AsyncIterable<LocatedTransaction>, warnings?: Warnings) =>
  collect(
    matchOriginal(
      { name: 'release', transactions: release },
      { name: 'original', transactions: original },
      { ...(warnings === undefined ? {} : { warnings }) },
    ),
  );

test('by line without ids, or with ids on one side only', async () => {
  const release = [['a', ['b', 'c']], ['d']];
  const original = [['b', 'a'], ['d']];
  for (const ids of [undefined, ['x', 'y']]) {
    const pairs = await matched(stream(release, ids), stream(original));
    expect(pairs.map((pair) => [pair.release.line, pair.original.line])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  }
});

test('by id in whatever order', async () => {
  const pairs = await matched(stream([['a'], ['b'], ['c']], ['1', '2', '3']), stream([['c'], ['a'], ['b']], ['3', '1', '2']));
  expect(pairs.map((pair) => pair.original.line)).toEqual([2, 3, 1]);
});

test.each([
  ['the original is shorter', [['a'], ['b']], [['a']], undefined, undefined, 'release:2: the original has fewer'],
  ['the original is longer', [['a']], [['a'], ['b']], undefined, undefined, 'original:2: the original has more'],
  ['an id is missing', [['a'], ['b']], [['a'], ['b']], ['1', '2'], ['1', '3'], 'release:2: no transaction of the original has the id'],
  ['an id is left over', [['a']], [['b'], ['a']], ['1'], ['2', '1'], 'original:1: no transaction of release has the id'],
  [
    'an item cannot be stood for',
    [['a'], ['b', ['c', 'd']]],
    [['a'], ['b', 'e']],
    undefined,
    undefined,
    'original:2: item 2 of this transaction',
  ],
] as const)('refused: %s', async (_what, release, original, releaseIds, originalIds, message) => {
  const reading = matched(stream(release, releaseIds), stream(original, originalIds));
  await expect(reading).rejects.toMatchObject({ name: 'BadInput' });
  await reading.catch((error) => expect(error.describe()).toContain(message));
});

test('what the original does not hold is a warning: no measure reads it', async () => {
  const warnings = new Warnings('release');
  await matched(stream([['a', 'x', ['b', 'c']]]), stream([['a']]), warnings);
  expect(warnings.list().map(({ message }) => message)).toEqual([
    'an item published alone that is not in the original transaction',
    'a generalised item without any of its items in the original transaction',
  ]);
});
