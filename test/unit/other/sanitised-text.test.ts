// Sanitised text: t-plausibility, K-safety and k-confusability against golden cases and brute force.
import { readFileSync } from 'node:fs';
import { type Random, seeded } from '../../../shared/core/random/random.ts';
import { makeConfusable, posterior, type Topics } from '../../../shared/kinds/sanitised-text/core/k-confusability.ts';
import { type Contexts, covering, makeDocumentSafe } from '../../../shared/kinds/sanitised-text/core/k-safety.ts';
import { type Chain, logEffectiveBaseTexts, makePlausible } from '../../../shared/kinds/sanitised-text/core/t-plausibility.ts';

const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8'));

test('t-plausibility: the figure, and all choices of levels', () => {
  const { chains, choices, effective } = golden.t_plausibility as {
    readonly chains: Readonly<Record<string, readonly (readonly [string, number])[]>>;
    readonly choices: {
      readonly rows: readonly { readonly t: number; readonly base_texts: number; readonly levels: readonly number[] }[];
      readonly not_possible_from: number;
    };
    readonly effective: { readonly probabilities: readonly (readonly number[])[]; readonly effective_base_texts: number };
  };
  const own = Object.values(chains).map((chain) => chain.map(([name, leaves]) => ({ name, leaves })));
  for (const { t, base_texts, levels } of choices.rows) expect(makePlausible(own, t)).toEqual({ baseTexts: base_texts, levels });
  expect(makePlausible(own, choices.not_possible_from)).toBeUndefined();
  expect(Math.exp(logEffectiveBaseTexts(effective.probabilities))).toBeCloseTo(effective.effective_base_texts, 8);
});

test('t-plausibility equals trying all levels, on 200 seeded texts', () => {
  const random = seeded('plausible');
  for (let round = 0; round < 200; round += 1) {
    const chains: Chain[] = Array.from({ length: 1 + random.below(4) }, () => {
      let leaves = 1;
      return Array.from({ length: 1 + random.below(4) }, (_, level) => {
        leaves += level === 0 ? 0 : random.below(4);
        return { name: String(level), leaves };
      });
    });
    const t = 1 + random.below(200);
    expect(makePlausible(chains, t)).toEqual(byTryingAll(chains, t));
  }
});

test('K-safety: the golden document', () => {
  const {
    contexts,
    document,
    protected: entities,
    others_that_cover,
    fewest_removed_by_brute_force,
  } = golden.k_safety as {
    readonly contexts: Readonly<Record<string, readonly string[]>>;
    readonly document: readonly string[];
    readonly protected: readonly [string];
    readonly others_that_cover: number;
    readonly fewest_removed_by_brute_force: readonly {
      readonly K: number;
      readonly removed: readonly string[];
      readonly others_that_cover: number;
    }[];
  };
  const own: Contexts = new Map(Object.entries(contexts).map(([entity, terms]) => [entity, new Set(terms)]));
  expect(covering(own, new Set(document), entities[0])).toHaveLength(others_that_cover);
  for (const row of fewest_removed_by_brute_force) {
    const { removed, exact } = makeDocumentSafe(own, new Set(document), entities, row.K);
    expect({ removed, exact }).toEqual({ removed: row.removed, exact: true });
    expect(covering(own, new Set(document.filter((term) => !removed.includes(term))), entities[0])).toHaveLength(row.others_that_cover);
  }
  expect(() => makeDocumentSafe(own, new Set(document), entities, 5)).toThrow('cannot cover one by 5 others');
});

test('K-safety: fewest by trying all, safe beyond the exact limit too, on seeded documents', () => {
  const random = seeded('safety');
  for (let round = 0; round < 200; round += 1) {
    const many = round % 10 === 0;
    const terms = Array.from({ length: many ? 30 : 8 }, (_, at) => `t${at}`);
    const contexts: Contexts = new Map(Array.from({ length: 6 }, (_, at) => [`e${at}`, new Set(terms.filter(() => random.unit() < 0.6))]));
    const document = new Set(many ? terms : terms.filter(() => random.unit() < 0.8));
    const entities = many ? ['e0', 'e1', 'e2'] : ['e0'];
    const k = 1 + random.below(3);
    const made = makeDocumentSafe(contexts, document, entities, k);
    const left = new Set([...document].filter((term) => !made.removed.includes(term)));
    for (const entity of entities) expect(covering(contexts, left, entity).length).toBeGreaterThanOrEqual(k);
    if (many) continue;
    const said = [...document];
    let least = Infinity;
    for (let mask = 0; mask < 2 ** said.length; mask += 1) {
      const kept = said.filter((_, bit) => (mask >> bit) % 2 === 0);
      if (covering(contexts, new Set(kept), 'e0').length >= k) least = Math.min(least, said.length - kept.length);
    }
    expect(made.removed).toHaveLength(least);
  }
});

