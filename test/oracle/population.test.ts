// Population uniqueness: closed forms against sums over every class and person, and intervals against simulated populations.
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { classesOf } from '../../shared/kinds/relational/core/model/classes.ts';
import { tableOf } from '../../shared/kinds/relational/core/model/table.ts';
import { estimatePopulation } from '../../shared/kinds/relational/core/population/estimate.ts';
import { individualRisk } from '../../shared/kinds/relational/core/population/individual-risk.ts';
import { fitSnb, shlosser, zayatzUniques } from '../../shared/kinds/relational/core/population/literature.ts';
import { fitPitman, pitmanLog, pitmanStays } from '../../shared/kinds/relational/core/population/pitman.ts';
import { sampleSizes } from '../../shared/kinds/relational/core/population/sample-sizes.ts';
import { sudaScores } from '../../shared/kinds/relational/core/population/suda.ts';

const random = seeded('population uniqueness');
const sizesOf = (cells: readonly unknown[]): number[] => [...Map.groupBy(cells, (cell) => cell).values()].map(({ length }) => length);
const sizes = Array.from({ length: 60 }, () => 1 + Math.floor(8 * random.unit() ** 4));

/** Pitman's sampling formula: the probability of the next person's class, person by person. */
function seating(alpha: number, theta: number): number {
  let [log, people, classes] = [0, 0, 0];
  for (const size of sizes) {
    for (let at = 0; at < size; at += 1) {
      log += Math.log((at === 0 ? theta + classes * alpha : at - alpha) / (theta + people));
      if (at === 0) classes += 1;
      people += 1;
    }
  }
  return log;
}

test('Pitman: the likelihood is that of seating one person after the other, and its greatest value is found', () => {
  const sample = sampleSizes(sizes);
  const [alpha, theta] = [0.4, 7];
  for (const [a, t] of [
    [0.1, 3],
    [0.7, 0.5],
    [0.95, 400],
  ] as const)
    expect(pitmanLog(sample, a, t) - pitmanLog(sample, alpha, theta)).toBeCloseTo(seating(a, t) - seating(alpha, theta), 7);
  const fit = fitPitman(sample, 5000);
  for (let at = 0; at < 300; at += 1)
    expect(pitmanLog(sample, fit.alpha, fit.theta)).toBeGreaterThan(pitmanLog(sample, random.unit(), 300 * random.unit() ** 3) - 0.05);
  let stays = 1;
  for (let people = 80; people < 5000; people += 1) stays *= 1 - (1 - alpha) / (theta + people);
  expect(pitmanStays(alpha, theta, 80, 5000)).toBeCloseTo(stays, 9);
});

test('Zayatz: hypergeometric by counting, class by class', () => {
  const sample = sampleSizes(sizes);
  const [population, drawn] = [400, sample.records];
  const one = (size: number): number => {
    // The place of the one that is drawn, and nobody else of the class.
    let share = drawn / population;
    for (let at = 1; at < size; at += 1) share *= (population - drawn - at + 1) / (population - at);
    return size * share;
  };
  const ones = sizes.filter((size) => size === 1).length;
  const all = sizes.reduce((sum, size) => sum + one(size), 0);
  expect(zayatzUniques(sample, population)).toBeCloseTo((ones * one(1) * ones * population) / (all * drawn), 6);
});

test('SNB: a population of its shape is expected to show as many classes of one and of two records', () => {
  const cells = Array.from({ length: 4000 }, () => Math.floor(900 * random.unit() ** 2));
  const sample = sampleSizes(sizesOf(cells.slice(0, 600)));
  const fit = fitSnb(sample, 4000);
  if (fit === null) throw new Error('no fit');
  const fraction = 600 / 4000;
  expect(fit.classes).toBeCloseTo(shlosser(sample, fraction), 9);
  let [share, ones, twos] = [fit.beta ** fit.alpha, 0, 0];
  for (let size = 1; size < 4000; size += 1) {
    ones += share * size * fraction * (1 - fraction) ** (size - 1);
    twos += share * ((size * (size - 1)) / 2) * fraction ** 2 * (1 - fraction) ** (size - 2);
    share *= ((fit.alpha + size - 1) / size) * (1 - fit.beta);
  }
  const seen = (size: number): number => sample.counts[sample.sizes.indexOf(size)] ?? 0;
  expect(fit.classes * ones).toBeCloseTo(seen(1), 4);
  expect(fit.classes * twos).toBeCloseTo(seen(2), 4);
});

