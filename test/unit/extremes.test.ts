import { decoderOf } from '../../shared/core/format/decoder.ts';
import type { LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { contextOf } from '../../shared/kinds/set-generalised/core/context.ts';

function decode(text: string, lineLimit?: number): LocatedTransaction[] {
  const decoder = decoderOf('text', 'f.txt', lineLimit);
  const whole = decoder.push(new TextEncoder().encode(text));
  return [...whole, ...decoder.end()];
}

test('a generalised item of 500 members on 2,000 lines is held once', () => {
  const members = Array.from({ length: 500 }, (_, index) => `item number ${index}`);
  const transactions = decode(Array.from({ length: 2_000 }, (_, index) => `x${index}, (${members.join(', ')}), y\n`).join(''));
  expect(new Set(transactions.map(({ items }) => items[1])).size).toBe(1);
});

test('a transaction of 70,000 items', () => {
  const items = Array.from({ length: 70_000 }, (_, index) => `an item of some length ${index}`);
  const [transaction] = decode(`${items.slice(0, 35_000).join(', ')}, (p, q), ${items.slice(35_000).join(', ')}`);
  expect(transaction?.items.length).toBe(70_001);
  expect(contextOf(transaction?.items ?? [], 35_000, { kind: 'nearest', w: 2 })).toEqual([items[34_999], items[35_000]]);
});

test('a line over the limit is refused wherever the pieces end; one of exactly the limit is read', () => {
  expect(decode('ab\ncd, efgh\n', 8).length).toBe(2);
  for (const limit of [7, 5]) {
    expect(() => decode('ab\ncd, efgh\nij\n', limit)).toThrow(
      expect.objectContaining({
        place: { file: 'f.txt', line: 2, column: 1 },
        message: expect.stringContaining(`more than ${limit} bytes`),
      }),
    );
  }
  expect(() => decode('x'.repeat(50), 40)).toThrow('more than 40 bytes');
});
