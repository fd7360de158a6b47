// How the attack on clusters learns and what it states, against plain sums over names and rows.

import { seeded } from '../../shared/core/random/random.ts';
import { type Choice, fitChoices, logLikelihood } from '../../shared/core/statistics/conditional-logit.ts';
import { independentDraws } from '../../shared/core/statistics/inclusion.ts';
import { codeRecords } from '../../shared/kinds/disassociated/core/disassociate/coded-records.ts';
import { disassociate } from '../../shared/kinds/disassociated/core/disassociate/disassociate.ts';
import type { DisassociatedRelease } from '../../shared/kinds/disassociated/core/model.ts';
import {
  centredScores,
  choicesOf,
  type PairScores,
  scoredItems,
  weighedEvidence,
} from '../../shared/kinds/disassociated/core/placement/cluster-evidence.ts';
import { fitMeasures } from '../../shared/kinds/disassociated/core/placement/fit-measures.ts';
import { pairingGain, placeCalibrated } from '../../shared/kinds/disassociated/core/placement/place-calibrated.ts';
import { type PlacementModel, termSupport, trainPlacements } from '../../shared/kinds/disassociated/core/placement/placement-model.ts';
import {
  type PracticeCluster,
  practiceClusters,
  practicePuzzle,
} from '../../shared/kinds/disassociated/core/placement/practice-clusters.ts';
import { pieceKey as keyOf, type Puzzle, puzzleOf } from '../../shared/kinds/disassociated/core/reassociation/pieces.ts';
import { randomRecords } from '../helpers/disassociation-data.ts';

const release = (name: string, records = 120) =>
  disassociate(codeRecords(randomRecords(seeded(name), { records, terms: 24, longest: 8 })), { k: 3, m: 2, maxCluster: 12 }).release;

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

/** Choices whose first row is more likely the greater its evidence. */
function drawnChoices(name: string, weights: readonly number[], count: number): Choice[] {
  const random = seeded(name);
  return Array.from({ length: count }, () => {
    const rows = 1 + random.below(5);
    const all = Array.from({ length: rows }, () => weights.map((_, at) => (random.unit() - 0.3) * (at + 1)));
    const score = (row: readonly number[]): number => sum(row.map((each, at) => each * weights[at])) + 2 * random.unit();
    const scored = all.map((row) => ({ row, by: score(row) })).toSorted((a, b) => b.by - a.by);
    return { rows, right: 0, evidence: Float64Array.from(scored.flatMap(({ row }) => row)) };
  });
}

/** The weights of unscaled evidence, with a penalty per choice. */
function fitted(choices: readonly Choice[], width: number, strength: number): Float64Array {
  const { weights, scales } = fitChoices(choices, width, strength * choices.length);
  return weights.map((weight, at) => weight / scales[at]);
}

const rowsOf = ({ evidence, rows }: Choice, width: number): number[][] =>
  Array.from({ length: rows }, (_, row) => [...evidence.subarray(row * width, (row + 1) * width)]);

/** Minus the log of the chance of the first row, a choice on average. */
const plainLoss = (choices: readonly Choice[], weights: readonly number[]): number =>
  -mean(
    choices.map((choice) => {
      const odds = rowsOf(choice, weights.length).map((row) => Math.exp(sum(row.map((each, at) => each * weights[at]))));
      return Math.log(odds[0] / sum(odds));
    }),
  );

test('the likelihood of choices is the chance of the right rows', () => {
  const choices = drawnChoices('loss', [1, -0.5, 0.2], 30);
  for (const weights of [
    [0, 0, 0],
    [0.3, 0.4, -1],
    [40, 0, 1],
  ])
    expect(-logLikelihood(choices, Float64Array.from(weights)) / choices.length).toBeCloseTo(plainLoss(choices, weights), 9);
});

/** How much the evidence of a column varies within its choices, over all rows. */
const spread = (choices: readonly Choice[], width: number, column: number): number => {
  const squares = choices.flatMap((choice) => {
    const own = rowsOf(choice, width).map((row) => row[column]);
    return own.map((each) => (each - mean(own)) ** 2);
  });
  return Math.sqrt(mean(squares));
};

