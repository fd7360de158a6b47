import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import { addClusterFigures, noFigures } from '../../shared/kinds/disassociated/core/measure/cluster-figures.ts';
import { expectedAtRandom, hypergeometric, randomExpectation } from '../../shared/kinds/disassociated/core/measure/expectation.ts';
import { KmBreakageCounter } from '../../shared/kinds/disassociated/core/measure/km-breakage.ts';
import { pair } from '../../shared/kinds/disassociated/core/measure/pairing.ts';
import { vectorDistance, wordMoversDistance } from '../../shared/kinds/disassociated/core/measure/word-movers-distance.ts';
import type { Cluster } from '../../shared/kinds/disassociated/core/model.ts';
import { type Puzzle, pieceKey, puzzleOf } from '../../shared/kinds/disassociated/core/reassociation/pieces.ts';
import { type Placement, placeAtRandom } from '../../shared/kinds/disassociated/core/reassociation/reconstruct.ts';

const VECTORS = new Map(
  ['a', 'b', 'x', 'y', 't', 'u'].map((item) => {
    const random = seeded('vector', item);
    const values = Float64Array.from({ length: 4 }, () => random.unit() - 0.5);
    const length = Math.hypot(...values);
    return [item, Float32Array.from(values, (value) => value / length)];
  }),
);
const vectorOf = (item: string): Float32Array | null => VECTORS.get(item) ?? null;

/** A cluster made of originals, so that they fit it. */
function randomCase(random: Random): { readonly originals: string[][]; readonly cluster: Cluster; readonly puzzle: Puzzle } {
  const originals = Array.from({ length: 2 + random.below(4) }, () => ['a', 'b', 'x', 'y', 't', 'u'].filter(() => random.below(2) === 0));
  const project = (terms: readonly string[]) =>
    shuffle(
      originals.map((items) => items.filter((item) => terms.includes(item))).filter((row) => row.length > 0),
      random,
    );
  const chunks = [project(['a', 'b']), project(['x', 'y'])].filter((chunk) => chunk.length > 0);
  const cluster = { size: originals.length, recordChunks: chunks, termChunk: ['t', 'u'].filter((term) => originals.flat().includes(term)) };
  return { originals, cluster, puzzle: puzzleOf(cluster, 1 + random.below(2)) };
}

const permutations = (count: number): number[][] => {
  if (count === 0) return [[]];
  return permutations(count - 1).flatMap((rest) =>
    Array.from({ length: count }, (_, at) => [...rest.slice(0, at), count - 1, ...rest.slice(at)]),
  );
};

/** Does a transaction hold a piece? As the spec says it, from the cluster itself. */
const holds = (cluster: Cluster, puzzle: Puzzle, items: readonly string[], piece: number): boolean => {
  const { chunk, items: own } = puzzle.pieces[piece];
  if (chunk === null) return items.includes(own[0]);
  const terms = (cluster.recordChunks[chunk] ?? []).flat();
  return pieceKey(items.filter((item) => terms.includes(item))) === pieceKey(own);
};

