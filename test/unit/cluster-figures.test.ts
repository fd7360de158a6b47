import {
  addClusterFigures,
  addReassociations,
  addUnattackable,
  noFigures,
} from '../../shared/kinds/disassociated/core/measure/cluster-figures.ts';
import { KmBreakageCounter } from '../../shared/kinds/disassociated/core/measure/km-breakage.ts';
import { pair } from '../../shared/kinds/disassociated/core/measure/pairing.ts';
import { vectorDistance } from '../../shared/kinds/disassociated/core/measure/word-movers-distance.ts';
import { puzzleOf } from '../../shared/kinds/disassociated/core/reassociation/pieces.ts';

test('nothing found is nothing: every figure starts at 0', () => {
  const none = {
    pieces: 0,
    hits: 0,
    places: 0,
    correct: 0,
    occurrences: 0,
    reachable: 0,
    reachableHits: 0,
    expectedHits: 0,
    expectedCorrect: 0,
  };
  const rest = { unattackable: 0, transactions: 0, withPiece: 0, broken: 0, distances: [], withoutDistance: 0 };
  const overChance = { clusters: 0, part: 0, whole: 0, partPart: 0, partWhole: 0, wholeWhole: 0 };
  expect(noFigures()).toEqual({ ...none, several: none, overChance, ...rest });
});

describe('one cluster, counted by hand', () => {
  // Three transactions: a with x, b with y, and c alone. The piece x is placed beside a and beside b, y nowhere.
  const cluster = {
    size: 3,
    recordChunks: [
      [['a'], ['b'], ['c']],
      [['x'], ['y']],
    ],
    termChunk: [],
  };
  const originals = [['a', 'x'], ['b', 'y'], ['c']];
  const puzzle = puzzleOf(cluster, 1);
  const rowOf = (item: string): number => puzzle.anchors.findIndex((anchor) => anchor.includes(item));
  const pieceOf = (item: string): number => puzzle.pieces.findIndex(({ items }) => items.includes(item));
  const placements = [
    { piece: pieceOf('x'), rows: [rowOf('a'), rowOf('b')] },
    { piece: pieceOf('y'), rows: [] },
  ];
  const figures = () => {
    const total = noFigures();
    const vectors = new Map([...'abcxy'].map((item, at) => [item, Float32Array.from({ length: 5 }, (_, place) => (place === at ? 1 : 0))]));
    const vectorOf = (item: string): Float32Array | null => vectors.get(item) ?? null;
    const paired = pair(cluster, puzzle, placements as never, originals, vectorOf);
    addClusterFigures(total, puzzle, placements as never, paired, originals, vectorOf, { hit: 0.25, correct: 0.5 } as never);
    return total;
  };

  test('two pieces, one of them found, in two places, one of them right', () => {
    const counts = {
      pieces: 2,
      hits: 1,
      places: 2,
      correct: 1,
      occurrences: 2,
      reachable: 1,
      reachableHits: 1,
      expectedHits: 0.25,
      expectedCorrect: 0.5,
    };
    expect(figures()).toMatchObject({
      ...counts,
      several: counts,
      unattackable: 0,
      transactions: 3,
      withPiece: 2,
      broken: 1,
      withoutDistance: 0,
    });
    expect(figures().distances).toHaveLength(3);
  });

  test('slices add up, and clusters without a record chunk count as not attackable', () => {
    const total = noFigures();
    addReassociations(total, figures());
    addReassociations(total, figures());
    addUnattackable(total, puzzle, 3);
    expect(total).toMatchObject({ pieces: 4, hits: 2, places: 4, withPiece: 4, broken: 2, transactions: 9, unattackable: 2 });
    expect(total.several).toMatchObject({ pieces: 4, expectedCorrect: 1 });
    expect(total.distances).toEqual([...figures().distances, ...figures().distances]);
    const missing = { ...noFigures(), withoutDistance: 2 };
    addReassociations(missing, { ...noFigures(), withoutDistance: 3 });
    expect(missing.withoutDistance).toBe(5);
  });
});

test('more itemsets than can be counted are not counted: 6,500 items hold 21 million pairs', () => {
  const items = Array.from({ length: 6500 }, (_, at) => `item ${at}`);
  expect(KmBreakageCounter.of([items], { clusters: [], joints: [] } as never, 2, 2)).toBeNull();
});

test('the distance of two vectors bears every one of their values', () => {
  const from = [0.6, 0.8, 0];
  const distances = [0, 1, 2].map((at) =>
    vectorDistance(
      Float32Array.from(from),
      Float32Array.from(from, (x, place) => (place === at ? -x : x)),
    ),
  );
  expect(distances[0]).not.toBeCloseTo(distances[2], 3);
  expect(distances[1]).toBeGreaterThan(distances[0]);
  expect(distances[2]).toBeCloseTo(0, 6);
});