test('k-confusability: the golden cases', () => {
  const { sensitive, twelfths, cases } = golden.k_confusability as {
    readonly sensitive: string;
    readonly twelfths: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly cases: readonly {
      readonly prior: Readonly<Record<string, number>>;
      readonly terms: readonly string[];
      readonly posterior: Readonly<Record<string, number>>;
      readonly results: readonly { readonly k: number; readonly removed: readonly string[] | null; readonly state: string }[];
    }[];
  };
  for (const each of cases) {
    const topics: Topics = new Map(
      Object.entries(twelfths).map(([name, terms]) => [
        name,
        { prior: each.prior[name], terms: new Map(Object.entries(terms).map(([term, times]) => [term, times / 12])) },
      ]),
    );
    for (const [name, probability] of posterior(topics, each.terms)) expect(probability).toBeCloseTo(each.posterior[name], 9);
    for (const { k, removed, state } of each.results) expect(makeConfusable(topics, sensitive, each.terms, k)).toEqual({ removed, state });
  }
});

test('k-confusability: fewest for k = 2, enough for more, and never "not possible" where a choice does it', () => {
  const random = seeded('confusable');
  for (let round = 0; round < 200; round += 1) {
    const terms = Array.from({ length: 1 + random.below(7) }, (_, at) => `t${at}`);
    const topics = topicsOver(random, terms);
    const k = 2 + random.below(2);
    const made = makeConfusable(topics, 's0', terms, k);
    const least = fewestDropped(topics, terms, k);
    if (made.state === 'not possible') expect(least).toBe(Infinity);
    if (made.state === 'exact') expect(made.removed).toHaveLength(least);
    if (made.removed !== null)
      expect(
        rivals(
          topics,
          terms.filter((term) => !made.removed?.includes(term)),
        ),
      ).toBeGreaterThanOrEqual(k - 1);
  }
  expect(() => makeConfusable(new Map([['a', { prior: 0, terms: new Map() }]]), 'a', [], 2)).toThrow('not above 0');
});

function topicsOver(random: Random, terms: readonly string[]): Topics {
  return new Map(
    ['s0', 's1', 's2'].map((name) => [
      name,
      { prior: 0.1 + random.unit(), terms: new Map(terms.map((term) => [term, 0.05 + random.unit()])) },
    ]),
  );
}

function rivals(topics: Topics, terms: readonly string[]): number {
  const own = posterior(topics, terms);
  return [...own].filter(([name, each]) => name !== 's0' && each >= (own.get('s0') as number) - 1e-9).length;
}

function fewestDropped(topics: Topics, terms: readonly string[], k: number): number {
  let least = Infinity;
  for (let mask = 0; mask < 2 ** terms.length; mask += 1) {
    const kept = terms.filter((_, bit) => (mask >> bit) % 2 === 0);
    if (rivals(topics, kept) >= k - 1) least = Math.min(least, terms.length - kept.length);
  }
  return least;
}

function byTryingAll(chains: readonly Chain[], t: number) {
  let choices: number[][] = [[]];
  for (const chain of chains) choices = choices.flatMap((levels) => chain.map((_, level) => [...levels, level]));
  const rated = choices.map((levels) => ({
    levels,
    baseTexts: levels.reduce((product, level, at) => product * (chains[at]?.[level]?.leaves as number), 1),
  }));
  const raised = (levels: readonly number[]): number => levels.reduce((total, level) => total + level, 0);
  // The choices stand in text order already: the first of the least is meant.
  const [best] = rated
    .filter(({ baseTexts }) => baseTexts >= t)
    .toSorted((a, b) => a.baseTexts - b.baseTexts || raised(a.levels) - raised(b.levels));
  return best;
}