test('the pairing, hit rate, precision, recall and breakage equal the best of all pairings on 80 seeded clusters', () => {
  const random = seeded('pairing');
  let several = 0;
  for (let round = 0; round < 80; round += 1) {
    const { originals, cluster, puzzle } = randomCase(random);
    if (puzzle.anchors.length === 0) continue;
    const placements = placeAtRandom(puzzle, random);
    const placedAt = (row: number) => placements.filter(({ rows }) => rows.includes(row)).map(({ piece }) => piece);
    const anchorTerms = cluster.recordChunks[0]?.flat() ?? [];
    const fits = (row: number, original: number) =>
      pieceKey(originals[original].filter((item) => anchorTerms.includes(item))) === pieceKey(puzzle.anchors[row]);
    const rowItems = (row: number) => [
      ...new Set([...puzzle.anchors[row], ...placedAt(row).flatMap((piece) => puzzle.pieces[piece]?.items ?? [])]),
    ];
    const correctOf = (row: number, original: number) =>
      placedAt(row).filter((piece) => holds(cluster, puzzle, originals[original], piece));
    let best = { correct: -1, distance: Infinity };
    for (const partners of permutations(originals.length)) {
      if (!partners.every((original, row) => fits(row, original))) continue;
      const correct = partners.reduce((sum, original, row) => sum + correctOf(row, original).length, 0);
      const distance = partners.reduce(
        (sum, original, row) => sum + (wordMoversDistance(rowItems(row), originals[original], vectorOf) ?? 0),
        0,
      );
      if (correct > best.correct || (correct === best.correct && distance < best.distance)) best = { correct, distance };
    }
    const pairing = pair(cluster, puzzle, placements, originals, vectorOf);
    const partners = [...pairing.partnerOf];
    expect(partners.toSorted()).toEqual(originals.map((_, at) => at));
    expect(partners.every((original, row) => fits(row, original))).toBe(true);
    const distance = partners.reduce(
      (sum, original, row) => sum + (wordMoversDistance(rowItems(row), originals[original], vectorOf) ?? 0),
      0,
    );
    expect(pairing.correct.reduce((sum, pieces) => sum + pieces.length, 0)).toBe(best.correct);
    expect(distance).toBeCloseTo(best.distance, 9);
    // Counted from the pairing, piece by piece.
    const figures = noFigures();
    addClusterFigures(figures, puzzle, placements, pairing, originals, vectorOf, { hit: 0, correct: 0 });
    const rows = puzzle.anchors.map((_, row) => row).filter((row) => puzzle.anchors[row].length > 0);
    const counted = { pieces: 0, hits: 0, places: 0, correct: 0, occurrences: 0 };
    puzzle.pieces.forEach((_, piece) => {
      const occurrences = rows.filter((row) => holds(cluster, puzzle, originals[partners[row]], piece));
      if (occurrences.length === 0) return;
      const places = rows.filter((row) => placedAt(row).includes(piece));
      const right = places.filter((row) => occurrences.includes(row)).length;
      counted.pieces += 1;
      counted.hits += right > 0 ? 1 : 0;
      counted.places += places.length;
      counted.correct += right;
      counted.occurrences += occurrences.length;
    });
    expect(figures).toMatchObject(counted);
    const withPiece = rows.filter((row) => puzzle.pieces.some((_, piece) => holds(cluster, puzzle, originals[partners[row]], piece)));
    expect([figures.withPiece, figures.broken]).toEqual([
      withPiece.length,
      rows.filter((row) => correctOf(row, partners[row]).length > 0).length,
    ]);
    expect(figures.correct).toBeLessThanOrEqual(figures.reachable);
    expect(figures.reachable).toBeLessThanOrEqual(Math.min(figures.places, figures.occurrences));
    if (new Set(rows.map((row) => pieceKey(puzzle.anchors[row]))).size < rows.length) several += 1;
  }
  expect(several).toBeGreaterThan(30);
});

