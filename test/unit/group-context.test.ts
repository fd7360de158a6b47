import { readFileSync } from 'node:fs';
import { contextOf } from '../../shared/core/model/context.ts';
import { groupKey, groupsOf, isAttackable } from '../../shared/core/model/group.ts';
import type { Entry, Transaction } from '../../shared/core/model/transaction.ts';

describe('groups', () => {
  test('Ong 2015, figure 1.5: one group of four rows, columns in published order', () => {
    const golden = JSON.parse(readFileSync('test/golden/hospital.json', 'utf8')) as { readonly release: readonly Entry[][] };
    const groups = groupsOf(golden.release.map((items) => ({ items })));
    expect(groups.map(({ members }) => members)).toEqual([['blood pressure', 'icd', 'limbs', 'injury']]);
    expect(groups[0]?.rows).toEqual([0, 1, 2, 3].map((transaction) => ({ transaction, entry: 1 })));
  });

  test('the same set in another order is the same group; groups come in the order of their first rows', () => {
    const release: Transaction[] = [{ items: ['x', ['b', 'a']] }, { items: [['d', 'c'], 'y', ['a', 'b']] }];
    const groups = groupsOf(release);
    expect(groups.map(({ members, rows }) => [members, rows.length])).toEqual([
      [['b', 'a'], 2],
      [['d', 'c'], 1],
    ]);
    expect(groups[0]?.rows[1]).toEqual({ transaction: 1, entry: 2 });
    expect(groups.map(isAttackable)).toEqual([true, false]);
  });

  test('the key names the set: neither order nor a separator inside an item changes it', () => {
    expect(groupKey(['b', 'a'])).toBe(groupKey(['a', 'b']));
    expect(groupKey(['a, b', 'c'])).not.toBe(groupKey(['a', 'b, c']));
  });
});

describe('context', () => {
  const items: Entry[] = ['a', 'b', ['x', 'y'], 'c', ['u', 'v'], 'd', 'e'];

  test.each([
    [2, 2, ['b', 'c']],
    [2, 3, ['b', 'c', 'a']],
    // d stands three entries away: the generalised item between takes a place.
    [2, 4, ['b', 'c', 'a', 'd']],
    [4, 2, ['c', 'd']],
    [2, 99, ['b', 'c', 'a', 'd', 'e']],
  ])('the generalised item at %i, w = %i: nearest first, the earlier of two equally near', (entry, w, context) => {
    expect(contextOf(items, entry, { kind: 'nearest', w })).toEqual(context);
  });

  test('at an end, and alone', () => {
    expect(contextOf([['x', 'y'], 'a', 'b', 'c'], 0, { kind: 'nearest', w: 2 })).toEqual(['a', 'b']);
    expect(
      contextOf(
        [
          ['x', 'y'],
          ['u', 'v'],
        ],
        0,
        { kind: 'nearest', w: 2 },
      ),
    ).toEqual([]);
  });

  test('all, and conjunctive: every item published alone, in published order', () => {
    expect(contextOf(items, 2, { kind: 'all' })).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(contextOf(items, 2, { kind: 'conjunctive' })).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