test('weights of greatest likelihood, penalised by evidence of like size: no step away is better', () => {
  const choices = drawnChoices('fit', [1.5, -0.5], 60);
  for (const strength of [0.3, 0.01]) {
    const spreads = [0, 1].map((column) => spread(choices, 2, column));
    const objective = (weights: readonly number[]): number =>
      plainLoss(choices, weights) + (strength / 2) * sum(weights.map((each, at) => (each * spreads[at]) ** 2));
    const found = [...fitted(choices, 2, strength)];
    for (const step of [1e-3, -1e-3])
      for (const column of [0, 1]) expect(objective(found.with(column, found[column] + step))).toBeGreaterThan(objective(found));
  }
});

test.each([
  ['much to learn from', 80, 'a'],
  ['little to learn from', 10, 'b'],
  ['fewer choices than folds', 3, 'c'],
])('one factor for all measures, under the penalty by which folds left out are likeliest: %s', (_, count, name) => {
  const choices = drawnChoices(name, [1.2, -2, 0.6], count);
  const alone = [0, 1, 2].map((column) => {
    const one = choices.map((choice) => ({
      rows: choice.rows,
      right: 0,
      evidence: Float64Array.from(rowsOf(choice, 3), (row) => row[column]),
    }));
    return Math.max(0, fitted(one, 1, 0.03)[0]);
  });
  const together = choices.map((choice) => ({
    rows: choice.rows,
    right: 0,
    evidence: Float64Array.from(rowsOf(choice, 3), (row) => sum(row.map((each, at) => each * alone[at]))),
  }));
  // Four runs, one after the other.
  const losses = [0.3, 0.03, 0.003].map((strength) => {
    let loss = 0;
    for (const fold of [0, 1, 2, 3]) {
      const isLeft = (at: number): boolean => at >= (fold * count) / 4 && at < ((fold + 1) * count) / 4;
      const left = together.filter((_each, at) => isLeft(at));
      if (left.length === 0) continue;
      const weight = fitted(
        together.filter((_each, at) => !isLeft(at)),
        1,
        strength,
      )[0];
      loss += plainLoss(left, [weight]) * left.length;
    }
    return { strength, loss };
  });
  const { strength } = losses.toSorted((a, b) => a.loss - b.loss)[0];
  const factor = Math.max(0, fitted(together, 1, strength)[0]);
  const found = fitMeasures(choices, 3);
  expect(found.strength).toBe(strength);
  for (const [at, weight] of alone.entries()) expect(found.weights[at]).toBeCloseTo(weight * factor, 9);
});

test('the exponent of supports is the likeliest of the grid, and the mean below k is that of its power law', () => {
  const random = seeded('supports');
  for (let round = 0; round < 12; round += 1) {
    const k = 3 + random.below(4);
    const clusters = Array.from({ length: 1 + random.below(6) }, () => {
      const size = k + random.below(20);
      const supports = Array.from({ length: random.below(8) }, () => k + Math.floor((size - k + 1) * random.unit() ** (1 + round)));
      return { size, supports, inTermChunk: 1 + random.below(30) };
    });
    const loss = (exponent: number): number =>
      -sum(
        clusters.flatMap(({ size, supports, inTermChunk }) => {
          const whole = sum(Array.from({ length: size }, (_, at) => (at + 1) ** -exponent));
          const below = sum(Array.from({ length: k - 1 }, (_, at) => (at + 1) ** -exponent));
          return [
            ...supports.map((support) => Math.log(support ** -exponent / whole)),
            ...Array.from({ length: inTermChunk }, () => Math.log(below / whole)),
          ];
        }),
      );
    const exponents = Array.from({ length: 36 }, (_, at) => 0.5 + at / 10);
    const [best] = exponents.toSorted((a, b) => loss(a) - loss(b)) as [number];
    const below = Array.from({ length: k - 1 }, (_, at) => at + 1);
    expect(termSupport(clusters, k)).toBeCloseTo(sum(below.map((n) => n ** (1 - best))) / sum(below.map((n) => n ** -best)), 9);
  }
  expect(termSupport([{ size: 5, supports: [2], inTermChunk: 1 }], 2)).toBe(1);
});

