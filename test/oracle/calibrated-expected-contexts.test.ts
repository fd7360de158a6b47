// Expected contexts, learned pair by pair and by matrices inverted with elimination.

import { seeded } from '../../shared/core/random/random.ts';
import { ExpectedContexts, expectedOf } from '../../shared/kinds/set-generalised/core/calibrated/expected-contexts.ts';
import {
  holdersOf,
  type IndexedRelease,
  indexEntries,
  withEntries,
} from '../../shared/kinds/set-generalised/core/calibrated/indexed-release.ts';
import type { TermVectors } from '../../shared/kinds/set-generalised/core/calibrated/knowledge.ts';
import { practiceRelease } from '../../shared/kinds/set-generalised/core/calibrated/practice.ts';
import { Neighbourhood } from '../../shared/kinds/set-generalised/core/calibrated/worlds.ts';

const TERMS = 60;
const DIMENSIONS = 4;
const RIDGE = 0.1;
type Matrix = readonly (readonly number[])[];

function release(seed: string): IndexedRelease {
  const random = seeded('expected', seed);
  const entries = Array.from({ length: 40 }, (_, at) => {
    const alone = [...new Set(Array.from({ length: 9 }, () => random.below(TERMS - 3)))];
    return at % 5 === 0 ? [...alone, ~0] : alone;
  });
  const terms = Array.from({ length: TERMS }, (_, term) => `term ${String(term).padStart(2, '0')}`);
  return indexEntries(terms, [Int32Array.of(57, 58, 59)], [...entries, []]);
}

function vectors(seed: string): TermVectors {
  const random = seeded('expected vectors', seed);
  const known = Uint8Array.from({ length: TERMS }, (_, term) => (term % 7 === 3 ? 0 : 1));
  const values = Float32Array.from({ length: TERMS * DIMENSIONS }, (_, at) =>
    known[Math.floor(at / DIMENSIONS)] === 1 ? random.unit() - 0.4 : 0,
  );
  return { name: 'made', dimensions: DIMENSIONS, values, known };
}

const axes = [...Array(DIMENSIONS).keys()];
const times = (a: Matrix, b: Matrix): number[][] =>
  a.map((row) => b[0].map((_, column) => row.reduce((sum, each, at) => sum + each * (b[at]?.[column] as number), 0)));
const outer = (a: readonly number[], b: readonly number[], factor: number): number[][] => a.map((x) => b.map((y) => factor * x * y));
const plus = (a: Matrix, b: Matrix): number[][] => a.map((row, at) => row.map((each, column) => each + (b[at]?.[column] as number)));
const total = (all: readonly Matrix[]): number[][] =>
  all.reduce<number[][]>(
    plus,
    axes.map(() => axes.map(() => 0)),
  );

/** Gauss and Jordan. */
function inverse(matrix: Matrix): number[][] {
  const rows = matrix.map((row, at) => [...row, ...axes.map((axis) => Number(axis === at))]);
  for (const axis of axes) {
    const pivot = rows[axis][axis];
    rows[axis] = rows[axis].map((each) => each / pivot);
    for (const other of axes) {
      const factor = rows[other][axis];
      if (other !== axis) rows[other] = rows[other].map((each, at) => each - factor * rows[axis][at]);
    }
  }
  return rows.map((row) => row.slice(DIMENSIONS));
}

function raised(matrix: Matrix): number[][] {
  const mean = axes.reduce((sum, axis) => sum + (matrix[axis]?.[axis] as number), 0) / DIMENSIONS;
  return matrix.map((row, at) => row.map((each, column) => each + (at === column ? RIDGE * mean : 0)));
}

/** Weights, lengths and what contexts and items are like are those of the whole release; the pairs are those of the other one. */
function twin(
  whole: IndexedRelease,
  { known, values }: TermVectors,
  rarity: Float64Array,
  practised: IndexedRelease,
  term: number,
): number[] {
  const vectorOf = (item: number): number[] => axes.map((axis) => values[item * DIMENSIONS + axis]);
  const weight = holdersOf(whole).map(({ length }) => 1 / Math.sqrt(Math.max(1, length)));
  const knownOf = ({ transactions }: IndexedRelease, at: number): number[] =>
    [...(transactions[at]?.items ?? [])].filter((item) => known[item] === 1);
  const centreOf = (items: readonly number[]): number[] =>
    axes.map((axis) => items.reduce((sum, item) => sum + rarity[item] * vectorOf(item)[axis], 0));
  const [ofItems, ofContexts, pairs]: [number[][][], number[][][], number[][][]] = [[], [], []];
  let mass = 0;
  for (const at of whole.transactions.keys()) {
    const own = knownOf(whole, at);
    const length = Math.hypot(...centreOf(own));
    if (length === 0) continue;
    for (const item of own) {
      mass += weight[item];
      ofItems.push(outer(vectorOf(item), vectorOf(item), weight[item]));
      ofContexts.push(outer(centreOf(own), centreOf(own), weight[item] / length ** 2));
    }
    const left = knownOf(practised, at);
    for (const item of left) pairs.push(outer(vectorOf(item), centreOf(left.filter((other) => other !== item)), weight[item] / length));
  }
  const map = times(times(inverse(raised(total(ofItems))), total(pairs)), inverse(raised(total(ofContexts))));
  return axes.map((axis) => mass * axes.reduce((sum, at) => sum + vectorOf(term)[at] * (map[at]?.[axis] as number), 0));
}

describe.each(['one', 'two', 'three'])('where items are expected, %s', (seed) => {
  const [whole, own] = [release(seed), vectors(seed)];
  const rarity = Float64Array.from(holdersOf(whole), ({ length }) => Math.log(41 / Math.max(1, length)));
  const learned = new ExpectedContexts(whole, own, rarity);
  const expectTwin = (practised: IndexedRelease): void => {
    const map = learned.of(practised);
    for (const term of [0, 5, 57, 58]) {
      const found = expectedOf(map, own, term);
      for (const [axis, wanted] of twin(whole, own, rarity, practised, term).entries()) expect(found[axis]).toBeCloseTo(wanted, 8);
    }
  };

  test('is learned from every pair of an item and the context without it', () => expectTwin(whole));

  test('is learned in practice without what practice hides', () => {
    const options = {
      seed,
      targets: whole.groups,
      holders: holdersOf(whole),
      world: 'random' as const,
      neighbourhood: new Neighbourhood(whole, []),
      frequencyClass: new Int32Array(TERMS),
      fold: new Uint8Array(TERMS),
    };
    const { release: practised, tables } = practiceRelease(whole, options, new Set());
    expect(tables).toHaveLength(1);
    expectTwin(practised);
    expect([...learned.of(practised)]).not.toEqual([...learned.of(whole)]);
  });

  test('is learned of a transaction that nothing is left of', () => expectTwin(withEntries(whole, new Map([[2, []]]), [])));
});

test('nothing is expected where no vector is known', () => {
  const whole = release('none');
  const none = { ...vectors('none'), known: new Uint8Array(TERMS), values: new Float32Array(TERMS * DIMENSIONS) };
  const map = new ExpectedContexts(whole, none, new Float64Array(TERMS).fill(1)).of(whole);
  expect([...map]).toEqual(Array(DIMENSIONS * DIMENSIONS).fill(0));
});
