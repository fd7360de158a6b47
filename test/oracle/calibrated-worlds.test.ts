// What practice learns of worlds: which the release is like, what is near what, and how confidence varies between them, each against a plain twin.

import { seeded } from '../../shared/core/random/random.ts';
import {
  betweenWorlds,
  type Covariance,
  logitOf,
  lowerEnd,
  type Probed,
  recalibration,
  unlikeness,
  varianceAt,
} from '../../shared/kinds/set-generalised/core/calibrated/between-worlds.ts';
import type { TableEvidence } from '../../shared/kinds/set-generalised/core/calibrated/evidence.ts';
import { indexRelease } from '../../shared/kinds/set-generalised/core/calibrated/indexed-release.ts';
import { likelyShares, worldDistances } from '../../shared/kinds/set-generalised/core/calibrated/world-shares.ts';
import { Neighbourhood } from '../../shared/kinds/set-generalised/core/calibrated/worlds.ts';

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Tables whose truth has x + intercept + slope * x where x is stated. */
function judged(seed: string, count: number, intercept: number, slope: number) {
  const random = seeded(seed);
  return Array.from({ length: count }, () => {
    const probability = Float64Array.from({ length: 20 }, () => logistic(6 * random.unit() - 4));
    const original = Uint8Array.from(probability, (p) => (random.unit() < logistic(intercept + (1 + slope) * logitOf(p)) ? 1 : 0));
    return { probability, original };
  });
}

test('recalibration is of greatest likelihood, and its errors are those of tables drawn anew', () => {
  const tables = judged('greatest', 60, 0.4, -0.3);
  const { intercept, slope } = recalibration(tables);
  const lossOf = (a: number, b: number): number => {
    let loss = (a * a + b * b) / 4;
    for (const { probability, original } of tables) {
      for (const [cell, p] of probability.entries()) {
        const x = a + (1 + b) * logitOf(p);
        loss -= Math.log(logistic(original[cell] === 1 ? x : -x));
      }
    }
    return loss;
  };
  for (const [a, b] of [[0.02, 0], [-0.02, 0], [0, 0.02], [0, -0.02]] as const) expect(lossOf(intercept + a, slope + b)).toBeGreaterThan(lossOf(intercept, slope)); // biome-ignore format: a list
  const drawn = Array.from({ length: 200 }, (_, at) => recalibration(judged(`again ${at}`, 60, 0.4, -0.3)));
  for (const [part, of] of [
    [0, (each: (typeof drawn)[number]) => each.intercept],
    [2, (each: (typeof drawn)[number]) => each.slope],
  ] as const) {
    // biome-ignore format: a list
    const mean = drawn.reduce((total, each) => total + of(each), 0) / drawn.length;
    const variance = drawn.reduce((total, each) => total + (of(each) - mean) ** 2, 0) / (drawn.length - 1);
    const stated = drawn.reduce((total, each) => total + each.covariance[part], 0) / drawn.length;
    expect(stated / variance).toBeGreaterThan(0.7);
    expect(stated / variance).toBeLessThan(1.4);
    expect(mean).toBeCloseTo(part === 0 ? 0.4 : -0.3, 1);
  }
});

test.each([
  [0.9, 0.89, 0.1, 0.73],
  [0.99, 0.75, 0.5, 0.19],
  [0.999, 0.43, 0.5, 0.33],
])('said %s where %s was so, and %s where %s was: whole Newton steps overshoot', (high, ofHigh, low, ofLow) => {
  const probability = Float64Array.from({ length: 200 }, (_, cell) => (cell < 100 ? high : low));
  const original = Uint8Array.from(probability, (_, cell) => (cell % 100 < 100 * (cell < 100 ? ofHigh : ofLow) ? 1 : 0));
  const { intercept, slope } = recalibration([{ probability, original }]);
  // Two probabilities and two unknowns: the fit is exact, but for the weak pull.
  expect(logistic(intercept + (1 + slope) * logitOf(high))).toBeCloseTo(ofHigh, 1);
  expect(logistic(intercept + (1 + slope) * logitOf(low))).toBeCloseTo(ofLow, 1);
});

test('variance between worlds follows the worlds that were probed, beyond their chance, and grows with unlikeness', () => {
  const world = (intercept: number, slope: number): Probed => ({ intercept, slope, covariance: [0.01, 0, 0.01], unlike: 0.4 });
  const calm = betweenWorlds([world(0.1, 0.1), world(-0.1, 0), world(0.1, -0.1)], 0.4);
  const wild = betweenWorlds([world(0.8, -0.5), world(-0.9, 0.6), world(0.7, -0.7)], 0.4);
  for (const part of [0, 2] as const) expect(wild[part]).toBeGreaterThan(2 * calm[part]);
  expect(wild[1]).toBeLessThan(0);
  expect(betweenWorlds([], 0)).toEqual([0, -0, 0]);
  expect(betweenWorlds([world(0.8, -0.5)], 0.2)[0]).toBeCloseTo(betweenWorlds([world(0.8, -0.5)], 0.4)[0] / 2, 12);
  // A correlation is never beyond one.
  for (const [a, both, b] of [calm, wild]) expect(both * both).toBeLessThanOrEqual(a * b * (1 + 1e-9));
  expect(unlikeness({ area: 0.7, error: 0.05 })).toBeCloseTo(0.3, 12);
  // What no classifier tells apart still differs.
  expect(unlikeness({ area: 0.52, error: 0.05 })).toBe(0.2);
});

