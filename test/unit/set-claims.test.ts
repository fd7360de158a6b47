import type { Entry } from '../../shared/core/model/transaction.ts';
import { checkSupportClaims } from '../../shared/kinds/set-generalised/check/claims.ts';

const check = (release: readonly (readonly Entry[])[], claim: Parameters<typeof checkSupportClaims>[0]) =>
  checkSupportClaims(claim, async function* () {
    for (const items of release) yield { items };
  });

const RELEASE: readonly (readonly Entry[])[] = [
  ['a', 'b', ['x', 'y']],
  ['a', 'c', ['x', 'y']],
  ['a', 'b'],
  ['b', 'c', ['x', 'y']],
];

test('k with m is a claim on all published items, and its first violation is named by place, without an item', async () => {
  const [claim, ...others] = await check(RELEASE, { k: 2, m: 2 });
  expect(others).toEqual([]);
  expect(claim).toEqual({
    text: 'k = 2, m = 2',
    scope: 'of all published items',
    state: 'broken',
    checked: 4,
    violations: 2,
    example: '2 items of transaction 2, which no other transaction has together',
    what: '4 published items',
    rare: [
      { items: ['a', 'c'], support: 1 },
      { items: ['b', 'c'], support: 1 },
    ],
  });
});

test('k alone speaks of what is hidden, and says so', async () => {
  expect(await check(RELEASE, { k: 3 })).toMatchObject([
    { text: 'k = 3', scope: 'of the hidden items', state: 'held', checked: 2, violations: 0, example: null },
  ]);
  expect(await check(RELEASE, { k: 4 })).toMatchObject([
    { state: 'broken', violations: 2, example: '1 item of transaction 1, which 3 transactions have' },
  ]);
});

test('with constraints they are what is claimed; with m both are', async () => {
  expect(await check(RELEASE, { k: 2, constraints: [['c', 'x']] })).toMatchObject([
    { scope: 'of the protected itemsets', state: 'held', checked: 1 },
  ]);
  expect(await check(RELEASE, { k: 2, m: 2, constraints: [['c', 'x']] })).toMatchObject([
    { scope: 'of all published items', state: 'broken' },
    { scope: 'of the protected itemsets', state: 'held' },
  ]);
});

test('a claim over nothing has nothing to check, and a set that is too large is not said to hold', async () => {
  expect(await check([['a'], ['a']], { k: 2 })).toMatchObject([{ state: 'nothing to check', checked: 0 }]);
  const large = Array.from({ length: 17 }, (_, at) => `i${at}`);
  expect(await check([large, large], { k: 2, constraints: [large] })).toMatchObject([
    { state: 'not checked', example: expect.stringContaining('16') },
  ]);
});

test('a k that is greater than the release is broken everywhere', async () => {
  expect(await check([['a'], ['a']], { k: 3, m: 1 })).toMatchObject([{ state: 'broken', violations: 1, checked: 1 }]);
});
