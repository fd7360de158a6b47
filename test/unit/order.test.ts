import { OrderCheck } from '../../shared/core/model/order.ts';
import type { Entry } from '../../shared/core/model/transaction.ts';

function finding(transactions: readonly (readonly Entry[])[]) {
  const check = new OrderCheck();
  for (const items of transactions) check.add({ items });
  return check.finding();
}

test('more than 95 % sorted: position carries nothing', () => {
  const sorted = Array.from({ length: 96 }, () => ['a', 'b', 'c']);
  const unsorted = (count: number) => Array.from({ length: count }, () => ['b', 'a', 'c']);
  expect(finding([...sorted, ...unsorted(4)])).toEqual({ transactions: 100, sorted: 96, carriesNothing: true });
  expect(finding([...sorted.slice(1), ...unsorted(5)]).carriesNothing).toBe(false);
});

test.each([
  ['falling', [['c', 'b', 'a']], true],
  ['numbers by value', [['9', '10', '100']], true],
  ['without case', [['apple', 'Banana', 'cherry']], true],
  [
    'rising in one, falling in the other',
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    false,
  ],
  ['a generalised item does not count', [['a', ['z', 'y'], 'b']], true],
  ['a single item has no order', [['a'], [['x', 'y'], 'b']], false],
] as const)('%s', (_what, transactions, carriesNothing) => {
  expect(finding(transactions).carriesNothing).toBe(carriesNothing);
});

test('a transaction without an order does not count', () => {
  expect(finding([['a'], ['a', 'b'], [['x', 'y']]])).toEqual({ transactions: 1, sorted: 1, carriesNothing: true });
});