describe("random's figures agree with their expectation", () => {
  const measured = (cluster: Cluster, originals: readonly (readonly string[])[], draws: number) => {
    const puzzle = puzzleOf(cluster, 1);
    const random = seeded('expectation');
    const total = noFigures();
    for (let at = 0; at < draws; at += 1) {
      const placements = placeAtRandom(puzzle, random);
      const pairing = pair(cluster, puzzle, placements, originals, null);
      addClusterFigures(total, puzzle, placements, pairing, originals, null, { hit: 0, correct: 0 });
    }
    return {
      hit: total.hits / draws,
      correct: total.correct / draws,
      expected: expectedAtRandom(cluster, puzzle, originals, seeded('expected')),
    };
  };

  test('exactly, for one piece in classes of several rows', () => {
    const originals = [['a', 'x'], ['a', 'x'], ['a'], ['b', 'x'], ['a', 'b'], ['b']];
    const anchoring = originals.map((items) => items.filter((item) => item !== 'x'));
    const { hit, correct, expected } = measured(
      { size: 6, recordChunks: [anchoring, [['x'], ['x'], ['x']]], termChunk: [] },
      originals,
      5_000,
    );
    expect(Math.abs(hit - expected.hit)).toBeLessThan(0.025);
    expect(Math.abs(correct - expected.correct)).toBeLessThan(0.05);
  });

  test('exactly, for several pieces where every row is alone in its class', () => {
    const originals = [
      ['a', 'x', 't'],
      ['b', 'x'],
      ['a', 'b', 'y'],
    ];
    const cluster = {
      size: 3,
      recordChunks: [
        [['a'], ['b'], ['a', 'b']],
        [['x'], ['x'], ['y']],
      ],
      termChunk: ['t'],
    };
    const { hit, correct, expected } = measured(cluster, originals, 5_000);
    expect(expected.hit).toBeCloseTo(1 + 1 / 3 + 1 / 3, 12);
    expect(expected.correct).toBeCloseTo(4 / 3 + 1 / 3 + 1 / 3, 12);
    expect(Math.abs(hit - expected.hit)).toBeLessThan(0.04);
    expect(Math.abs(correct - expected.correct)).toBeLessThan(0.05);
  });

  test('by draws, where pieces compete for partners', () => {
    const originals = [['a', 'x'], ['a', 'y'], ['a', 't'], ['b', 'x'], ['b', 't'], ['b']];
    const anchoring = originals.map(([anchor]) => [anchor as string]);
    const { hit, correct, expected } = measured(
      { size: 6, recordChunks: [anchoring, [['x'], ['x'], ['y']]], termChunk: ['t'] },
      originals,
      2_000,
    );
    expect(Math.abs(hit - expected.hit)).toBeLessThan(0.4);
    expect(Math.abs(correct - expected.correct)).toBeLessThan(0.5);
  });
});

test('randomExpectation equals the mean over all choices of rows', () => {
  const random = seeded('choices');
  for (let round = 0; round < 200; round += 1) {
    const classes = Array.from({ length: 1 + random.below(3) }, () => {
      const rows = 1 + random.below(3);
      return { rows, holders: random.below(rows + 1) };
    });
    const rows = classes.flatMap(({ rows: count }, at) => new Array<number>(count).fill(at));
    const places = 1 + random.below(4);
    let ways = 0;
    let hits = 0;
    let correct = 0;
    for (let chosen = 0; chosen < 2 ** rows.length; chosen += 1) {
      const picked = rows.filter((_, row) => (chosen >> row) & 1);
      if (picked.length !== Math.min(places, rows.length)) continue;
      const right = classes.reduce((sum, { holders }, at) => sum + Math.min(holders, picked.filter((each) => each === at).length), 0);
      ways += 1;
      hits += right > 0 ? 1 : 0;
      correct += right;
    }
    const expected = randomExpectation(classes, places);
    expect(expected.hit).toBeCloseTo(hits / ways, 10);
    expect(expected.correct).toBeCloseTo(correct / ways, 10);
  }
  expect([0, 1, 2].map((hits) => hypergeometric(500, 30, 20, hits)).reduce((sum, each) => sum + each, 0)).toBeLessThan(1);
});

