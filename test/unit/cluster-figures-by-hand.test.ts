// Clusters small enough to count by hand, with cases that other tests lack: pieces that cannot be attacked, rows that hold
// nothing, items that no vector knows, one class of rows, a release that shows what its original does not hold.

import { seeded } from '../../shared/core/random/random.ts';
import { addCluster, differenceInterval, noClusters } from '../../shared/core/statistics/cluster-sums.ts';
import {
  addClusterFigures,
  addReassociations,
  addUnattackable,
  noFigures,
} from '../../shared/kinds/disassociated/core/measure/cluster-figures.ts';
import { expectedAtRandom, hypergeometric, randomExpectation } from '../../shared/kinds/disassociated/core/measure/expectation.ts';
import { KmBreakageCounter } from '../../shared/kinds/disassociated/core/measure/km-breakage.ts';
import { pair } from '../../shared/kinds/disassociated/core/measure/pairing.ts';
import type { Cluster } from '../../shared/kinds/disassociated/core/model.ts';
import { puzzleOf } from '../../shared/kinds/disassociated/core/reassociation/pieces.ts';
import { placeAtRandom } from '../../shared/kinds/disassociated/core/reassociation/reconstruct.ts';

const puzzleParts = (cluster: Cluster) => {
  const puzzle = puzzleOf(cluster, 1);
  return {
    puzzle,
    rowOf: (item: string): number => puzzle.anchors.findIndex((anchor) => anchor.includes(item)),
    pieceOf: (item: string): number => puzzle.pieces.findIndex(({ items }) => items.includes(item)),
  };
};

describe('four transactions: a with x, b with y, c with z, and w beside nothing', () => {
  const cluster: Cluster = {
    size: 4,
    recordChunks: [
      [['a'], ['b'], ['c']],
      [['x'], ['y'], ['z'], ['w']],
    ],
    termChunk: [],
  };
  const originals = [['a', 'x'], ['b', 'y'], ['c', 'z'], ['w']];
  const { puzzle, rowOf, pieceOf } = puzzleParts(cluster);
  // x with a and b, y nowhere, z with c, w with a: w cannot be found, since its transaction shows nothing.
  const placements = [
    { piece: pieceOf('x'), rows: [rowOf('a'), rowOf('b')] },
    { piece: pieceOf('y'), rows: [] },
    { piece: pieceOf('z'), rows: [rowOf('c')] },
    { piece: pieceOf('w'), rows: [rowOf('a')] },
  ];
  const vectorOf = (item: string): Float32Array | null =>
    item === 'w' ? null : Float32Array.from([...'abcxyz'].map((each) => Number(each === item)));
  const figures = () => {
    const total = noFigures();
    const paired = pair(cluster, puzzle, placements as never, originals, vectorOf);
    addClusterFigures(total, puzzle, placements as never, paired, originals, vectorOf, { hit: 0.75, correct: 0.5 } as never);
    return total;
  };
  const counts = {
    pieces: 3,
    hits: 2,
    places: 3,
    correct: 2,
    occurrences: 3,
    reachable: 2,
    reachableHits: 2,
    expectedHits: 0.75,
    expectedCorrect: 0.5,
  };

  test('w counts as not attackable and nowhere else; the row that shows nothing has no distance', () => {
    expect(figures()).toMatchObject({
      ...counts,
      several: counts,
      unattackable: 1,
      transactions: 4,
      withPiece: 3,
      broken: 2,
      withoutDistance: 1,
    });
    expect(figures().distances).toHaveLength(3);
    expect(figures().overChance).toEqual({ clusters: 1, part: 1.5, whole: 3, partPart: 2.25, partWhole: 4.5, wholeWhole: 9 });
  });

  test('slices add up, what is not attackable and what is more than chance too', () => {
    const total = noFigures();
    for (let slice = 0; slice < 3; slice += 1) addReassociations(total, figures());
    expect(total).toMatchObject({ unattackable: 3, transactions: 12, withPiece: 9, broken: 6, withoutDistance: 3, reachableHits: 6 });
    expect(total.overChance).toEqual({ clusters: 3, part: 4.5, whole: 9, partPart: 6.75, partWhole: 13.5, wholeWhole: 27 });
    addUnattackable(total, puzzle, 4);
    expect(total).toMatchObject({ unattackable: 7, transactions: 16 });
  });

  test('at random: a piece is drawn for rows that show something', () => {
    // x, y and z: one of three rows is right. w: none.
    const expected = expectedAtRandom(cluster, puzzle, originals, seeded('none is drawn'));
    expect(expected.hit).toBeCloseTo(1, 12);
    expect(expected.correct).toBeCloseTo(1, 12);
    const random = seeded('placed');
    let correct = 0;
    for (let draw = 0; draw < 3_000; draw += 1) {
      const pairing = pair(cluster, puzzle, placeAtRandom(puzzle, random), originals, null);
      for (const [row, pieces] of pairing.correct.entries()) if (puzzle.anchors[row]?.length !== 0) correct += pieces.length;
    }
    expect(Math.abs(correct / 3_000 - expected.correct)).toBeLessThan(0.06);
  });
});

