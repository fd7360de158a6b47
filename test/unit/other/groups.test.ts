// Links, checks and what can be learned from groups with sensitive items: golden cases, brute force, closed forms.
import { readFileSync } from 'node:fs';
import { seeded } from '../../../shared/core/random/random.ts';
import { inclusionProbabilities } from '../../../shared/core/statistics/inclusion.ts';
import { type CalibratedLearned, calibrateLearned, type LearnedCell } from '../../../shared/kinds/groups/core/calibrate-learned.ts';
import { checkDegree, differencesFrom, type GroupedRelease } from '../../../shared/kinds/groups/core/grouped-release.ts';
import { codeGroups, learnInGroups } from '../../../shared/kinds/groups/core/learn-in-groups.ts';
import { LinkIndex } from '../../../shared/kinds/groups/core/link-index.ts';
import { queryError } from '../../../shared/kinds/groups/core/query-error.ts';

const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8'));
const { slides, slides_release: printed } = golden.cahd as {
  readonly slides: {
    readonly names: readonly string[];
    readonly quasi: readonly (readonly string[])[];
    readonly sensitive: readonly string[][];
  };
  readonly slides_release: {
    readonly groups: readonly (readonly string[])[];
    readonly summaries: readonly Readonly<Record<string, number>>[];
    readonly degrees: readonly number[];
    readonly link: readonly {
      readonly known: readonly string[];
      readonly matches: readonly string[];
      readonly probability: Readonly<Record<string, number>>;
    }[];
  };
};
const release: GroupedRelease = {
  groups: printed.groups.map((names, group) => ({
    transactions: names.map((name) => slides.quasi[slides.names.indexOf(name)]),
    sensitive: new Map(Object.entries(printed.summaries[group] ?? {})),
  })),
};
const original = slides.quasi.map((quasi, at) => ({ quasi, sensitive: slides.sensitive[at] ?? [] }));

test("the slides' release: degree, links, and that it is one of its original", () => {
  expect(checkDegree(release, 2)).toEqual([]);
  expect(checkDegree(release, 3)).toEqual([{ group: 1, item: 'pregnancy test', count: 1, size: 2 }]);
  for (const { known, matches, probability } of printed.link) {
    const found = new LinkIndex(release).link(known);
    expect(found.matches).toBe(matches.length);
    for (const [item, value] of Object.entries(probability)) expect(found.probability.get(item) ?? 0).toBeCloseTo(value, 9);
  }
  expect(differencesFrom(release, original)).toEqual([]);
  expect(differencesFrom(release, original.slice(1))).toHaveLength(3);
});

test('the iterated attack on figure 2.8, by rounds', () => {
  const { smoker, groups_by_tid, diseases, learned } = golden.inference_in_groups as {
    readonly smoker: readonly string[];
    readonly groups_by_tid: readonly (readonly number[])[];
    readonly diseases: readonly (readonly string[])[];
    readonly learned: { readonly cancer_tid_11_by_rounds: Readonly<Record<string, number>> };
  };
  const coded = codeGroups({
    groups: groups_by_tid.map((tids) => ({ transactions: tids.map((tid) => [smoker[tid - 1]]), sensitive: new Map() })),
  });
  const counts = new Map(diseases.flatMap((held, group) => (held.includes('Cancer') ? [[group, 1] as const] : [])));
  for (const [rounds, probability] of Object.entries(learned.cancer_tid_11_by_rounds))
    expect(learnInGroups(coded, counts, Number(rounds)).get(5)?.[0]).toBeCloseTo(probability, 9);
});

test('inclusion probabilities equal the sum over all draws', () => {
  const random = seeded('inclusion');
  for (let round = 0; round < 40; round += 1) {
    const scores = Float64Array.from({ length: 1 + random.below(9) }, () => (random.unit() - 0.5) * (round % 4 === 0 ? 60 : 4));
    const count = random.below(scores.length + 1);
    const sums = new Float64Array(scores.length);
    let all = 0;
    for (let mask = 0; mask < 2 ** scores.length; mask += 1) {
      const drawn = [...scores.keys()].filter((at) => (mask >> at) % 2 === 1);
      if (drawn.length !== count) continue;
      const odds = Math.exp(drawn.reduce((total, at) => total + scores[at], 0));
      all += odds;
      for (const at of drawn) sums[at] += odds;
    }
    const probabilities = inclusionProbabilities(scores, count);
    for (const [at, each] of probabilities.entries()) expect(each).toBeCloseTo(sums[at] / all, 9);
    expect(probabilities.reduce((a, b) => a + b, 0)).toBeCloseTo(count, 9);
  }
});

test('a large group: the probabilities add up to the count, beyond the exact limit too', () => {
  for (const size of [20_000, 60_000]) {
    const scores = Float64Array.from({ length: size }, (_, at) => (at % 7) - 3);
    expect(inclusionProbabilities(scores, 150).reduce((a, b) => a + b, 0)).toBeCloseTo(150, 6);
  }
});

test('queries by group: 0 where every group is one person, more the coarser the groups', () => {
  const alone = {
    groups: original.map(({ quasi, sensitive }) => ({ transactions: [quasi], sensitive: new Map(sensitive.map((item) => [item, 1])) })),
  };
  const options = { items: 2, queries: 40, seed: 's' };
  expect(queryError(alone, original, options)).toBeCloseTo(0, 12);
  const whole = {
    groups: [
      {
        transactions: slides.quasi,
        sensitive: new Map([
          ['viagra', 1],
          ['pregnancy test', 1],
        ]),
      },
    ],
  };
  expect(queryError(whole, original, options)).toBeGreaterThan(queryError(release, original, options) as number);
  expect(queryError(release, [], options)).toBeNull();
});

test('what was learned is quoted by other groups: stated and true beside each other, surer only where it is right', () => {
  const random = seeded('calibrated');
  const cells: LearnedCell[] = [];
  const groups = Array.from({ length: 400 }, (_, group) => {
    // It says .1, .5 or .95 where .1, .3 and .6 are true.
    for (let at = 0; at < 5; at += 1) {
      const [said, held] = [
        [0.1, 0.1],
        [0.5, 0.3],
        [0.95, 0.6],
      ][random.below(3)] as [number, number];
      cells.push({ group, person: 5 * group + at, said, held: random.unit() < held });
    }
    return { transactions: Array.from({ length: 5 }, (_, at) => [`q${group}`, `r${at}`]), sensitive: new Map([['s', 1]]) };
  });
  const found = calibrateLearned({ groups }, cells, 2_000, 's') as CalibratedLearned;
  expect(found.rawError).toBeGreaterThan(0.15);
  expect(found.error).toBeLessThan(0.05);
  expect(found.disclosedAt.map(({ certainty, share }) => [certainty, Math.round(10 * share)])).toEqual([
    [0.5, 3],
    [0.8, 0],
    [0.9, 0],
  ]);
  expect(found.disclosedAt[0]?.right).toBeCloseTo(0.6, 1);
  // Neither the order of the groups nor that of the cells changes a figure.
  const turned = { groups: groups.toReversed() };
  const other = cells.map((cell) => ({ ...cell, group: 399 - cell.group })).toReversed();
  const again = calibrateLearned(turned, other, 2_000, 's') as CalibratedLearned;
  expect(again.error).toBeCloseTo(found.error, 12);
  expect(again.disclosedAt).toEqual(found.disclosedAt);
  // A single group has no others.
  expect(calibrateLearned({ groups: groups.slice(0, 1) }, cells.slice(0, 5), 5, 's')).toBeNull();
});
