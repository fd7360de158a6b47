import { seeded } from '../../shared/core/random/random.ts';
import { cosine, ngd, pmi } from '../../shared/core/relatedness/relatedness.ts';
import { contextCentres, NEAR, WHOLE } from '../../shared/kinds/set-generalised/core/calibrated/context-centres.ts';
import { cosinesOf, mostAlikeOf } from '../../shared/kinds/set-generalised/core/calibrated/cosines.ts';
import { DotMemory } from '../../shared/kinds/set-generalised/core/calibrated/dot-kernel.ts';
import {
  type IndexedGroup,
  type IndexedRelease,
  indexRelease,
  isMuchGeneralised,
  neighboursOf,
} from '../../shared/kinds/set-generalised/core/calibrated/indexed-release.ts';
import { centredVectors, type TermVectors } from '../../shared/kinds/set-generalised/core/calibrated/knowledge.ts';
import { pairMeasures } from '../../shared/kinds/set-generalised/core/calibrated/pair-measures.ts';
import { amongNeighbours, statisticsOf, statisticsUpTo, summarise } from '../../shared/kinds/set-generalised/core/calibrated/summarise.ts';

const TERMS = 40;
const random = seeded('calibrated evidence');
const single = Float64Array.from({ length: TERMS }, () => [0, 1, 1000, random.below(60), random.below(6000), Number.NaN][random.below(6)]);
const source = { name: 'made', size: 6000, single };
const members = Int32Array.from([3, 1, 4, 15, 9, 26]);
const items = Int32Array.from({ length: 30 }, (_, at) => at);
const both = Float64Array.from({ length: members.length * items.length }, (_, at) => {
  const least = Math.min(single[members[Math.floor(at / 30)]], single[at % 30]);
  return [Number.NaN, 0, least + 1, random.below(least + 1)][random.below(4)];
});

/** Equal to some digits; missing values agree. */
const expectNear = (fast: number | undefined, slow: number, digits = 12): void => {
  if (Number.isNaN(slow)) expect(fast).toBeNaN();
  else expect(fast).toBeCloseTo(slow, digits);
};

/** One pair after the other, by the functions that the rest of the product measures pairs with. */
test('NGD, PMI and lift of a table equal those of its pairs', () => {
  const measures = pairMeasures({ counts: [source], vectors: [] }, members, items, [both]);
  for (const [row, member] of members.entries()) {
    for (const [column, item] of items.entries()) {
      const at = row * items.length + column;
      const counts = { x: single[member], y: single[item], both: both[at], size: source.size };
      const distance = ngd(counts);
      expectNear(measures[0]?.[at], distance.state === 'unreliable' ? Number.NaN : -distance.value);
      expectNear(measures[1]?.[at], pmi(counts).value);
      const lift = Math.log((counts.both + 1) / ((counts.x * counts.y) / counts.size + 1));
      expectNear(measures[2]?.[at], counts.x > 0 && counts.y > 0 ? lift : Number.NaN);
    }
  }
});

test('cosines of many terms at once equal those of each two, and those nearest are the first of all in order', () => {
  const dimensions = 7;
  const known = Uint8Array.from({ length: TERMS }, (_, term) => (term % 5 === 2 ? 0 : 1));
  const values = new Float32Array(TERMS * dimensions);
  for (let term = 0; term < TERMS; term += 1) {
    const vector = Float32Array.from({ length: dimensions }, () => random.unit() - 0.4);
    const length = Math.sqrt(vector.reduce((total, each) => total + each * each, 0));
    if (known[term] === 1)
      values.set(
        vector.map((each) => each / length),
        term * dimensions,
      );
  }
  const vectorOf = (term: number) => (known[term] === 1 ? values.slice(term * dimensions, (term + 1) * dimensions) : null);
  const made = { name: 'made', dimensions, values, known };
  const found = cosinesOf(made, [...members], items);
  const alike = mostAlikeOf(made, [...members], items, { most: 5, least: 0.1, memory: new DotMemory() });
  for (const [row, member] of members.entries()) {
    const slow = Array.from(items, (item) => cosine(vectorOf(member), vectorOf(item)).value);
    const fast = found.slice(row * items.length, (row + 1) * items.length);
    for (const [at, value] of slow.entries()) expectNear(fast[at], value, 6);
    const nearest = [...items.keys()]
      .filter((at) => fast[at] >= 0.1)
      .sort((a, b) => fast[b] - fast[a] || a - b)
      .slice(0, 5);
    expect(alike[row]).toEqual(nearest.map((at) => ({ term: items[at], cosine: fast[at] })));
  }
});

