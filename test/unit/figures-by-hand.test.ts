// Small figures of core against closed form, or against every case written out.

import { expectedInterval, expectedShare, expect as expectOf, noExpectation } from '../../shared/core/people/expected.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { pearson, spearman } from '../../shared/core/relatedness/judged-pairs.ts';
import { singledOut } from '../../shared/core/statistics/known-items.ts';
import { describeViolation } from '../../shared/kinds/disassociated/core/breach/check-release.ts';
import { isRealisable } from '../../shared/kinds/graph/core/k-degree.ts';
import { groupFindings } from '../../shared/kinds/groups/core/group-findings.ts';
import { gibbs, membersOf } from '../../shared/kinds/relational/core/attack/naive-bayes.ts';
import { probabilityOf } from '../../shared/kinds/relational/core/attack/posterior.ts';
import { rankLeaves } from '../../shared/kinds/sanitised-text/core/guess-leaves.ts';
import { likeliestEntities, makeDocumentSafe } from '../../shared/kinds/sanitised-text/core/k-safety.ts';
import { frequencyClasses } from '../../shared/kinds/set-generalised/core/calibrated/practice.ts';
import { fitSecondLook } from '../../shared/kinds/set-generalised/core/calibrated/second-look.ts';
import { policyProblem } from '../../shared/kinds/set-generalised/core/mend/policy.ts';
import { compareLoss, logSubsets } from '../../shared/kinds/set-generalised/core/utility/utility.ts';

test('classes of frequency: the mean over the sources of log(1 + documents), in steps of 1.5', () => {
  // Halves of a step are e^0.75 - 1 = 1.12, e^2.25 - 1 = 8.49 and e^3.75 - 1 = 41.5 documents.
  expect([...frequencyClasses(8, [Float64Array.of(0, 1, 2, 8, 9, 41, 42, Number.NaN)])]).toEqual([0, 0, 1, 1, 2, 2, 3, 0]);
  // (log 43 + log 1) / 2 = 1.88: as of one source with 5.6 documents.
  expect([...frequencyClasses(1, [Float64Array.of(42), Float64Array.of(0)])]).toEqual([1]);
  expect([...frequencyClasses(2, [])]).toEqual([0, 0]);
});

test('losses are compared as whole numbers where logarithms cannot tell them apart', () => {
  for (let size = 1; size <= 6; size += 1)
    for (let other = 1; other <= 6; other += 1)
      for (let support = 1; support <= 63; support += 1)
        for (const less of [1, 3, 7, 15, 31, 62, 63]) {
          const exact = (2 ** size - 1) * support - (2 ** other - 1) * less;
          expect(Math.sign(compareLoss(size, support, 1, other, less, 1))).toBe(Math.sign(exact));
        }
  // Of two equal sizes the support decides, however large they are.
  expect(compareLoss(4000, 2, 1, 4000, 3, 1)).toBeLessThan(0);
  expect(logSubsets(3)).toBe(Math.log(7));
  expect(logSubsets(60)).toBeCloseTo(Math.log(2 ** 60 - 1), 12);
});

