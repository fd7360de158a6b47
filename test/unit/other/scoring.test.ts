// The scoring attack against the worked records of test/golden/other-releases.json, and against a plain form.
import { readFileSync } from 'node:fs';
import type { Entry } from '../../../shared/core/model/transaction.ts';
import { seeded } from '../../../shared/core/random/random.ts';
import { ECCENTRICITY, scoreTargets } from '../../../shared/core/scoring/scoring-findings.ts';
import { plainLikeness, ScoringIndex, ScoringRecords } from '../../../shared/core/scoring/scoring-index.ts';

interface Attack {
  readonly known: readonly string[];
  readonly support: Readonly<Record<string, number>>;
  readonly scores: readonly number[];
  readonly eccentricity: number;
  readonly match: number | null;
  readonly probability_of_best: number;
}

const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8')).sparse_scoring as {
  readonly slides: { readonly records: readonly (readonly Entry[])[]; readonly scoring: Attack };
  readonly plain: {
    readonly records: readonly (readonly Entry[])[];
    readonly attacks: readonly Attack[];
    readonly all_targets: readonly Row[];
  };
  readonly generalised: { readonly records: readonly (readonly Entry[])[]; readonly attacks: readonly Attack[] };
};
interface Row {
  readonly known_items: number;
  readonly right: number;
  readonly wrong: number;
  readonly none: number;
  readonly unique_by_exact_match: number;
}

const indexOf = (records: readonly (readonly Entry[])[]) =>
  new ScoringIndex(ScoringRecords.of(records.map((items) => plainLikeness({ items }))));

const cases: readonly (readonly [string, readonly (readonly Entry[])[], Attack])[] = [
  ['the slides', golden.slides.records, golden.slides.scoring],
  ...golden.plain.attacks.map((attack) => [`plain, ${attack.known.join(', ')}`, golden.plain.records, attack] as const),
  ...golden.generalised.attacks.map((attack) => [`generalised, ${attack.known.join(', ')}`, golden.generalised.records, attack] as const),
];

test.each(cases)('%s', (_, records, attack) => {
  const index = indexOf(records);
  for (const [item, support] of Object.entries(attack.support)) expect(index.support(item)).toBe(support);
  const found = index.find(attack.known);
  expect(found.eccentricity).toBeCloseTo(attack.eccentricity, 9);
  expect(found.probabilityOfBest).toBeCloseTo(attack.probability_of_best, 9);
  expect(found.eccentricity > ECCENTRICITY ? found.best : null).toBe(attack.match);
});

test('every set of known items of every record', () => {
  const { records, all_targets } = golden.plain;
  const index = indexOf(records);
  for (const row of all_targets) {
    const counts = { right: 0, wrong: 0, none: 0, unique: 0 };
    for (const [record, items] of records.entries()) {
      for (const known of subsets(items as readonly string[], row.known_items)) {
        const found = index.find(known);
        if (found.eccentricity <= ECCENTRICITY) counts.none += 1;
        else counts[found.best === record ? 'right' : 'wrong'] += 1;
        if (index.exactMatches(known) === 1) counts.unique += 1;
      }
    }
    expect(counts).toEqual({ right: row.right, wrong: row.wrong, none: row.none, unique: row.unique_by_exact_match });
  }
});

test('equals the plain form, with a record left out too, in any order of the records', () => {
  const random = seeded('scoring');
  const words = [...'abcdefghij'];
  for (let round = 0; round < 60; round += 1) {
    const records = Array.from({ length: 2 + random.below(12) }, () => {
      const items: Entry[] = words.filter(() => random.unit() < 0.3);
      if (random.unit() < 0.5) items.push(['k', 'l', 'm'].slice(0, 2 + random.below(2)));
      return items;
    });
    const known = [...words, 'k', 'l', 'nobody has it'].filter(() => random.unit() < 0.3);
    const without = random.unit() < 0.5 ? random.below(records.length) : undefined;
    if (without !== undefined && records.length === 2) continue;
    const found = indexOf(records).find(known, without);
    const plain = plainly(records, known, without);
    expect(found.eccentricity).toBeCloseTo(plain.eccentricity, 9);
    expect(found.probabilityOfBest).toBeCloseTo(plain.probabilityOfBest, 9);
    expect(found.entropy).toBeCloseTo(plain.entropy, 9);
    expect(found.best).not.toBe(without);
    const backwards = indexOf(records.toReversed()).find(known, without === undefined ? undefined : records.length - 1 - without);
    expect({ ...backwards, best: 0 }).toEqual({ ...found, best: 0 });
  }
});