test('a memory that holds the others already, or not all of them at once, gives the same cosines', () => {
  const made = (terms: number, dimensions: number) => ({
    name: 'made',
    dimensions,
    values: Float32Array.from({ length: terms * dimensions }, () => random.unit() - 0.5),
    known: Uint8Array.from({ length: terms }, (_, term) => (term === 3 ? 0 : 1)),
  });
  const memory = new DotMemory();
  const [some, more, long] = [made(20, 5), made(20, 9), made(6, 400_000)];
  const others = Int32Array.from([7, 3, 0, 19, 7]);
  for (const [vectors, terms] of [
    [some, [1, 2, 3, 4, 5]],
    [some, [3, 6]],
    [more, [1]],
    [some, [8]],
    [long, [0, 3, 5]],
  ] as const) {
    const asked = vectors === long ? Int32Array.from([5, 4, 3, 2, 1, 0]) : others;
    const found = cosinesOf(vectors, terms, asked);
    const all = { most: asked.length, least: Number.NEGATIVE_INFINITY };
    const alike = mostAlikeOf(vectors, terms, asked, { ...all, memory });
    expect(alike).toEqual(mostAlikeOf(vectors, terms, asked, { ...all, memory: new DotMemory() }));
    for (const [row, own] of alike.entries()) {
      const cosines = found.subarray(row * asked.length, (row + 1) * asked.length).filter((cosine) => !Number.isNaN(cosine));
      expect(own.map(({ cosine }) => cosine)).toEqual([...cosines].sort((a, b) => b - a));
    }
    for (const [row, term] of terms.entries()) {
      const scale = vectors === long ? 1e5 : 1;
      for (const [at, other] of asked.entries()) {
        expectNear(found[row * asked.length + at] / scale, cosineBetween(vectors, term, other) / scale, 5);
      }
    }
  }
});

/** The twin: for each width all values, sorted. */
test('mean, best and best few of each width equal those of the sorted values', () => {
  const widths = [2, 5, 20, Number.POSITIVE_INFINITY];
  const contexts = [0, 1, 3, 9, 25].map((length) => Int32Array.from({ length }, () => random.below(30)));
  const measure = Float64Array.from({ length: 2 * 30 }, () => (random.below(4) === 0 ? Number.NaN : random.below(12) - 6));
  // Behind each other with room between them, which nothing is written in.
  const [cells, step] = [2 * contexts.length, 3 * 2 * contexts.length];
  const summaries = new Float64Array(1 + statisticsUpTo(widths) * step).fill(7);
  summarise({ measure, members: 2, items: 30 }, contexts, widths, summaries, 1, step);
  let at = 0;
  for (const width of widths) {
    for (const statistic of statisticsOf(width)) {
      for (const [row, context] of contexts.entries()) {
        for (const member of [0, 1]) {
          const known = Array.from(context.slice(0, width), (item) => measure[member * 30 + item])
            .filter((value) => !Number.isNaN(value))
            .sort((a, b) => b - a);
          const part = statistic === 'mean' ? known : known.slice(0, statistic === 'best' ? 1 : 4);
          const expected = part.length === 0 ? Number.NaN : part.reduce((a, b) => a + b, 0) / part.length;
          expectNear(summaries[1 + at * step + row * 2 + member], expected);
        }
      }
      at += 1;
    }
  }
  expect(at).toBe(statisticsUpTo(widths));
  expect(summaries.filter((value, place) => (place + step - 1) % step >= cells && value !== 7)).toHaveLength(0);
});

test('centred vectors are what is left of each after the mean of all, at unit length; a vector that is the mean is none', () => {
  const vectors = {
    name: 'made',
    dimensions: 2,
    values: Float32Array.from([1, 0, 0, 1, 9, 9, 0.5, 0.5]),
    known: Uint8Array.from([1, 1, 0, 1]),
  };
  const { values, known } = centredVectors(vectors);
  const side = Math.SQRT1_2;
  for (const [at, value] of [side, -side, -side, side, 0, 0, 0, 0].entries()) expect(values[at]).toBeCloseTo(value, 6);
  expect([...known]).toEqual([1, 1, 0, 0]);
});