test.each([
  ['two rows that are alike', [['a'], ['a']], 2],
  ['one row beside one that shows nothing', [['a']], 2],
])('%s are one class: nothing is told of clusters with several', (_, anchors, size) => {
  const cluster: Cluster = { size, recordChunks: [anchors, [['x']]], termChunk: [] };
  const { puzzle, pieceOf } = puzzleParts(cluster);
  const originals = [['a', 'x'], anchors.length === 2 ? ['a'] : []];
  const placements = [{ piece: pieceOf('x'), rows: [0] }];
  const total = noFigures();
  const pairing = pair(cluster, puzzle, placements as never, originals, null);
  addClusterFigures(total, puzzle, placements as never, pairing, originals, null, { hit: 0.5, correct: 0.5 });
  expect(total).toMatchObject({ pieces: 1, hits: 1, correct: 1 });
  expect(total.several).toEqual(noFigures().several);
});

test('pieces that compete for a partner: the mean of many draws is that of all ways to place them', () => {
  // Rows 0 and 1 are alike; one of them is with x, the other with y. Each piece is placed once, in one of three rows.
  const cluster: Cluster = {
    size: 3,
    recordChunks: [
      [['a'], ['a'], ['b']],
      [['x'], ['y']],
    ],
    termChunk: [],
  };
  const originals = [['a', 'x'], ['a', 'y'], ['b']];
  const { puzzle } = puzzleParts(cluster);
  // Of nine ways: both in different rows of the two, 2 ways, both right; both in one row of the two, 2 ways, one right; one of them in
  // row b, the other not, 4 ways, one right; both in row b, none.
  const exact = (2 * 2 + 2 * 1 + 4 * 1) / 9;
  let [hit, correct] = [0, 0];
  for (let seed = 0; seed < 500; seed += 1) {
    const expected = expectedAtRandom(cluster, puzzle, originals, seeded('compete', String(seed)));
    hit += expected.hit / 500;
    correct += expected.correct / 500;
  }
  expect(Math.abs(correct - exact)).toBeLessThan(0.012);
  expect(Math.abs(hit - exact)).toBeLessThan(0.012);
});

test('a transaction whose anchor no row shows is paired with the row that is left', () => {
  const cluster: Cluster = {
    size: 3,
    recordChunks: [
      [['a'], ['b'], ['c']],
      [['x'], ['y']],
    ],
    termChunk: [],
  };
  const { puzzle, rowOf } = puzzleParts(cluster);
  const { partnerOf } = pair(cluster, puzzle, [], [['a', 'b', 'x'], ['c'], ['b', 'y']], null);
  expect(['a', 'b', 'c'].map((item) => partnerOf[rowOf(item)])).toEqual([0, 2, 1]);
});

test('draws without putting back: more marked than there are, or than are drawn, is never', () => {
  expect(hypergeometric(5, 2, 3, 3)).toBe(0);
  // Three of four are marked, so of two drawn one at least is.
  expect(hypergeometric(4, 3, 2, 0)).toBe(0);
  expect(hypergeometric(4, 3, 2, 1)).toBeCloseTo(1 / 2, 12);
  expect(randomExpectation([{ rows: 4, holders: 3 }], 2)).toEqual({ hit: 1, correct: expect.closeTo(2, 12) });
});

describe('itemsets that were to be hidden', () => {
  test('all sizes up to m: 13 items hold 8,178 itemsets of two and more, and are counted', () => {
    const items = Array.from({ length: 13 }, (_, at) => `item ${at}`);
    const counter = KmBreakageCounter.of([items], { clusters: [], jointClusters: [], sizesInferred: false }, 2, 13);
    expect(counter?.result()).toMatchObject({ hidden: 2 ** 13 - 13 - 1, shown: 0 });
  });

  test('6,326 items hold 20,005,975 pairs: too many', () => {
    const items = Array.from({ length: 6326 }, (_, at) => `item ${at}`);
    expect(KmBreakageCounter.of([items], { clusters: [], jointClusters: [], sizesInferred: false }, 2, 2)).toBeNull();
  });

  test('what a chunk shows and no transaction holds is not among those that are shown', () => {
    const release = { clusters: [{ size: 2, recordChunks: [[['p', 'q']]], termChunk: [] }], jointClusters: [], sizesInferred: false };
    expect(KmBreakageCounter.of([['p'], ['q', 'r']], release, 2, 2)?.result()).toMatchObject({ hidden: 1, shown: 0 });
  });
});

test('more than chance: clusters of one place each are a mean with the interval of a lift; fewer than five say nothing', () => {
  const sums = noClusters();
  const values = [1, 0, 1, 1, 0, 1];
  for (const [at, correct] of values.entries()) {
    expect(differenceInterval(sums) === null).toBe(at < 5);
    addCluster(sums, correct - 0.5, 1);
  }
  addCluster(sums, 0, 0);
  // Mean 1/6, standard deviation sqrt(4/15), t at five degrees of freedom, and one more cluster that loses what the others gain.
  const spread = Math.sqrt((values.reduce((sum, value) => sum + (value - 0.5 - 1 / 6) ** 2, 0) / 36) * (6 / 5) + (2 / 6 / 6) ** 2);
  expect(differenceInterval(sums)).toEqual({
    lift: expect.closeTo(1 / 6, 12),
    low: expect.closeTo(1 / 6 - 2.5705818 * spread, 5),
    high: expect.closeTo(1 / 6 + 2.5705818 * spread, 5),
  });
});
