import { readFileSync } from 'node:fs';
import { closenessOf, ranking, STRATEGIES } from '../../shared/core/closeness/closeness.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import type { Cluster } from '../../shared/kinds/disassociated/core/model.ts';
import { costsFromCloseness, placeOptimally } from '../../shared/kinds/disassociated/core/reassociation/optimal.ts';
import { type Puzzle, pieceKey, puzzleOf, termPlaces } from '../../shared/kinds/disassociated/core/reassociation/pieces.ts';
import {
  type Placement,
  placeAtRandom,
  reconstruct,
  reconstructed,
  valuesFor,
} from '../../shared/kinds/disassociated/core/reassociation/reconstruct.ts';

describe('golden: disassociated.json, tables 1 to 10', () => {
  const golden = JSON.parse(readFileSync('test/golden/disassociated.json', 'utf8'));
  const cluster = golden.release.clusters[0] as Cluster;
  const puzzle = puzzleOf(cluster, termPlaces(golden.k));
  const closeness = (item: string, anchor: string): number => golden.similarity[anchor][item];

  test('the pieces are the sub-record (tumor, biopsy), twice, and three terms, once each', () => {
    expect(puzzle.pieces.map(({ items, places }) => [items, places])).toEqual([
      [['biopsy', 'tumor'], 2],
      [['vessel'], 1],
      [['catheterisation'], 1],
      [['radiotherapy'], 1],
    ]);
  });

  test.each(['aba', 'rga', 'mra'] as const)('%s: values within 0.006 of the printed ones, and the reconstruction', (name) => {
    const values = puzzle.pieces.map((piece) => puzzle.anchors.map((anchor) => STRATEGIES[name](closenessOf(piece, anchor, closeness))));
    golden.expected_scores[name].forEach((row: number[], at: number) => {
      row.forEach((printed, piece) => {
        expect(Math.abs((values[piece]?.[at] ?? Number.NaN) - printed)).toBeLessThan(0.006);
      });
    });
    const placements = reconstruct(puzzle, closeness, { recordChunks: STRATEGIES.aba, terms: STRATEGIES[name] });
    expect(reconstructed(puzzle, placements).map(pieceKey)).toEqual(golden.expected_reconstruction['aba, rga and mra'].map(pieceKey));
  });
});

/** Small clusters: equal anchors, empty rows, several chunks, with and without a term chunk. */
function randomPuzzle(random: Random): { readonly puzzle: Puzzle; readonly closeness: (item: string, anchor: string) => number } {
  const size = 2 + random.below(4);
  const anchor = Array.from({ length: 1 + random.below(size) }, () => ['a', 'b'].filter(() => random.below(3) > 0));
  if (anchor.every((row) => row.length === 0)) anchor[0] = ['a'];
  const chunk = (terms: readonly string[]) =>
    Array.from({ length: 1 + random.below(size) }, () => terms.filter(() => random.below(2) === 0)).map((row) =>
      row.length === 0 ? [terms[0]] : row,
    );
  const chunks = Array.from({ length: random.below(3) }, (_, at) => chunk([`x${at}`, `y${at}`]));
  const cluster = { size, recordChunks: [anchor, ...chunks], termChunk: random.below(2) === 0 ? [] : ['t', 'u'] };
  const scores = new Map<string, number>();
  const ties = random.below(2) === 0;
  return {
    puzzle: puzzleOf(cluster, 1 + random.below(2)),
    closeness(item, a) {
      const key = `${item} ${a}`;
      if (!scores.has(key)) scores.set(key, random.below(6) === 0 ? Number.NaN : ties ? random.below(3) : random.unit());
      return scores.get(key) as number;
    },
  };
}

const totalCost = (placements: readonly Placement[], costs: (piece: number) => readonly number[]): number =>
  placements.reduce((sum, { piece, rows }) => sum + rows.reduce((own, row) => own + costs(piece)[row], 0), 0);