test('centres of contexts are the cosines with the weighed sums of their vectors', () => {
  const random = seeded('centres');
  const [terms, dimensions] = [12, 5];
  const known = Uint8Array.from({ length: terms }, (_, term) => (term % 5 === 4 ? 0 : 1));
  const values = Float32Array.from({ length: terms * dimensions }, () => random.unit() - 0.5);
  for (let term = 0; term < terms; term += 1) {
    const vector = values.subarray(term * dimensions, (term + 1) * dimensions);
    const length = Math.hypot(...vector);
    for (const axis of vector.keys()) vector[axis] = known[term] === 1 ? vector[axis] / length : 0;
  }
  const vectors = { name: 'made', dimensions, values, known };
  const [members, items] = [Int32Array.of(0, 1, 4), Int32Array.of(2, 3, 5, 6, 7, 8, 9, 10)];
  const contexts = [Int32Array.of(3, 0, 7, 1, 2, 6), Int32Array.of(4, 5), new Int32Array()];
  const rarity = Float64Array.from(items, () => 1 + random.unit());
  const vectorOf = (term: number): number[] => Array.from(values.subarray(term * dimensions, (term + 1) * dimensions));
  const cosine = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((total, each, at) => total + each * y[at], 0) / Math.hypot(...x) / Math.hypot(...y);
  for (const kind of [...WHOLE, ...NEAR]) {
    const expected = Array.from(members, (_, at) => Float64Array.from({ length: dimensions }, (__, axis) => at - axis / 2));
    const asked = { vectors, members, expected };
    const size = contexts.length * members.length;
    const into = new Float64Array(2 * size);
    contextCentres(asked, items, contexts, rarity, [kind], into, 0, size);
    const [cells, likelier] = [into.subarray(0, size), into.subarray(size)];
    for (const [row, context] of contexts.entries()) {
      const sum = Array.from({ length: dimensions }, (_, axis) =>
        Array.from(context)
          .filter((_item, at) => at < kind.width)
          .reduce((total, place, at) => total + vectorOf(items[place])[axis] * rarity[place] * kind.weight(at), 0),
      );
      for (const [column, member] of members.entries()) {
        const cell = cells[row * members.length + column];
        const likely = likelier[row * members.length + column];
        if (known[member] === 0 || context.length === 0) {
          expect(cell).toBeNaN();
          expect(likely).toBeNaN();
          continue;
        }
        expect(cell).toBeCloseTo(cosine(vectorOf(member), sum), 5);
        const where = [...(expected[column] as Float64Array)];
        expect(likely).toBeCloseTo(cosine(where, sum) * Math.hypot(...where), 5);
      }
    }
  }
});

test('the best of each generalised item beside a row, in their mean, is that of the sorted values', () => {
  const random = seeded('neighbours');
  const [members, items] = [3, 14];
  const measure = Float64Array.from({ length: members * items }, () => (random.unit() < 0.4 ? Number.NaN : random.unit() - 0.5));
  const neighbours = [[Int32Array.of(0, 1, 2), Int32Array.of(3, 4)], [], [Int32Array.of(5), Int32Array.of(6, 7, 8), Int32Array.of(13, 2)]];
  const cells = new Float64Array(neighbours.length * members);
  amongNeighbours({ measure, members, items }, neighbours, cells, 0);
  for (const [row, others] of neighbours.entries()) {
    for (let member = 0; member < members; member += 1) {
      const bests = others.flatMap((other) => {
        const known = Array.from(other, (at) => measure[member * items + at]).filter((value) => !Number.isNaN(value));
        return known.toSorted((a, b) => b - a).slice(0, 1);
      });
      expectNear(cells[row * members + member], bests.length === 0 ? Number.NaN : bests.reduce((a, b) => a + b, 0) / bests.length);
    }
  }
});

test('neighbours of a row are the other generalised items in it, whatever their order, and none where rows do not carry them', () => {
  const published = [
    { items: [['a', 'b'], 'x', ['c', 'd'], ['e', 'f'], []] },
    { items: ['y', ['a', 'b'], ['c', 'd']] },
    { items: ['z', ['e', 'f']] },
  ];
  const beside = (release: IndexedRelease, first: string): string[][] => {
    const group = release.groups.find(({ key }) => key.includes(first)) as IndexedGroup;
    return Array.from(group.rows.keys(), (row) =>
      neighboursOf(release, group, row).map(({ members }) =>
        Array.from(members, (item) => release.terms[item])
          .toSorted()
          .join(''),
      ),
    ).toSorted();
  };
  const turned = published.map(({ items }) => ({ items: items.toReversed() }));
  for (const release of [published, turned]) {
    const indexed = indexRelease(release, { seed: 'beside', ordered: false });
    expect(beside(indexed, 'a')).toEqual([['cd'], ['cd', 'ef']]);
    expect(beside(indexed, 'e')).toEqual([[], ['ab', 'cd']]);
  }
  const studied = indexRelease(published, { seed: 'beside', ordered: false, neighbours: false });
  expect(beside(studied, 'a')).toEqual([[], []]);
  expect(isMuchGeneralised(published)).toBe(true);
  expect(isMuchGeneralised([{ items: [['a', 'b'], ...Array.from({ length: 9 }, (_, at) => String(at))] }])).toBe(true);
  expect(isMuchGeneralised([{ items: [['a', 'b'], ...Array.from({ length: 10 }, (_, at) => String(at))] }])).toBe(false);
});

function cosineBetween({ dimensions, values, known }: TermVectors, x: number, y: number): number {
  if (known[x] === 0 || known[y] === 0) return Number.NaN;
  const vectorOf = (term: number): Float32Array => values.subarray(term * dimensions, (term + 1) * dimensions) as Float32Array;
  return vectorOf(x).reduce((dot, value, at) => dot + value * vectorOf(y)[at], 0);
}
