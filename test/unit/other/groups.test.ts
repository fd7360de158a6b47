// Links, checks and what can be learned from groups with sensitive items: golden cases, brute force, closed forms.
import { readFileSync } from 'node:fs';
import { checkDegree, differencesFrom, type GroupedRelease, linkByQuasi } from '../../../shared/core/cahd/grouped-release.ts';
import { inclusionProbabilities } from '../../../shared/core/cahd/inclusion.ts';
import { codeGroups, learnInGroups } from '../../../shared/core/cahd/learn-in-groups.ts';
import { queryError } from '../../../shared/core/cahd/query-error.ts';
import { seeded } from '../../../shared/core/random/random.ts';

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
    transactions: names.map((name) => slides.quasi[slides.names.indexOf(name)] as readonly string[]),
    sensitive: new Map(Object.entries(printed.summaries[group] ?? {})),
  })),
};
const original = slides.quasi.map((quasi, at) => ({ quasi, sensitive: slides.sensitive[at] ?? [] }));

test("the slides' release: degree, links, and that it is one of its original", () => {
  expect(checkDegree(release, 2)).toEqual([]);
  expect(checkDegree(release, 3)).toEqual([{ group: 1, item: 'pregnancy test', count: 1, size: 2 }]);
  for (const { known, matches, probability } of printed.link) {
    const found = linkByQuasi(release, known);
    expect(found.matches).toBe(matches.length);
    for (const [item, value] of Object.entries(probability)) expect(found.probability.get(item)).toBeCloseTo(value, 9);
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
    groups: groups_by_tid.map((tids) => ({ transactions: tids.map((tid) => [smoker[tid - 1] as string]), sensitive: new Map() })),
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
      const odds = Math.exp(drawn.reduce((total, at) => total + (scores[at] as number), 0));
      all += odds;
      for (const at of drawn) sums[at] = (sums[at] as number) + odds;
    }
    const probabilities = inclusionProbabilities(scores, count);
    for (const [at, each] of probabilities.entries()) expect(each).toBeCloseTo((sums[at] as number) / all, 9);
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