test('the lower end of what worlds say of a likely member; an unlikely one has none', () => {
  const spread: Covariance = [0.2, -0.1, 0.1];
  for (const p of [0.02, 0.2, 0.5, 0.6, 0.8, 0.97]) {
    const x = Math.log(p / (1 - p));
    const deviation = Math.sqrt(varianceAt(spread, x));
    expect(varianceAt(spread, x)).toBeCloseTo(0.2 - 0.2 * x + 0.1 * x * x, 12);
    let [all, below] = [0, 0];
    const said = lowerEnd(spread, p);
    for (let z = -6; z <= 6; z += 0.001) {
      const weight = Math.exp((-z * z) / 2);
      all += weight;
      if (logistic(x + z * deviation) < said) below += weight;
    }
    if (p <= 0.5) expect(below / all).toBeCloseTo(0.5, 2);
    else if (p > 0.7) expect(below / all).toBeCloseTo(0.1, 2);
    else expect(said).toBe(0.5);
    expect(lowerEnd([0, 0, 0], p)).toBeCloseTo(p, 12);
  }
});

test('shares of the worlds: one of them, a mixture, and what lies beyond all is drawn to the nearest', () => {
  const random = seeded('worlds');
  const columns = Array.from({ length: 3 }, (_, at) => ({ name: String(at), kind: 'outside' as const }));
  /** World w has column w higher. */
  const tables = (count: number, worldOf: (at: number) => number, by = 0.6): TableEvidence[] =>
    Array.from({ length: count }, (_, at) => ({
      key: String(at),
      rows: 3,
      columns: 3,
      values: Float64Array.from({ length: 27 }, (__, cell) => random.unit() + (Math.floor(cell / 9) === worldOf(at) ? by : 0)),
      alike: new Float64Array(),
    }));
  const worlds = [0, 1, 2].map((world) => tables(60, () => world));
  const sharesOf = (release: TableEvidence[]): readonly number[] => likelyShares(3, worldDistances(release, worlds, columns), null) ?? [];
  for (const world of [0, 1, 2]) expect(sharesOf(tables(100, () => world))[world]).toBeGreaterThan(0.9);
  const half = sharesOf(tables(120, (at) => at % 2));
  expect(half[0]).toBeGreaterThan(0.3);
  expect(half[1]).toBeGreaterThan(0.3);
  expect(half[2]).toBeLessThan(0.15);
  expect(sharesOf(tables(100, () => 1, 1.2))[1]).toBeGreaterThan(0.8);
  const other = tables(40, () => 0).map((table) => ({ ...table, rows: 1, columns: 9 }));
  expect(worldDistances(other, worlds, columns)).toBeNull();
  expect(likelyShares(3, null, null)).toBeNull();
  // Density alone: the only world as dense as the release.
  expect(likelyShares(3, null, { value: 0.2, error: 0.01, ofWorlds: [0, 0.1, 0.2] })?.[2]).toBeGreaterThan(0.5);
});

test('near are the transactions of the nearest mean vector and the terms of the nearest vector', () => {
  const random = seeded('near');
  const TERMS = 40;
  const release = indexRelease(
    Array.from({ length: 30 }, () => ({ items: [...new Set(Array.from({ length: 5 }, () => `t${10 + random.below(TERMS)}`))] })),
    { seed: 's', ordered: true },
  );
  const count = release.terms.length;
  const vectors = {
    name: 'v',
    dimensions: 3,
    values: Float32Array.from({ length: 3 * count }, () => 2 * random.unit() - 1),
    known: new Uint8Array(count).fill(1),
  };
  const near = new Neighbourhood(release, [vectors]);
  const vectorOf = (term: number): number[] => [0, 1, 2].map((at) => vectors.values[3 * term + at]);
  const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((total, each, at) => total + each * b[at], 0);
  const topics = release.transactions.map(({ items }) => {
    const total = [0, 1, 2].map((at) => [...items].reduce((sum, term) => sum + vectorOf(term)[at], 0));
    return total.map((each) => each / Math.sqrt(dot(total, total)));
  });
  const best = (all: readonly number[], of: (each: number) => number): number[] => all.toSorted((a, b) => of(b) - of(a)).slice(0, 15);
  const others = [...topics.keys()].filter((at) => at !== 4);
  expect(near.transactions(4)).toEqual(best(others, (at) => dot(topics[4], topics[at])));
  const terms = Array.from({ length: count - 1 }, (_, at) => at + 1);
  expect(near.terms(0, terms)).toEqual(best(terms, (term) => dot(vectorOf(0), vectorOf(term))));
  expect(near.isKnown).toBe(true);
  expect(new Neighbourhood(release, []).isKnown).toBe(false);
  expect(new Neighbourhood(release, []).terms(0, [3, 4])).toEqual([3, 4]);
});