/** Every way to deal every chunk's sub-records to rows of their own; of those that leave the fewest empty rows the cheapest. */
function leastByTrying(puzzle: Puzzle, costs: (piece: number) => readonly number[]): { readonly empty: number; readonly cost: number } {
  const units = puzzle.pieces.flatMap((piece, at) =>
    piece.chunk === null ? [] : Array.from({ length: piece.places }, () => ({ at, chunk: piece.chunk })),
  );
  const taken = new Set<string>();
  let best = { empty: Infinity, cost: Infinity };
  const deal = (unit: number, cost: number): void => {
    const next = units[unit];
    if (next === undefined) {
      const empty = puzzle.hasTermChunk
        ? 0
        : puzzle.anchors.filter((anchor, row) => anchor.length === 0 && ![...taken].some((each) => each.endsWith(` ${row}`))).length;
      if (empty < best.empty || (empty === best.empty && cost < best.cost)) best = { empty, cost };
      return;
    }
    puzzle.anchors.forEach((_, row) => {
      const place = `${next.chunk} ${row}`;
      if (taken.has(place)) return;
      taken.add(place);
      deal(unit + 1, cost + costs(next.at)[row]);
      taken.delete(place);
    });
  };
  deal(0, 0);
  const terms = puzzle.pieces.flatMap((piece, at) =>
    piece.chunk === null
      ? [
          costs(at)
            .toSorted((a, b) => a - b)
            .slice(0, piece.places),
        ]
      : [],
  );
  return { empty: best.empty, cost: best.cost + terms.flat().reduce((sum, each) => sum + each, 0) };
}

test('optimal equals trying everything on 150 seeded clusters: cost, rows of their own, and empty rows filled', () => {
  const random = seeded('optimal');
  let filled = 0;
  for (let round = 0; round < 150; round += 1) {
    const { puzzle, closeness } = randomPuzzle(random);
    const values = valuesFor(puzzle.anchors, closeness, STRATEGIES.aba);
    const costs = costsFromCloseness(puzzle.pieces.map(values));
    const placements = placeOptimally(puzzle, costs, { random });
    const least = leastByTrying(puzzle, costs);
    expect(totalCost(placements, costs)).toBeCloseTo(least.cost, 9);
    expect(totalCost(placeOptimally(puzzle, costs, { random, rowsApart: true }), costs)).toBeCloseTo(least.cost, 9);
    for (const { piece, rows } of placements) {
      expect(rows.length).toBe(puzzle.pieces[piece]?.places);
      expect(new Set(rows).size).toBe(rows.length);
    }
    const inChunk = placements.flatMap(({ piece, rows }) =>
      rows.map((row) => `${puzzle.pieces[piece]?.chunk} ${puzzle.pieces[piece]?.chunk === null ? piece : ''} ${row}`),
    );
    expect(new Set(inChunk).size).toBe(inChunk.length);
    if (puzzle.hasTermChunk) continue;
    const reached = new Set(placements.flatMap(({ rows }) => rows));
    const empty = puzzle.anchors.filter((anchor, row) => anchor.length === 0 && !reached.has(row)).length;
    expect(empty).toBe(least.empty);
    if (puzzle.anchors.some((anchor) => anchor.length === 0) && empty === 0) filled += 1;
  }
  expect(filled).toBeGreaterThan(8);
});

test('optimal costs no more than any greedy result after its conflicts are repaired in rank order', () => {
  const random = seeded('repaired');
  for (let round = 0; round < 300; round += 1) {
    const { puzzle, closeness } = randomPuzzle(random);
    if (!puzzle.hasTermChunk) continue;
    const costs = costsFromCloseness(puzzle.pieces.map(valuesFor(puzzle.anchors, closeness, STRATEGIES.aba)));
    for (const strategy of Object.values(STRATEGIES)) {
      const worth = puzzle.pieces.map(valuesFor(puzzle.anchors, closeness, strategy));
      const taken = new Set<string>();
      const repaired = puzzle.pieces.map(({ chunk, places }, piece) => {
        const free = ranking(worth[piece]).filter((row) => chunk === null || !taken.has(`${chunk} ${row}`));
        const rows = free.slice(0, places);
        for (const row of rows) taken.add(`${chunk} ${row}`);
        return { piece, rows, values: [] };
      });
      expect(totalCost(placeOptimally(puzzle, costs, { random }), costs)).toBeLessThanOrEqual(totalCost(repaired, costs) + 1e-9);
    }
  }
});

test('equal anchoring sub-records are interchangeable: permuting rows permutes nothing but equal rows', () => {
  const random = seeded('rows');
  for (let round = 0; round < 200; round += 1) {
    const { puzzle, closeness } = randomPuzzle(random);
    const swapped = { ...puzzle, anchors: puzzle.anchors.toReversed() };
    const contents = (each: Puzzle, placements: readonly Placement[]) => {
      const costs = costsFromCloseness(each.pieces.map(valuesFor(each.anchors, closeness, STRATEGIES.aba)));
      return Math.round(totalCost(placements, costs) * 1e9);
    };
    const optimal = (each: Puzzle) =>
      placeOptimally(each, costsFromCloseness(each.pieces.map(valuesFor(each.anchors, closeness, STRATEGIES.aba))), { random });
    expect(contents(swapped, optimal(swapped))).toBe(contents(puzzle, optimal(puzzle)));
  }
});

