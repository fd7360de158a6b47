import { readFileSync } from 'node:fs';
import type { BadInput } from '../../shared/core/model/bad-input.ts';
import { parseJudgedPairs, pearson, SHIPPED_PAIRS, spearman } from '../../shared/core/relatedness/judged-pairs.ts';
import { judgeCounts } from '../../shared/pipeline/judge-relatedness.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';

test('the shipped pairs are those of the golden file, whose correlations are 0.714, 0.725 and 0.646', () => {
  const { rows } = JSON.parse(readFileSync('test/golden/word-pairs.json', 'utf8')) as {
    rows: [[string, string], number, number, number, number][];
  };
  expect(SHIPPED_PAIRS.map(({ x, y, score }) => [[x, y], score])).toEqual(rows.map(([pair, score]) => [pair, score]));
  const human = rows.map(([, score]) => score);
  const printed = ([2, 3, 4] as const).map((column) =>
    pearson(
      rows.map((row) => row[column]),
      human,
    ).toFixed(3),
  );
  expect(printed).toEqual(['0.714', '0.725', '0.646']);
});

test('pearson and spearman', () => {
  expect(pearson([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 12);
  expect(pearson([1, 2, 3], [5, 5, 5])).toBeNaN();
  expect(pearson([1, 2], [1, 2])).toBeNaN();
  expect(spearman([1, 10, 100, 1000], [1, 2, 3, 4])).toBeCloseTo(1, 12);
  // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: by hand 4.5 / sqrt(4.5 * 5).
  expect(spearman([1, 2, 2, 3], [1, 2, 3, 4])).toBeCloseTo(4.5 / Math.sqrt(22.5), 12);
});

describe('parseJudgedPairs', () => {
  test('tabs or spaces, a heading, further columns', () => {
    expect(parseJudgedPairs('term1\tterm2\tvalue\tstddev\nrenal failure\tkidney failure\t4\t\n', 'f')).toEqual([
      { x: 'renal failure', y: 'kidney failure', score: 4 },
    ]);
    expect(parseJudgedPairs('gem jewel 3.94\n\n# note\nnoon  midday 3', 'f')).toHaveLength(2);
  });

  test.each([
    ['gem jewel 3\ngem jewel\n', 'f:2: wanted two terms and a score, with tabs or spaces between'],
    ['a\tb\t1\na\t\t1', 'f:2: wanted two terms and a score, with tabs or spaces between'],
    ['', 'f: there is no judged pair in this file'],
  ])('%j', (text, message) => {
    let described = '';
    try {
      parseJudgedPairs(text, 'f');
    } catch (error) {
      described = (error as BadInput).describe();
    }
    expect(described).toBe(message);
  });
});

test('a pair without a number is not covered; one never together is', async () => {
  const counts: Record<string, number> = { a: 10, b: 10, c: 10, d: 0, 'a b': 8, 'a c': 2, 'b c': 0 };
  const source = {
    size: async () => 1000,
    countAll: async ({ terms, pairs }: { terms: string[]; pairs: Uint32Array }) => ({
      terms: Float64Array.from(terms, (term) => counts[term] ?? 0),
      pairs: Float64Array.from(
        { length: pairs.length / 2 },
        (_, at) => counts[`${terms[pairs[2 * at] ?? 0]} ${terms[pairs[2 * at + 1] ?? 0]}`] ?? 0,
      ),
    }),
  } as unknown as HitCounter;
  const pairs = [
    { x: 'a', y: 'b', score: 4 },
    { x: 'a', y: 'c', score: 2 },
    { x: 'b', y: 'c', score: 1 },
    { x: 'a', y: 'd', score: 3 },
  ];
  const { ngd, npmi } = await judgeCounts(source, pairs);
  expect([ngd.covered, ngd.pairs, npmi.covered]).toEqual([3, 4, 3]);
  expect(ngd.spearman).toBeCloseTo(1, 12);
  expect(ngd.pearson).toBeGreaterThan(0.9);
});