test('what pairing equal rows adds, trying every pairing of the same draws', () => {
  const permutations = (from: readonly number[]): number[][] =>
    from.length === 0 ? [[]] : from.flatMap((each) => permutations(from.filter((other) => other !== each)).map((rest) => [each, ...rest]));
  for (let seed = 0; seed < 25; seed += 1) {
    const random = seeded('pairing', seed);
    const rows = 2 + random.below(3);
    const pieces = random.below(4);
    const places = Array.from({ length: pieces }, () => Array.from({ length: rows }, (_, row) => row).filter(() => random.below(2) === 0));
    const probability = Array.from({ length: pieces }, () => Float64Array.from({ length: rows }, () => random.unit()));
    const draws = seeded('draws', seed);
    let [right, expected] = [0, 0];
    for (let draw = 0; draw < 12; draw += 1) {
      const holds = probability.map((own) => [...own].map((p) => draws.unit() < p));
      right += Math.max(
        ...permutations(Array.from({ length: rows }, (_, row) => row)).map((truthOf) =>
          sum(places.map((own, piece) => own.filter((row) => holds[piece]?.[truthOf[row]]).length)),
        ),
      );
      expected += sum(places.map((own, piece) => sum(own.map((row) => probability[piece]?.[row] as number))));
    }
    expect(pairingGain(rows, places, probability, seeded('draws', seed))).toBeCloseTo(expected === 0 ? 1 : right / expected, 9);
  }
});

const separatedIn = ({ cluster, records }: PracticeCluster): number => {
  const anchoring = new Set(cluster.recordChunks[0]?.flat());
  return sum(records.map((record) => record.filter((item) => !anchoring.has(item)).length));
};

