import { syntheticDocuments, syntheticTransactions, vocabulary } from '../../shared/core/generate/topics.ts';

const wanted = { transactions: 2000, vocabulary: 300, density: 0.03, topics: 10, seed: 'test' };

describe('synthetic transactions', () => {
  const made = syntheticTransactions(wanted);

  test('have the size, density and vocabulary that were asked for', () => {
    expect(made).toHaveLength(2000);
    expect(new Set(made.flatMap(({ items }) => items)).size).toBe(300);
    const length = made.reduce((total, { items }) => total + items.length, 0) / made.length;
    expect(length / 300).toBeCloseTo(0.03, 3);
    for (const { items } of made) expect(new Set(items).size).toBe(items.length);
  });

  test('use the whole vocabulary even when hardly drawn, and no more than there is', () => {
    const small = syntheticTransactions({ ...wanted, transactions: 40, vocabulary: 100, density: 0.05, topics: 3 });
    expect(new Set(small.flatMap(({ items }) => items)).size).toBe(100);
    expect(
      syntheticTransactions({ ...wanted, transactions: 5, vocabulary: 4, density: 1, topics: 2 }).every(({ items }) => items.length <= 4),
    ).toBe(true);
  });

  test('are the same for the same seed, and others for another', () => {
    expect(syntheticTransactions(wanted)).toEqual(made);
    expect(syntheticTransactions({ ...wanted, seed: 'other' })).not.toEqual(made);
  });

  test('items of one topic are together more often than items of two', () => {
    const words = vocabulary(wanted);
    const together = (a: number, b: number): number =>
      made.filter(({ items }) => items.includes(words[a]) && items.includes(words[b])).length;
    // Items 0 and 10 are the first two of topic 0, 1 and 12 of topics 1 and 2; all four are frequent.
    expect(together(0, 10)).toBeGreaterThan(3 * together(1, 12));
  });
});

test('the vocabulary has no word twice, up to its largest size', () => {
  expect(new Set(vocabulary({ vocabulary: 343_000, topics: 1, seed: 1 })).size).toBe(343_000);
});

test('documents speak of the same words', () => {
  const words = new Set(vocabulary(wanted));
  const documents = [...syntheticDocuments(wanted, 50)];
  expect(documents).toHaveLength(50);
  expect(documents.every(({ text }) => text.split(' ').every((word) => words.has(word)))).toBe(true);
});