test('pieces of which nothing prefers one of equal rows do not all stand in the first of them, and none in an empty one', () => {
  const terms = ['p', 'q', 'r', 's', 't', 'u', 'v', 'w'];
  const cluster: Cluster = {
    size: 6,
    recordChunks: [
      [['a'], ['a'], ['a'], ['a']],
      [['x'], ['x']],
      [['y'], ['y']],
    ],
    termChunk: terms,
  };
  const puzzle = puzzleOf(cluster, 1);
  const costs = (): number[] => [0, 0, 0, 0, 1, 1];
  const chunks: string[] = [];
  for (let seed = 0; seed < 20; seed += 1) {
    const placements = placeOptimally(puzzle, costs, { random: seeded('spread', seed) });
    const ofTerms = placements.filter(({ piece }) => puzzle.pieces[piece]?.chunk === null).flatMap(({ rows }) => rows);
    expect(new Set(ofTerms).size).toBeGreaterThan(1);
    expect(Math.max(...ofTerms)).toBeLessThan(4);
    chunks.push(
      placements
        .filter(({ piece }) => puzzle.pieces[piece]?.chunk !== null)
        .map(({ rows }) => rows.toSorted().join())
        .join(' '),
    );
  }
  expect(new Set(chunks).size).toBeGreaterThan(1);
});

test('ranking takes the first by position among values within 1e-9, and puts those without a value last', () => {
  expect(ranking([0.5, Number.NaN, 0.5 + 5e-10, 0.7, 0.1])).toEqual([3, 0, 2, 4, 1]);
  expect(ranking([Number.NaN, Number.NaN])).toEqual([0, 1]);
  expect(ranking([1, 1 + 0.8e-9, 1 + 1.6e-9])).toEqual([1, 2, 0]);
});

test('with merging, items that an earlier chunk brought count from the next chunk on', () => {
  const cluster: Cluster = { size: 2, recordChunks: [[['a'], ['b']], [['x']], [['y']]], termChunk: [] };
  const scores: Record<string, number> = { 'x b': 1, 'x a': 0, 'y a': 0.6, 'y b': 0.5, 'y x': 1 };
  const closeness = (item: string, anchor: string) => scores[`${item} ${anchor}`] ?? Number.NaN;
  const run = (merging: boolean) =>
    reconstructed(
      puzzleOf(cluster, 1),
      reconstruct(puzzleOf(cluster, 1), closeness, { recordChunks: STRATEGIES.aba, terms: STRATEGIES.aba, merging }),
    );
  expect(run(false)).toEqual([
    ['a', 'y'],
    ['b', 'x'],
  ]);
  expect(run(true)).toEqual([['a'], ['b', 'x', 'y']]);
});

test('RGA takes the group at or closer than the median, MRA the closest', () => {
  expect(STRATEGIES.rga([0.1, 0.2, 0.6, 0.8])).toBeCloseTo(0.7, 12);
  expect(STRATEGIES.rga([0.1, 0.2, 0.6])).toBeCloseTo(0.4, 12);
  expect(STRATEGIES.mra([0.1, 0.9, 0.6])).toBe(0.9);
  expect([STRATEGIES.aba([]), STRATEGIES.rga([]), STRATEGIES.mra([])]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});

test('random places as many pieces as the attacks, rows of their own, among those that hold anything', () => {
  const random = seeded('random placement');
  const puzzle = puzzleOf(
    {
      size: 5,
      recordChunks: [
        [['a'], ['b'], ['c']],
        [['x'], ['x'], ['x'], ['x']],
      ],
      termChunk: ['t'],
    },
    2,
  );
  const counts = [0, 0, 0, 0, 0];
  for (let round = 0; round < 1_200; round += 1) {
    const [x, t] = placeAtRandom(puzzle, random);
    expect(new Set(x?.rows).size).toBe(4);
    expect(x?.rows.filter((row) => row < 3).length).toBe(3);
    for (const row of t?.rows ?? []) counts[row] = (counts[row] ?? 0) + 1;
  }
  expect(counts.slice(3)).toEqual([0, 0]);
  for (const count of counts.slice(0, 3)) expect(Math.abs(count - 800)).toBeLessThan(110);
});