describe('clusters made for practice', () => {
  const made = release('practised', 400);
  const options = { k: 3, m: 2, seed: 's', occurrences: Infinity, rounds: 8 };
  const partsOf = ({ clusters, jointClusters }: DisassociatedRelease): string[] =>
    [...clusters.flatMap(({ recordChunks }) => recordChunks), ...jointClusters.flatMap(({ sharedChunks }) => sharedChunks)]
      .flatMap((chunk) => chunk.filter(({ length }) => length > 1).map(keyOf))
      .toSorted();

  test('go on until there are as many separated occurrences as are asked for, round by round', () => {
    const byRounds = Array.from({ length: 9 }, (_, rounds) => practiceClusters(made, { ...options, rounds }));
    const separated = byRounds.map((all) => sum(all.map(separatedIn)));
    expect(separated[0]).toBe(0);
    for (const [at, each] of separated.entries()) if (at > 0) expect(each).toBeGreaterThan(separated[at - 1]);
    for (let rounds = 1; rounds < 9; rounds += 1) {
      expect(byRounds[rounds]?.slice(0, byRounds[rounds - 1]?.length)).toEqual(byRounds[rounds - 1]);
      expect(practiceClusters(made, { ...options, occurrences: separated[rounds] })).toEqual(byRounds[rounds]);
      expect(practiceClusters(made, { ...options, occurrences: separated[rounds] - 1 })).toEqual(byRounds[rounds]);
    }
    expect(practiceClusters(made, { ...options, seed: 't' })).not.toEqual(byRounds[8]);
  });

  test('take about 15 of a hundred sub-records of two items or more, each at most as often as it stands there', () => {
    const parts = partsOf(made);
    let taken = 0;
    for (let rounds = 1; rounds <= 8; rounds += 1) {
      const before = practiceClusters(made, { ...options, rounds: rounds - 1 }).length;
      const own = practiceClusters(made, { ...options, rounds })
        .slice(before)
        .flatMap(({ records }) => records.map(keyOf));
      for (const key of new Set(own))
        expect(own.filter((each) => each === key).length).toBeLessThanOrEqual(parts.filter((each) => each === key).length);
      taken += own.length;
    }
    // Clusters without a record chunk are left out, so at most.
    const [expected, deviation] = [8 * 0.15 * parts.length, Math.sqrt(8 * 0.15 * 0.85 * parts.length)];
    expect(taken).toBeLessThan(expected + 4 * deviation);
    expect(taken).toBeGreaterThan(0.75 * expected);
  });

  test('are no larger than the largest of the release, and too few sub-records make none', () => {
    const largest = Math.max(...made.clusters.map(({ size }) => size));
    const sizes = practiceClusters(made, options).map(({ cluster }) => cluster.size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(largest);
    expect(Math.max(...sizes)).toBeGreaterThan(5);
    for (const { cluster } of practiceClusters(made, options)) expect(cluster.recordChunks.length).toBeGreaterThan(0);
    expect(practiceClusters({ ...made, clusters: made.clusters.slice(0, 1) }, options)).toEqual([]);
    expect(practiceClusters({ ...made, clusters: [] }, options)).toEqual([]);
  });

  test('shared chunks are parts of transactions as others are', () => {
    const sharedChunks = made.clusters.flatMap(({ recordChunks }) => recordChunks);
    const shared = {
      ...made,
      clusters: made.clusters.map((cluster) => ({ ...cluster, recordChunks: [] })),
      jointClusters: [{ members: [], sharedChunks }],
    } as unknown as DisassociatedRelease;
    expect(practiceClusters(shared, options)).toEqual(practiceClusters(made, options));
  });
});

const MEASURES = ['near', 'far'];

function scoresFor(puzzle: Puzzle, name: string): PairScores {
  const { items, separated } = scoredItems(puzzle);
  const values = MEASURES.map((_, measure) =>
    Float64Array.from({ length: separated * items.length }, (_cell, at) => {
      const [x, y] = [items[Math.floor(at / items.length)], items[at % items.length]] as [string, string];
      const random = seeded(name, measure, ...[x, y].toSorted());
      return x === y || random.below(8) === 0 ? Number.NaN : random.unit() * 4 - 2;
    }),
  );
  return { items, separated, values };
}

test('an item stands where it was scored: as a separated one, and as an anchoring one', () => {
  const { separatedAt, anchoringAt, width } = centredScores({ items: ['b', 'a', 'x', 'a'], separated: 2, values: [new Float64Array(8)] });
  expect([separatedAt('b'), separatedAt('a'), anchoringAt('x'), anchoringAt('a'), width]).toEqual([0, 1, 2, 3, 4]);
});

/** A score by names. */
function scorer(scores: PairScores, weights: readonly number[]) {
  const { centred, width, separatedAt, anchoringAt } = centredScores(scores);
  return (x: string, y: string): number =>
    sum(weights.map((weight, at) => weight * (centred[at]?.[separatedAt(x) * width + anchoringAt(y)] as number)));
}

test('what is stated of each place: from the items of its row alone, with what pairing equal rows adds', () => {
  const seen = { equal: 0, reasons: 0 };
  const weights = [0.7, 0.3];
  const model: PlacementModel = { measures: MEASURES, weights, strength: 0, termSupport: 1.3, practiceClusters: 1, choices: 100 };
  for (const cluster of release('stated', 150).clusters.filter(({ recordChunks }) => recordChunks.length > 0)) {
    const puzzle = puzzleOf(cluster, 2);
    const { anchors, pieces } = puzzle;
    const scores = scoresFor(puzzle, 'stated');
    const score = scorer(scores, weights);
    const held = pieces.map(({ items, chunk, places }) => {
      const odds = anchors.map((anchor) =>
        anchor.length === 0 ? 0 : Math.exp(sum(anchor.map((item) => mean(items.map((own) => score(own, item)))))),
      );
      return independentDraws(
        Float64Array.from(odds, (each) => Math.log(each / sum(odds))),
        chunk === null ? 1.3 : places,
      );
    });
    const placed = placeCalibrated(puzzle, scores, model, 'seed');
    const gainOf = (row: number): number => {
      const equal = anchors.flatMap((anchor, at) => (keyOf(anchor) === keyOf(anchors[row]) ? [at] : []));
      const own = placed.filter(({ rows }) => rows.some((each) => equal.includes(each)));
      seen.equal += equal.length > 1 ? 1 : 0;
      return equal.length === 1
        ? 1
        : pairingGain(
            equal.length,
            own.map(({ rows }) => rows.filter((each) => equal.includes(each)).map((each) => equal.indexOf(each))),
            own.map(({ piece }) => Float64Array.from(equal, (each) => held[piece]?.[each] as number)),
            seeded('seed', 'pairing', equal[0]),
          );
    };
    for (const { piece, rows, probabilities, betrayedBy } of placed) {
      const { items: pieceItems } = pieces[piece];
      for (const [at, row] of rows.entries()) {
        const p = Math.min(1, (held[piece]?.[row] as number) * gainOf(row));
        expect(probabilities[at]).toBeCloseTo(p, 7);
        const reasons = anchors[row]
          .map((item) => ({ item, logOdds: mean(pieceItems.map((own) => score(own, item))) }))
          .filter(({ logOdds }) => logOdds > 0)
          .toSorted((a, b) => b.logOdds - a.logOdds)
          .slice(0, 3);
        expect(betrayedBy[at]?.map(({ item }) => item)).toEqual(reasons.map(({ item }) => item));
        for (const [rank, { logOdds }] of reasons.entries()) expect(betrayedBy[at]?.[rank]?.logOdds).toBeCloseTo(logOdds, 9);
        seen.reasons += reasons.length === 3 ? 1 : 0;
      }
    }
  }
  expect(Math.min(seen.equal, seen.reasons)).toBeGreaterThan(10);
  expect(
    placeCalibrated(
      { anchors: [], pieces: [{ chunk: null, items: ['a'], places: 1 }], hasTermChunk: true },
      { items: ['a'], separated: 1, values: [] },
      model,
      's',
    ),
  ).toEqual([]);
});

test('equal reasons stand by code point, and no more than three', () => {
  const model: PlacementModel = { measures: ['near'], weights: [1], strength: 0, termSupport: 1, practiceClusters: 1, choices: 100 };
  // Of t four are as near, of all others none: t stands above what is common to a column.
  const three = puzzleOf({ size: 1, recordChunks: [[['d', 'b', 'a', 'c', 'e']]], termChunk: ['t', 'u'] }, 1);
  const all = scoredItems(three);
  const near = [
    Float64Array.from({ length: 2 * all.items.length }, (_, at) =>
      Math.floor(at / all.items.length) === 0 && all.items[at % all.items.length] !== 'e' ? 1 : 0,
    ),
  ];
  const [told] = placeCalibrated(three, { ...all, values: near }, model, 's');
  expect(told?.betrayedBy[0]?.map(({ item }) => item)).toEqual(['a', 'b', 'c']);
});

test('what an occurrence teaches: the evidence of its row, then of every row that does not hold the piece', () => {
  let choices = 0;
  for (const practice of practiceClusters(release('teaches', 400), { k: 3, m: 2, seed: 's', occurrences: 400, rounds: 40 }).slice(0, 12)) {
    const { puzzle, holders } = practicePuzzle(practice);
    const scores = scoresFor(puzzle, 'teaches');
    const by = [scorer(scores, [1, 0]), scorer(scores, [0, 1])];
    const wanted = puzzle.pieces.flatMap(({ items }, piece) => {
      const own = holders[piece];
      const others = [...puzzle.anchors.keys()].filter((row) => (puzzle.anchors[row]?.length ?? 0) > 0 && !own.includes(row));
      return own
        .filter((row) => (puzzle.anchors[row]?.length ?? 0) > 0 && others.length > 0)
        .map((row) => ({
          occurrence: `${keyOf(items)} ${keyOf(puzzle.anchors[row])}`,
          evidence: [row, ...others].flatMap((each) =>
            by.map((score) => sum(puzzle.anchors[each].map((item) => mean(items.map((x) => score(x, item)))))),
          ),
        }));
    });
    const found = choicesOf(puzzle, centredScores(scores), holders);
    expect(found.map(({ occurrence }) => occurrence)).toEqual(wanted.map(({ occurrence }) => occurrence));
    for (const [at, { evidence }] of wanted.entries())
      for (const [cell, each] of evidence.entries()) expect(found[at]?.evidence[cell]).toBeCloseTo(each, 9);
    choices += found.length;
    expect(weighedEvidence(puzzle, centredScores(scores), [0, 0]).pieces.every((each) => each === 0)).toBe(true);
  }
  expect(choices).toBeGreaterThan(50);
});

test('what a release teaches: weights of what was practised, and the supports of its own terms', () => {
  const made = release('taught', 500);
  const practice = practiceClusters(made, { k: 3, m: 2, seed: 's', occurrences: 1500, rounds: 40 });
  const scores = practice.map((each) => scoresFor(practicePuzzle(each).puzzle, 'taught'));
  const model = trainPlacements(made, practice, scores, { measures: MEASURES, k: 3 });
  const choices = practice.flatMap((each, at) => {
    const { puzzle, holders } = practicePuzzle(each);
    return choicesOf(puzzle, centredScores(scores[at]), holders);
  });
  const taught = fitMeasures(choices, 2);
  const shown = made.clusters.map(({ size, recordChunks, termChunk }) => ({
    size,
    supports: recordChunks.flatMap((chunk) =>
      [...new Set(chunk.flat())].map((term) => Math.min(size, chunk.flat().filter((each) => each === term).length)),
    ),
    inTermChunk: termChunk.length,
  }));
  expect(model).toEqual({
    measures: MEASURES,
    weights: [...taught.weights],
    strength: taught.strength,
    termSupport: termSupport(shown, 3),
    practiceClusters: practice.length,
    choices: new Set(choices.map(({ occurrence }) => occurrence)).size,
  });
  const none = trainPlacements(made, [], [], { measures: MEASURES, k: 3 });
  expect(none).toMatchObject({ weights: [0, 0], strength: 0, choices: 0, practiceClusters: 0 });
});