test('individual risk is the mean of 1 / F over the negative binomial, at any fraction and size', () => {
  for (const fraction of [0.001, 0.05, 0.3, 0.5, 0.501, 0.7, 0.97])
    for (const size of [1, 2, 3, 10, 60]) {
      let [share, mean] = [fraction ** size, 0];
      for (let people = size; share > 0 && people < 200_000; people += 1) {
        mean += share / people;
        share *= (people / (people - size + 1)) * (1 - fraction);
      }
      if (fraction ** size > 1e-300) expect(individualRisk(size, fraction) / mean).toBeCloseTo(1, 7);
    }
  expect(individualRisk(4, 1)).toBe(0.25);
});

test('SUDA: scores are those of all minimal sets in which a record is alone', () => {
  for (let round = 0; round < 30; round += 1) {
    const width = 2 + random.below(4);
    const rows = Array.from({ length: 12 }, () => Array.from({ length: width }, (_, at) => String(random.below(2 + at))));
    const { columns } = tableOf(rows[0]?.map((_, at) => `c${at}`) ?? [], rows);
    const sets = Array.from({ length: 2 ** width - 1 }, (_, at) => [...rows[0].keys()].filter((column) => ((at + 1) >> column) & 1));
    const isAlone = (row: number, set: readonly number[]): boolean =>
      rows.filter((other) => set.every((at) => other[at] === rows[row][at])).length === 1;
    const most = Math.min(3, width);
    const expected = rows.map((_, row) => {
      let total = 0;
      for (const set of sets) {
        if (set.length > most || !isAlone(row, set)) continue;
        if (sets.some((part) => part.length < set.length && part.every((at) => set.includes(at)) && isAlone(row, part))) continue;
        let score = 1;
        for (let at = set.length; at <= most; at += 1) score *= Math.max(1, width - at);
        total += score;
      }
      return total;
    });
    // The records are in one class too many where all are equal to none: classes are only asked who is suppressed.
    expect([...(sudaScores(columns, classesOf(columns, rows.length))?.scores ?? [])]).toEqual(expected);
  }
});

test('a population counted whole has no interval; without uniques nobody is unique', () => {
  expect(estimatePopulation(sampleSizes([1, 1, 3]), 5)).toMatchObject({ ones: 2, staying: { value: 2, low: 2, high: 2 } });
  expect(estimatePopulation(sampleSizes([2, 3]), 500)).toMatchObject({ staying: { value: 0, low: 0, high: 0 } });
});

test('the stated interval holds the truth in nine of ten samples of populations of unlike shapes', () => {
  const shapes: ((person: number) => string)[] = [
    () => `${Math.floor(300 * random.unit() ** 3)},${random.below(60)}`,
    () => `${Math.floor(2000 * random.unit() ** 6)}`,
    () => [2, 30, 8, 12].map((values) => Math.floor(values * random.unit() ** 2)).join(),
  ];
  let [inside, all] = [0, 0];
  for (const shape of shapes)
    for (const fraction of [0.02, 0.15]) {
      const cells = Array.from({ length: 6000 }, (_, person) => shape(person));
      const inAll = Map.groupBy(cells, (cell) => cell);
      for (let run = 0; run < 3; run += 1) {
        const drawn = shuffle([...cells], seeded('sample', run)).slice(0, Math.floor(6000 * fraction));
        const truth = [...Map.groupBy(drawn, (cell) => cell)].filter(([cell, own]) => own.length === 1 && inAll.get(cell)?.length === 1);
        const { low, high } = estimatePopulation(sampleSizes(sizesOf(drawn)), 6000).staying;
        all += 1;
        if (truth.length >= low && truth.length <= high) inside += 1;
      }
    }
  expect(inside).toBeGreaterThanOrEqual(0.9 * all);
});
