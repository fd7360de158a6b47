import { inSharedGroups, type NamedRow, pairedDifference, type Side } from '../../../shared/core/statistics/paired.ts';

const side = (name: string, groupOf: (person: number) => number, people = 400): Side => ({
  scale: 1,
  rows: Array.from(
    { length: people },
    (_, person): NamedRow => ({
      group: `${name} ${groupOf(person)}`,
      transaction: `p${person}`,
      part: person % 40 < 16 || (name === 'fine' && person % 80 < 20) ? 1 : 0,
      whole: 1,
    }),
  ),
});
const fine = side('fine', (person) => Math.floor(person / 4));
const coarse = side('coarse', (person) => Math.floor(person / 8));

test('classes within classes are paired: the interval is narrower than with groups of each side, and the difference the same', () => {
  const own = pairedDifference(fine, coarse, 1);
  const shared = pairedDifference(...inSharedGroups([fine, coarse]), 1);
  if (own === null || shared === null) throw new Error('no interval');
  expect(shared.lift).toBe(own.lift);
  expect(shared.high - shared.low).toBeLessThan(0.6 * (own.high - own.low));
  expect(own.low).toBeLessThan(0);
  expect(shared.low).toBeGreaterThan(0);
  // Nobody is in two groups, and the order of the rows is nothing.
  const [a, b] = inSharedGroups([fine, coarse]);
  const of = new Map(a.rows.map(({ group, transaction }) => [transaction, group]));
  expect(b.rows.every(({ group, transaction }) => of.get(transaction) === group)).toBe(true);
  const turned = inSharedGroups([{ ...fine, rows: fine.rows.toReversed() }, coarse]);
  expect(pairedDifference(...turned, 1)?.low).toBeCloseTo(shared.low, 12);
});

test('where nearly everything hangs together each side keeps its groups', () => {
  const across = side('coarse', (person) => person % 50);
  expect(inSharedGroups([fine, across])).toEqual([fine, across]);
});
