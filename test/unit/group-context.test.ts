import { type Entry, groupKey } from '../../shared/core/model/transaction.ts';
import { contextOf } from '../../shared/kinds/set-generalised/core/context.ts';

describe('the key of a generalised item', () => {
  test('names the set: neither order nor a separator inside an item changes it', () => {
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