describe("Word Mover's Distance", () => {
  /** Both sides repeated to the same number of items: then it is an assignment, and all of them are tried. */
  function byTrying(x: readonly string[], y: readonly string[]): number {
    const from = x.flatMap((item) => y.map(() => item));
    const to = y.flatMap((item) => x.map(() => item));
    let least = Infinity;
    const free = to.map(() => true);
    const go = (at: number, sum: number): void => {
      if (sum >= least) return;
      if (at === from.length) {
        least = sum;
        return;
      }
      const tried = new Set<string>();
      to.forEach((item, column) => {
        if (!free[column] || tried.has(item)) return;
        tried.add(item);
        free[column] = false;
        go(at + 1, sum + vectorDistance(VECTORS.get(from[at]) as Float32Array, VECTORS.get(item) as Float32Array));
        free[column] = true;
      });
    };
    go(0, 0);
    return least / from.length;
  }

  test('equals the best of all transports on every pair of sets of up to three items', () => {
    const sets = Array.from({ length: 64 }, (_, bits) => [...VECTORS.keys()].filter((_, at) => (bits >> at) & 1)).filter(
      (set) => set.length > 0 && set.length < 4,
    );
    for (const [at, x] of sets.entries())
      for (const y of sets.slice(at)) expect(wordMoversDistance(x, y, vectorOf)).toBeCloseTo(byTrying(x, y), 9);
  });

  test('is 0 of a set and itself, symmetric, leaves unknown items out, and is not computable with an empty side', () => {
    expect(wordMoversDistance(['a', 'x'], ['x', 'a'], vectorOf)).toBeCloseTo(0, 12);
    expect(wordMoversDistance(['a', 'x', 't'], ['b'], vectorOf)).toBeCloseTo(
      wordMoversDistance(['b'], ['a', 'x', 't'], vectorOf) ?? Number.NaN,
      12,
    );
    expect(wordMoversDistance(['a', 'none'], ['b'], vectorOf)).toBe(wordMoversDistance(['a'], ['b'], vectorOf));
    expect(wordMoversDistance(['none'], ['b'], vectorOf)).toBeNull();
    expect(wordMoversDistance([], ['b'], vectorOf)).toBeNull();
  });
});

test('k^m breakage equals counting every itemset on 200 seeded cases', () => {
  const random = seeded('km');
  let exposed = 0;
  for (let round = 0; round < 200; round += 1) {
    const { originals, cluster, puzzle } = randomCase(random);
    if (puzzle.anchors.length === 0) continue;
    const k = 2 + random.below(2);
    const m = 2 + random.below(2);
    const release = { clusters: [cluster], jointClusters: [], sizesInferred: false };
    const placements: Placement[] = placeAtRandom(puzzle, random);
    const { partnerOf, rows } = pair(cluster, puzzle, placements, originals, null);
    const counter = KmBreakageCounter.of(originals, release, k, m);
    rows.forEach((row, at) => {
      counter?.add(row, originals[partnerOf[at]]);
    });
    const universe = Array.from({ length: 64 }, (_, bits) => ['a', 'b', 'x', 'y', 't', 'u'].filter((_, at) => (bits >> at) & 1)).filter(
      (set) => set.length >= 2 && set.length <= m,
    );
    const within = (set: readonly string[], of: readonly string[]) => set.every((item) => of.includes(item));
    const support = (set: readonly string[]) => originals.filter((items) => within(set, items)).length;
    const isShown = (set: readonly string[]) => cluster.recordChunks.some((chunk) => chunk.some((row) => within(set, row)));
    const rare = universe.filter((set) => support(set) > 0 && support(set) < k);
    const hidden = rare.filter((set) => !isShown(set));
    const joined = hidden.flatMap((set) => rows.flatMap((row, at) => (within(set, row) ? [within(set, originals[partnerOf[at]])] : [])));
    expect(counter?.result()).toEqual({
      hidden: hidden.length,
      exposed: hidden.filter((set) => rows.some((row, at) => within(set, row) && within(set, originals[partnerOf[at]]))).length,
      joined: joined.length,
      wrong: joined.filter((right) => !right).length,
      invented: universe.flatMap((set) => (support(set) === 0 ? rows.filter((row) => within(set, row)) : [])).length,
      shown: rare.length - hidden.length,
    });
    exposed += counter?.result().exposed ?? 0;
  }
  expect(exposed).toBeGreaterThan(20);
});
