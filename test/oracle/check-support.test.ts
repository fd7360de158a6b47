import { SupportCounter } from '../../shared/core/model/check-support.ts';
import type { Entry } from '../../shared/core/model/transaction.ts';
import { seeded } from '../../shared/core/random/random.ts';

/** Every part of every set, counted one by one. */
function slowly(transactions: readonly (readonly Entry[])[], sets: readonly (readonly string[])[], k: number) {
  const held = transactions.map((items) => new Set(items.flat()));
  const parts = (items: readonly string[]): string[][] =>
    Array.from({ length: 2 ** items.length - 1 }, (_, bits) => items.filter((_, at) => ((bits + 1) >> at) % 2 === 1));
  return sets.map((items) => {
    const rare = parts([...new Set(items)])
      .map((part) => ({ part, support: held.filter((own) => part.every((item) => own.has(item))).length }))
      .filter(({ support }) => support > 0 && support < k);
    const least = Math.min(...rare.map(({ part }) => part.length));
    const fewest = Math.min(...rare.filter(({ part }) => part.length === least).map(({ support }) => support));
    return rare.length === 0 ? null : { size: least, support: fewest };
  });
}

test('the counter of supports equals counting every part of every itemset', () => {
  const random = seeded('supports');
  const below = (most: number): number => random.below(most);
  for (let round = 0; round < 200; round += 1) {
    const transactions = Array.from({ length: 1 + below(12) }, () =>
      ['a', 'b', 'c', 'd', 'e'].flatMap((item): Entry[] => (below(3) === 0 ? [] : below(4) === 0 ? [[`${item}1`, `${item}2`]] : [item])),
    );
    const names = ['a', 'b', 'c', 'd', 'e', 'a1', 'a2', 'b1', 'nowhere'];
    const sets = Array.from({ length: 4 }, () => Array.from({ length: 1 + below(4) }, () => names[below(names.length)]));
    const k = 1 + below(5);
    const counter = new SupportCounter({ k, sets });
    for (const items of transactions) counter.add({ items });
    const found = counter.finding().violations;
    const expected = slowly(transactions, sets, k);
    expect(found.map(({ set }) => set)).toEqual(expected.flatMap((each, set) => (each === null ? [] : [set])));
    for (const { set, items, support } of found) expect({ size: items.length, support }).toEqual(expected[set]);
  }
});
