// Scoring by known items, against every record added up anew.
import { seeded } from '../../shared/core/random/random.ts';
import { scoreTargets } from '../../shared/core/scoring/scoring-findings.ts';
import { type Likeness, ScoringIndex, ScoringRecords } from '../../shared/core/scoring/scoring-index.ts';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

test('scores of records, each added up anew, with and without the target', () => {
  for (let seed = 0; seed < 80; seed += 1) {
    const random = seeded('scores', seed);
    const words = ['a', 'b', 'c', 'd', 'e'];
    const records: Likeness[] = Array.from(
      { length: 1 + random.below(7) },
      () => new Map(words.filter(() => random.below(2) === 0).map((word) => [word, [0, 0.25, 0.5, 1][random.below(4)]])),
    );
    const index = new ScoringIndex(ScoringRecords.of(records));
    const known = words.filter(() => random.below(2) === 0);
    const holders = (word: string, without: number): number =>
      records.filter((record, at) => at !== without && (record.get(word) ?? 0) > 0).length;
    for (const word of [...words, 'z']) expect(index.support(word)).toBe(holders(word, -1));
    expect(index.exactMatches(known)).toBe(
      known.length === 0 ? 0 : records.filter((record) => known.every((word) => (record.get(word) ?? 0) > 0)).length,
    );
    for (const without of [-1, random.below(records.length)]) {
      if (without >= 0 && records.length === 1) continue;
      const left = [...records.keys()].filter((at) => at !== without);
      const scores = left.map((at) =>
        sum(known.map((word) => (holders(word, without) === 0 ? 0 : (records[at]?.get(word) ?? 0) / Math.log(1 + holders(word, without))))),
      );
      const sorted = scores.toSorted((a, b) => b - a);
      const mean = sum(scores) / scores.length;
      const deviation = Math.sqrt(sum(scores.map((score) => (score - mean) ** 2)) / scores.length);
      const found = index.find([...known, ...known], without < 0 ? undefined : without);
      const eccentricity = deviation < 1e-9 || sorted.length < 2 ? 0 : (sorted[0] - sorted[1]) / deviation;
      expect(found.eccentricity).toBeCloseTo(eccentricity, 7);
      expect(scores[left.indexOf(found.best)]).toBeCloseTo(sorted[0], 9);
      const odds = scores.map((score) => (deviation < 1e-9 ? 1 : Math.exp((score - sorted[0]) / deviation)));
      expect(found.probabilityOfBest).toBeCloseTo(1 / sum(odds), 7);
      expect(found.entropy).toBeCloseTo(-sum(odds.map((each) => (each / sum(odds)) * Math.log(each / sum(odds)))), 6);
    }
  }
});

test('targets: found, claimed wrongly or not at all, and claimed although they were taken out', () => {
  // Each holds a word of its own and one that all hold.
  const records = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(
    (word) =>
      new Map([
        [word, 1],
        ['all', 1],
      ]),
  );
  const index = new ScoringIndex(ScoringRecords.of(records));
  const targets = records.map((own, record) => ({ record, items: [...own.keys()] }));
  const vocabulary = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'all', 'z'];
  const [two, one, wrong, many] = scoreTargets(
    index,
    targets,
    [
      { known: 2, wrong: 0 },
      { known: 1, wrong: 0 },
      { known: 3, wrong: 1 },
      { known: 3, wrong: 0 },
    ],
    vocabulary,
    's',
  );
  expect(two).toMatchObject({ known: 2, wrong: 0, targets: 8, right: 8, falseClaims: 0, none: 0, exact: 8, claimedThoughAbsent: 0 });
  // One known word is the own one or that of all.
  expect(one).toMatchObject({ targets: 8, falseClaims: 0, claimedThoughAbsent: 0 });
  expect((one?.right ?? 0) + (one?.none ?? 0)).toBe(8);
  expect(one?.exact).toBe(one?.right);
  expect([one?.right, one?.none].every((each) => (each ?? 0) > 0)).toBe(true);
  // A word of another entity is as distinctive, or belongs to none.
  expect(wrong).toMatchObject({ targets: 8, exact: 0 });
  expect((wrong?.right ?? 0) + (wrong?.falseClaims ?? 0) + (wrong?.none ?? 0)).toBe(8);
  expect(wrong?.claimedThoughAbsent).toBeGreaterThan(0);
  expect(many).toMatchObject({ targets: 0, right: 0, probabilityOfBest: null, entropy: null });
  const other = scoreTargets(index, targets.toReversed(), [{ known: 1, wrong: 0 }], vocabulary.toReversed(), 's');
  expect(other).toEqual([
    {
      ...one,
      probabilityOfBest: expect.closeTo(one?.probabilityOfBest as number, 12),
      entropy: expect.closeTo(one?.entropy as number, 12),
    },
  ]);
  expect(two?.entropy).toBeLessThan(one?.entropy as number);
});
