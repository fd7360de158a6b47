import type { Entry } from '../../shared/core/model/transaction.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { inferGeneralised } from '../../shared/kinds/set-generalised/core/infer-generalised.ts';

// The spec's words, item by item: "Generalised items that are not marked".
function slow(
  release: readonly (readonly string[])[],
  k: number | undefined,
  utility: readonly (readonly string[])[] | undefined,
): Entry[][] {
  const holders = (item: string): string => release.flatMap((items, index) => (items.includes(item) ? [index] : [])).join(',');
  const isContext = (item: string): boolean => {
    const support = release.filter((items) => items.includes(item)).length;
    return k === undefined ? support === 1 : support < k;
  };
  const together = (a: string, b: string): boolean =>
    utility === undefined || utility.some((constraint) => constraint.includes(a) && constraint.includes(b));
  const all = [...new Set(release.flat())];
  const groupOf = (item: string): string[] =>
    isContext(item) ? [item] : all.filter((other) => other === item || (together(item, other) && holders(other) === holders(item)));
  return release.map((items) => {
    const entries: Entry[] = [];
    const done = new Set<string>();
    for (const item of items) {
      if (done.has(item)) continue;
      const group = groupOf(item);
      for (const member of group) done.add(member);
      entries.push(group.length > 1 ? group : item);
    }
    return entries;
  });
}

test('inference equals the rule of the spec on 600 seeded releases', () => {
  let inferred = 0;
  for (let round = 0; round < 600; round += 1) {
    const random = seeded('inference', round);
    const items = 'abcdefgh'.split('').map((letter) => (random.below(9) === 0 ? `__proto__${letter}` : letter));
    // Items in pairs share their transactions half of the time.
    const pattern = items.map((_, index) => (index % 2 === 1 && random.below(2) === 0 ? index - 1 : index));
    const release = Array.from({ length: 1 + random.below(7) }, () => {
      const kept = items.map(() => random.below(2) === 0);
      return items.filter((_, index) => kept[pattern[index] ?? 0]);
    });
    const k = [undefined, 2, 3][random.below(3)];
    const utility = random.below(2) === 0 ? undefined : [items.slice(0, 3), items.slice(3, 6)];
    const found = inferGeneralised(
      release.map((each) => ({ items: each })),
      { k, utility },
    );
    expect(found.transactions.map((transaction) => transaction.items)).toEqual(slow(release, k, utility));
    inferred += found.groups;
  }
  expect(inferred).toBeGreaterThan(300);
});

test('utility constraints that share an item are one', () => {
  const release = [{ items: ['a', 'b', 'c', 'x'] }, { items: ['a', 'b', 'c', 'x'] }];
  const { transactions, groups } = inferGeneralised(release, {
    utility: [
      ['a', 'b'],
      ['b', 'c'],
    ],
  });
  expect(groups).toBe(1);
  expect(transactions[0]?.items).toEqual([['a', 'b', 'c'], 'x']);
});

test('30,000 transactions with 5,000 items in a second', () => {
  const random = seeded('large inference');
  const release = Array.from({ length: 30_000 }, () => ({
    items: Array.from({ length: 8 }, () => random.below(2_500)).flatMap((item) => [`${item}a`, `${item}b`]),
  }));
  const { groups } = inferGeneralised(
    release.map(({ items }) => ({ items: [...new Set(items)] })),
    { k: 5 },
  );
  expect(groups).toBe(2_500);
});