test('correlations by hand', () => {
  expect(pearson([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 12);
  // Deviations -1.5, -.5, .5, 1.5 and -1, 1, -1, 1: 2 / sqrt(5 * 4).
  expect(pearson([1, 2, 3, 4], [1, 3, 1, 3])).toBeCloseTo(2 / Math.sqrt(20), 12);
  expect(pearson([5, 5, 5], [1, 2, 3])).toBeNaN();
  expect(pearson([1, 2], [1, 2])).toBeNaN();
  // Ranks 0, 1.5, 1.5, 3 against 0, 1, 2, 3: 4.5 / sqrt(4.5 * 5).
  expect(spearman([10, 20, 20, 90], [1, 2, 3, 4])).toBeCloseTo(4.5 / Math.sqrt(22.5), 12);
});

test('degrees that a graph can have: by all graphs of five nodes', () => {
  const ends = [0, 1, 2, 3, 4].flatMap((a) => [0, 1, 2, 3, 4].filter((b) => b > a).map((b) => [a, b] as const));
  const real = new Set<string>();
  for (let graph = 0; graph < 1 << ends.length; graph += 1) {
    const degrees = [0, 0, 0, 0, 0];
    ends.forEach(([a, b], at) => {
      if ((graph >> at) & 1) {
        degrees[a] += 1;
        degrees[b] += 1;
      }
    });
    real.add(degrees.toSorted((a, b) => b - a).join());
  }
  for (let code = 0; code < 6 ** 5; code += 1) {
    const degrees = [0, 1, 2, 3, 4].map((at) => Math.floor(code / 6 ** at) % 6);
    if (degrees.some((degree, at) => at > 0 && degree > degrees[at - 1])) continue;
    expect([degrees, isRealisable(degrees)]).toEqual([degrees, real.has(degrees.join())]);
  }
});

test('what stated probabilities expect, and how unsure that is', () => {
  const total = noExpectation();
  expectOf(total, 0.5);
  expectOf(total, 0.9);
  // Odds of .5 divided and multiplied by 1.5: .4 and .6; of .9: 6 to 1 and 13.5 to 1.
  const [sparser, denser] = [0.4 + 6 / 7, 0.6 + 13.5 / 14.5];
  expect(total).toMatchObject({ count: 2, p: 1_400_000, variance: 340_000 });
  expect(total.sparser / 1e6).toBeCloseTo(sparser, 5);
  expect(total.denser / 1e6).toBeCloseTo(denser, 5);
  expect(expectedShare(total)).toBeCloseTo(0.7, 12);
  // Both in one unit: a fifth of what varies is shared, 1 + .2 (4 / 2 - 1) times the variance.
  const luck = (1.959964 * Math.sqrt(0.34 * 1.2)) / 2;
  const found = expectedInterval({ ...total, squares: 4 });
  expect(found?.low).toBeCloseTo(Math.max(0, sparser / 2 - luck), 5);
  expect(found?.high).toBeCloseTo(Math.min(1, denser / 2 + luck), 5);
  expect(expectedInterval(noExpectation())).toBeNull();
  expect(expectedShare(noExpectation())).toBeNull();
});

test('a large bucket is shuffled through and through: where nothing tells its records apart, each has each value as often', () => {
  const size = 24;
  const bucket = Array.from({ length: size }, (_, at) => at % 2);
  const buckets = {
    of: new Int32Array(size),
    values: [bucket],
    distinct: 2,
    features: [{ of: new Int32Array(size), size: 1 }],
  };
  const drawn = gibbs(buckets, membersOf(buckets), 'shuffled');
  for (const posterior of drawn) expect(Math.abs(probabilityOf(posterior, 0) - 0.5)).toBeLessThan(0.25);
  expect(drawn.reduce((sum, posterior) => sum + probabilityOf(posterior, 0), 0)).toBeCloseTo(size / 2, 9);
});

test('entities that most of a text speaks of, and its terms that name any of them, the rarest first', () => {
  const contexts = new Map([
    ['HIV', new Set(['cd4', 'fever', 'thrush'])],
    ['flu', new Set(['fever', 'cough'])],
    ['cold', new Set(['cough', 'fever'])],
  ]);
  expect(likeliestEntities(contexts, new Set(['fever', 'cough', 'house']))).toEqual({
    entities: ['cold', 'flu'],
    terms: ['cough', 'fever'],
  });
  expect(likeliestEntities(contexts, new Set(['fever', 'cd4']))).toEqual({ entities: ['HIV'], terms: ['cd4', 'fever'] });
  expect(likeliestEntities(contexts, new Set(['house']))).toEqual({ entities: ['HIV', 'cold', 'flu'], terms: [] });
});

test('violations in words: one and several, by cluster and by joint cluster', () => {
  const base = { cluster: 3, jointCluster: null, chunk: 1, items: ['a', 'b'], found: 1, wanted: 2 } as const;
  expect(describeViolation({ ...base, rule: 'record chunk' })).toBe(
    'clusters[3].recordChunks[1]: "a" + "b" in 1 sub-record, fewer than k = 2',
  );
  expect(describeViolation({ ...base, jointCluster: 5, rule: 'shared chunk' })).toBe(
    'jointClusters[5].sharedChunks[1]: "a" + "b" in 1 sub-record, fewer than k = 2',
  );
  expect(describeViolation({ ...base, found: 2, wanted: 3, rule: 'shared chunk' })).toMatch(/in 2 sub-records, fewer than k = 3$/);
  expect(describeViolation({ ...base, rule: 'cluster size' })).toBe('clusters[3] stands for 1 transaction, fewer than k = 2');
  expect(describeViolation({ ...base, found: 4, rule: 'cluster size' })).toBe('clusters[3] stands for 4 transactions, fewer than k = 2');
});

test('what of its policy a mended release breaks', () => {
  const release = [{ items: ['a', ['b', 'c']] }, { items: ['a', 'd'] }, { items: [['b', 'c']] }];
  const policy = { k: 2, privacy: [['a'], ['d']], utility: null };
  expect(policyProblem(release, policy)).toBe('privacy constraint 2 is broken: 1 of its items in 1 transactions, fewer than k = 2');
  expect(policyProblem(release, { ...policy, privacy: [['a']] })).toBeNull();
  expect(policyProblem(release, { ...policy, privacy: [['a']], utility: [['b', 'c']] })).toBeNull();
  expect(policyProblem(release, { ...policy, privacy: [['a']], utility: [['b', 'a']] })).toMatch(
    /^a generalised item of transaction 1 holds/,
  );
});

test('who is singled out by some of their items: every combination of them tried', () => {
  const random = seeded('singled out');
  for (let turn = 0; turn < 60; turn += 1) {
    const rows = Array.from({ length: 12 }, () => [0, 1, 2, 3, 4, 5, 6].filter(() => random.below(2) === 0));
    const isAlone = (items: readonly number[]): boolean => rows.filter((row) => items.every((item) => row.includes(item))).length === 1;
    const subsets = (row: readonly number[]): number[][] =>
      Array.from({ length: 2 ** row.length }, (_, mask) => row.filter((__, at) => mask & (2 ** at))).filter(({ length }) => length > 0);
    const fewest = rows.map((row) =>
      Math.min(
        ...subsets(row)
          .filter(isAlone)
          .map(({ length }) => length),
      ),
    );
    expect(singledOut(rows, [...rows.keys()], 7, 3)).toEqual([1, 2, 3].map((known) => fewest.filter((own) => own <= known).length));
  }
});

test('leaves are ranked by the odds of the model; without one by mean relatedness, each as likely as any', () => {
  const evidence = {
    features: [
      [0.9, 0],
      [0.1, 2],
      [0.5, 1],
    ].map((row) => Float64Array.from(row)),
    betrayedBy: [],
    frequent: null,
    related: true,
  };
  const model = { weights: Float64Array.of(0, Math.log(3)), scales: Float64Array.of(1, 1), practice: 30 };
  const known = rankLeaves([7, 8, 9], evidence, model, 'seed');
  expect(known.ranked).toEqual([8, 9, 7]);
  expect(known.probability).toBeCloseTo(9 / 13, 12);
  const unknown = rankLeaves([7, 8, 9], evidence, null, 'seed');
  expect([unknown.ranked, unknown.probability]).toEqual([[7, 9, 8], 1 / 3]);
});

test('of too many terms to try all subsets, the one that brings the others nearest goes first', () => {
  const terms = Array.from({ length: 24 }, (_, at) => `t${String(at).padStart(2, '0')}`);
  const without = (...left: string[]): ReadonlySet<string> => new Set(terms.filter((term) => !left.includes(term)));
  const contexts = new Map([
    ['asked', without()],
    ['near', without('t05')],
    ['far', without('t05', 't11', 't20')],
  ]);
  expect(makeDocumentSafe(contexts, without(), ['asked'], 1)).toEqual({ removed: ['t05'], exact: false });
  expect(makeDocumentSafe(contexts, without(), ['asked'], 2)).toEqual({ removed: ['t05', 't11', 't20'], exact: false });
});

test('an attack by closeness says which part it knows anything of, and that it knows nothing without a source', () => {
  const group = { transactions: [['q0'], ['q1']], sensitive: new Map([['s', 1]]) };
  const holders = [
    [['s'], []],
    [['s'], []],
  ];
  const placings = [{ name: 'near', worth: (each: readonly number[]) => (each.length === 0 ? Number.NaN : Math.max(...each)) }];
  const trial = (near: ((sensitive: string, quasi: string) => number) | null) =>
    groupFindings({ groups: [group, group] }, { holders, near, placings, seed: 'x' }).trials.find(({ attack }) => attack === 'near');
  expect(trial((_, quasi) => (quasi === 'q0' ? 1 : Number.NaN))).toMatchObject({ status: 'decided', coverage: 0.5, value: 1 });
  expect(trial(null)).toMatchObject({ status: 'not computable', reason: 'no source that was asked knows a sensitive item beside another' });
});

test('without tables the second look keeps the first stage: its log-odds as they were before they were scaled', () => {
  const scaling = { columns: [0, 1], mean: [3, 4], deviation: [2, 5] };
  const weights = fitSecondLook([], scaling, [[]]);
  expect(weights.map((own) => [...own])).toEqual([[2, 0, 3]]);
  expect(fitSecondLook([], { ...scaling, columns: [1, 2] }, [[]]).map((own) => [...own])).toEqual([[0, 0, 0]]);
});
