import { readFileSync } from 'node:fs';
import { BadInput } from '../../../shared/core/model/bad-input.ts';
import { generalise } from '../../../shared/core/model/transaction.ts';
import { coat } from '../../../shared/kinds/set-generalised/core/coat/coat.ts';

const golden = JSON.parse(readFileSync(new URL('../../golden/anonymisers.json', import.meta.url), 'utf8')).coat as {
  readonly k: number;
  readonly original: string[][];
  readonly privacy: string[][];
  readonly utility: string[][];
  readonly release: (string | string[])[][];
};

const release = (
  original: readonly string[][],
  settings: { k: number; privacy: string[][]; utility: string[][]; maxSuppressed?: number },
): unknown => {
  const transactions = original.map((items) => ({ items }));
  const { k, privacy, utility, maxSuppressed = 0 } = settings;
  const standsFor = coat(transactions, { k, privacy: privacy.map((items) => ({ items })), utility, maxSuppressed });
  return generalise(transactions, standsFor).map(({ items }) => items);
};

describe('COAT', () => {
  test('makes the release of figure 2.10 (Ong 2015)', () => {
    expect(release(golden.original, golden)).toEqual(golden.release);
  });

  test('prefers a partner that satisfies the constraint at once to one that loses less', () => {
    // (b,g) would have support 1 and lose less than (b,d) with 2; it would leave {a,b} in one transaction.
    const standsFor = coat(
      golden.original.map((items) => ({ items })),
      { k: 2, privacy: [{ items: ['a', 'b'] }], utility: [['b', 'g', 'd']], maxSuppressed: 0 },
    );
    expect(standsFor.get('b')).toEqual(['b', 'd']);
    expect(standsFor.get('g')).toBe('g');
  });

  test('takes the earliest of partners that lose the same', () => {
    expect(release([['a'], ['b'], ['c']], { k: 2, privacy: [['a']], utility: [['c', 'b', 'a']] })).toEqual([
      [['a', 'c']],
      ['b'],
      [['a', 'c']],
    ]);
  });

  test('takes the least supported item of the unsatisfied subsets, the first of equals', () => {
    // x and y are each in two transactions, together in one: both could be merged, x is named first.
    const original = [['x', 'y'], ['x', 'u'], ['y', 'v'], ['u'], ['v']];
    expect(
      release(original, {
        k: 2,
        privacy: [['x', 'y']],
        utility: [
          ['x', 'v'],
          ['y', 'u'],
        ],
      }),
    ).toEqual([[['v', 'x'], 'y'], [['v', 'x'], 'u'], ['y', ['v', 'x']], ['u'], [['v', 'x']]]);
  });

  test('unites utility constraints that share an item, in order', () => {
    expect(
      release([['a'], ['b'], ['c']], {
        k: 3,
        privacy: [['a']],
        utility: [
          ['a', 'b'],
          ['b', 'c'],
        ],
      }),
    ).toEqual([[['a', 'b', 'c']], [['a', 'b', 'c']], [['a', 'b', 'c']]]);
  });

  test('leaves a constraint alone that no transaction supports', () => {
    expect(release([['a'], ['b'], ['a'], ['b']], { k: 2, privacy: [['a', 'b'], ['nowhere']], utility: [] })).toEqual([
      ['a'],
      ['b'],
      ['a'],
      ['b'],
    ]);
  });

  test('goes through the constraints again when a later merge gives an earlier one its first transaction', () => {
    // {a,b} is held by none until b stands for c too; then {a,(b,c)} is held by one and has to be mended.
    const original = [['a', 'c'], ['a'], ['b'], ['b'], ['d']];
    const standsFor = coat(
      original.map((items) => ({ items })),
      {
        k: 2,
        privacy: [{ items: ['a', 'b'] }, { items: ['c'] }],
        utility: [
          ['b', 'c'],
          ['a', 'd'],
        ],
        maxSuppressed: 1,
      },
    );
    expect(standsFor.get('c')).toEqual(['b', 'c']);
    expect(standsFor.get('a')).not.toBe('a');
  });

  test('suppresses what no utility constraint offers a partner for, with all its members', () => {
    const original = [['a', 'x'], ['b', 'x'], ['x'], ['x']];
    expect(release(original, { k: 3, privacy: [['a']], utility: [['a', 'b']], maxSuppressed: 0.7 })).toEqual([['x'], ['x'], ['x'], ['x']]);
  });

  test('stops at the suppression limit and names the constraint by its place', () => {
    const run = () =>
      coat([{ items: ['a', 'b'] }, { items: ['b'] }], {
        k: 2,
        privacy: [{ items: ['b'] }, { items: ['a'], place: { file: 'privacy.txt', line: 7 } }],
        utility: [],
        maxSuppressed: 0.49,
      });
    expect(run).toThrow(BadInput);
    try {
      run();
    } catch (error) {
      expect((error as BadInput).describe()).toMatch(/^privacy\.txt:7: privacy constraint 2 cannot be satisfied: 1 of 2 items/);
    }
  });

  test('weighs the loss by the mean semantic distance when there is one', () => {
    const distance = (a: string, b: string): number => (a + b === 'ac' || a + b === 'ca' ? 0.1 : 0.9);
    const standsFor = coat([{ items: ['a'] }, { items: ['b'] }, { items: ['c'] }], {
      k: 2,
      privacy: [{ items: ['a'] }],
      utility: [['a', 'b', 'c']],
      maxSuppressed: 0,
      semantic: distance,
    });
    expect(standsFor.get('a')).toEqual(['a', 'c']);
  });

  test('takes a constraint of more items than a machine word has bits', () => {
    const items = Array.from({ length: 40 }, (_, at) => `i${at}`);
    const standsFor = coat([{ items }, { items }, { items: items.slice(0, 39) }], {
      k: 2,
      privacy: [{ items }],
      utility: [],
      maxSuppressed: 0,
    });
    expect(standsFor.get('i39')).toBe('i39');
    expect(() => coat([{ items }, { items: items.slice(0, 39) }], { k: 2, privacy: [{ items }], utility: [], maxSuppressed: 0 })).toThrow(
      /1 of 40 items/,
    );
  });

  test('refuses transactions that are generalised already', () => {
    expect(() => coat([{ items: [['a', 'b']] }], { k: 2, privacy: [], utility: [], maxSuppressed: 0 })).toThrow(/generalised item/);
  });
});