test('targets: what is known is drawn by content, wrong items count, and an absent target is only claimed falsely', () => {
  const { records } = golden.plain;
  const index = indexOf(records);
  const targets = records.map((items, record) => ({ record, items: items as readonly string[] }));
  const words = [...new Set(records.flat() as string[])];
  const settings = [
    { known: 2, wrong: 0 },
    { known: 2, wrong: 1 },
    { known: 9, wrong: 0 },
  ];
  const outcomes = scoreTargets(index, targets, settings, words, 'seed');
  expect(outcomes.map(({ targets: tried }) => tried)).toEqual([8, 8, 0]);
  for (const each of outcomes) expect(each.right + each.falseClaims + each.none).toBe(each.targets);
  expect(scoreTargets(index, targets.toReversed(), settings, words.toReversed(), 'seed')).toEqual(outcomes);
});

function* subsets(items: readonly string[], size: number): Generator<readonly string[]> {
  if (size === 0) yield [];
  else for (const [at, item] of items.entries()) for (const rest of subsets(items.slice(at + 1), size - 1)) yield [item, ...rest];
}

/** The spec, word by word, over all records. */
function plainly(records: readonly (readonly Entry[])[], known: readonly string[], without?: number) {
  const left = records.filter((_, at) => at !== without);
  const share = (items: readonly Entry[], item: string): number =>
    Math.max(0, ...items.map((entry) => (entry === item ? 1 : Array.isArray(entry) && entry.includes(item) ? 1 / entry.length : 0)));
  const weights = known.map((item) => {
    const support = left.filter((items) => share(items, item) > 0).length;
    return support === 0 ? 0 : 1 / Math.log(1 + support);
  });
  const scores = left.map((items) => known.reduce((total, item, at) => total + weights[at] * share(items, item), 0));
  const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
  const sigma = Math.sqrt(scores.reduce((total, score) => total + (score - mean) ** 2, 0) / scores.length);
  const [best = 0, second = 0] = scores.toSorted((a, b) => b - a);
  const odds = scores.map((score) => (sigma < 1e-9 ? 1 : Math.exp(score / sigma)));
  const total = odds.reduce((a, b) => a + b, 0);
  const shares = odds.map((each) => each / total);
  return {
    eccentricity: sigma < 1e-9 || best - second < 1e-9 ? 0 : (best - second) / sigma,
    probabilityOfBest: Math.max(...shares),
    entropy: -shares.reduce((sum, each) => sum + each * Math.log(each), 0),
  };
}

test('what is known of a target: so many of its own items, and so many that it does not hold, none of them twice', () => {
  const own = ['fever', 'cough', 'rash', 'cough'];
  const others = ['gout', 'asthma', 'stroke'];
  const asked: (readonly string[])[] = [];
  const index = indexOf([own, [...others, 'fever']]);
  const find = index.find.bind(index);
  index.find = (known, ...more) => {
    asked.push(known);
    return find(known, ...more);
  };
  const tried = (known: number, wrong: number, seed: string) => {
    asked.length = 0;
    const [found] = scoreTargets(index, [{ record: 0, items: own }], [{ known, wrong }], [...new Set([...own, ...others])], seed);
    return found?.targets;
  };
  for (let seed = 0; seed < 30; seed += 1) {
    // All others are needed.
    expect(tried(5, 3, String(seed))).toBe(1);
    for (const known of asked) {
      expect(new Set(known).size).toBe(5);
      expect(known.filter((item) => own.includes(item))).toHaveLength(2);
    }
  }
  expect([tried(4, 4, 'too few others'), tried(4, 0, 'too few own')]).toEqual([0, 0]);
});
