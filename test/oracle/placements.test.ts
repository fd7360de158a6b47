import { type Random, seeded } from '../../shared/core/random/random.ts';
import { type Choice, fitChoices } from '../../shared/core/statistics/conditional-logit.ts';
import { independentDraws } from '../../shared/core/statistics/inclusion.ts';
import { codeRecords } from '../../shared/kinds/disassociated/core/disassociate/coded-records.ts';
import { disassociate } from '../../shared/kinds/disassociated/core/disassociate/disassociate.ts';
import {
  centredScores,
  choicesOf,
  type PairScores,
  scoredItems,
  weighedEvidence,
} from '../../shared/kinds/disassociated/core/placement/cluster-evidence.ts';
import { fitMeasures } from '../../shared/kinds/disassociated/core/placement/fit-measures.ts';
import { pairingGain, placeCalibrated } from '../../shared/kinds/disassociated/core/placement/place-calibrated.ts';
import {
  FEWEST_CHOICES,
  type PlacementModel,
  termSupport,
  trainPlacements,
} from '../../shared/kinds/disassociated/core/placement/placement-model.ts';
import { practiceClusters, practicePuzzle } from '../../shared/kinds/disassociated/core/placement/practice-clusters.ts';
import { softPlacement } from '../../shared/kinds/disassociated/core/placement/soft-placement.ts';
import { type Puzzle, pieceKey, puzzleOf } from '../../shared/kinds/disassociated/core/reassociation/pieces.ts';
import { placeAtRandom } from '../../shared/kinds/disassociated/core/reassociation/reconstruct.ts';
import { randomRecords } from '../helpers/disassociation-data.ts';

const release = (name: string, records = 120) =>
  disassociate(codeRecords(randomRecords(seeded(name), { records, terms: 30, longest: 8 })), { k: 3, m: 2, maxCluster: 12 }).release;

/** Seeded scores for the items of a puzzle, a tenth of them unknown, the same either way. */
function scoresFor(puzzle: Puzzle, measures: number, name: string): PairScores {
  const { items, separated } = scoredItems(puzzle);
  const scoreOf = (measure: number, x: string, y: string): number => {
    const random = seeded(name, measure, ...[x, y].toSorted());
    return x === y || random.below(10) === 0 ? Number.NaN : random.unit() * 4 - 2;
  };
  const values = Array.from({ length: measures }, (_, measure) =>
    Float64Array.from({ length: separated * items.length }, (_cell, at) =>
      scoreOf(measure, items[Math.floor(at / items.length)], items[at % items.length]),
    ),
  );
  return { items, separated, values };
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);

describe('evidence', () => {
  // The twin: by names, one sum at a time, straight from the definition.
  function twin({ items, separated, values }: PairScores) {
    const at = new Map(items.map((item, position) => [item, position]));
    const rows = items.slice(0, separated);
    const columns = (y: string): readonly string[] => ((at.get(y) as number) < separated ? rows : items.slice(separated));
    const known = (cells: readonly number[]): number[] => cells.filter((cell) => !Number.isNaN(cell));
    return (measure: number, x: string, y: string): number => {
      const raw = (a: string, b: string): number => values[measure][(at.get(a) as number) * items.length + (at.get(b) as number)];
      const byColumn = (a: string, b: string): number => raw(a, b) - mean(known(rows.map((row) => raw(row, b))));
      const cell = byColumn(x, y) - mean(known(columns(y).map((column) => byColumn(x, column))));
      return Number.isNaN(cell) ? 0 : cell;
    };
  }

  test('of anchoring sub-records and of pieces for each other, weighed, equals the plain sums over items', () => {
    const weights = [0.7, 0.2];
    for (const cluster of release('evidence').clusters.slice(0, 3)) {
      const puzzle = puzzleOf(cluster, 2);
      const scores = scoresFor(puzzle, 2, 'evidence');
      const score = twin(scores);
      const weighed = (x: string, y: string): number => weights.reduce((total, weight, at) => total + weight * score(at, x, y), 0);
      const { anchors, pieces } = weighedEvidence(puzzle, centredScores(scores), weights);
      puzzle.pieces.forEach(({ items, chunk }, piece) => {
        puzzle.anchors.forEach((anchor, row) => {
          const wanted = anchor.reduce((total, a) => total + mean(items.map((item) => weighed(item, a))), 0);
          expect(anchors[piece * puzzle.anchors.length + row]).toBeCloseTo(wanted, 9);
        });
        puzzle.pieces.forEach((other, at) => {
          const apart = at === piece || (chunk !== null && other.chunk === chunk);
          const either = items.flatMap((x) => other.items.map((y) => (weighed(x, y) + weighed(y, x)) / 2));
          expect(pieces[piece * puzzle.pieces.length + at]).toBeCloseTo(apart ? 0 : mean(either), 9);
        });
      });
    }
  });

  test('a choice is a holder, then every row with items that does not hold the piece', () => {
    const [practice] = practiceClusters(release('choices'), { k: 3, m: 2, seed: 's', occurrences: 50, rounds: 40 }).filter(
      ({ cluster }) => cluster.recordChunks.length > 0 && cluster.termChunk.length > 0,
    );
    if (practice === undefined) throw new Error('no practice');
    const { puzzle, holders } = practicePuzzle(practice);
    const choices = choicesOf(puzzle, centredScores(scoresFor(puzzle, 1, 'choices')), holders);
    const filled = (row: number): boolean => puzzle.anchors[row].length > 0;
    const wanted = holders.flatMap((own) => {
      const others = puzzle.anchors.filter((_, row) => filled(row) && !own.includes(row)).length;
      return others === 0 ? [] : own.filter(filled).map(() => others + 1);
    });
    expect(choices.map(({ rows }) => rows)).toEqual(wanted);
  });
});

describe('the model of choices', () => {
  const choices = (random: Random, weights: readonly number[], count: number): Choice[] =>
    Array.from({ length: count }, () => {
      const rows = 2 + random.below(8);
      const evidence = Float64Array.from({ length: rows * weights.length }, () => random.unit() * 2 - 1);
      const odds = Array.from({ length: rows }, (_, row) =>
        Math.exp(weights.reduce((total, weight, at) => total + weight * evidence[row * weights.length + at], 0)),
      );
      let left = random.unit() * odds.reduce((a, b) => a + b, 0);
      let right = 0;
      while (right < rows - 1 && left >= odds[right]) {
        left -= odds[right];
        right += 1;
      }
      const order = [right, ...odds.keys().filter((row) => row !== right)];
      return {
        rows,
        right: 0,
        evidence: Float64Array.from(order.flatMap((row) => [...evidence.subarray(row * weights.length, (row + 1) * weights.length)])),
      };
    });

  test('planted weights are found; a measure that speaks against is left out', () => {
    const planted = choices(seeded('planted'), [2, 0, 1, -1.5], 800);
    const free = fitChoices(planted, 4, 1e-6 * planted.length);
    for (const [at, weight] of [2, 0, 1, -1.5].entries()) expect(Math.abs(free.weights[at] / free.scales[at] - weight)).toBeLessThan(0.3);
    const { weights } = fitMeasures(planted, 4);
    expect(weights[3]).toBe(0);
    expect(weights[0]).toBeGreaterThan(1.5 * weights[2]);
    expect(weights[2]).toBeGreaterThan(5 * weights[1]);
  });
});

describe('softPlacement', () => {
  test('equals the printed rounds, one piece and row at a time', () => {
    for (const [at, cluster] of release('soft').clusters.slice(0, 5).entries()) {
      const puzzle = puzzleOf(cluster, 2);
      const evidence = weighedEvidence(puzzle, centredScores(scoresFor(puzzle, 1, 'soft')), [0.3]);
      const [pieces, rows] = [puzzle.pieces.length, puzzle.anchors.length];
      const random = seeded('start', at);
      const own = (piece: number, row: number): number =>
        evidence.anchors[piece * rows + row] - (puzzle.anchors[row].length === 0 ? 20 : 0);
      const shares = (values: readonly number[]): number[] => {
        const whole = values.reduce((total, value) => total + Math.exp(value), 0);
        return values.map((value) => Math.exp(value) / whole);
      };
      const list = (length: number): number[] => Array.from({ length }, (_, each) => each);
      let soft = list(pieces).map((piece) => list(rows).map((row) => own(piece, row) + 0.2 * (random.unit() - 0.5)));
      soft = soft.map(shares);
      for (let round = 0; round < 30; round += 1) {
        const before = soft;
        soft = before.map((current, piece) => {
          const next = shares(
            list(rows).map((row) =>
              list(pieces).reduce(
                (total, other) => total + 2 * evidence.pieces[piece * pieces + other] * before[other][row],
                own(piece, row),
              ),
            ),
          );
          return current.map((value, row) => value + 0.5 * (next[row] - value));
        });
      }
      const fast = softPlacement(puzzle, evidence, seeded('start', at));
      soft.flat().forEach((value, cell) => {
        expect(fast[cell]).toBeCloseTo(value, 7);
      });
    }
  });
});

describe('independent draws', () => {
  test('the expected number is the wanted one, odds keep their proportions, certainty is certain', () => {
    const random = seeded('inclusion');
    for (let round = 0; round < 50; round += 1) {
      const raw = Float64Array.from({ length: 3 + random.below(10) }, () => random.unit() + 0.01);
      const whole = raw.reduce((a, b) => a + b, 0);
      const one = raw.map((p) => p / whole);
      const count = 1 + random.below(one.length - 1);
      const scores = one.map((each) => Math.log(each));
      const p = independentDraws(scores, count);
      expect(p.reduce((a, b) => a + b, 0)).toBeCloseTo(count, 9);
      const odds = p.map((each, at) => each / (1 - each) / one[at]);
      for (const each of odds) expect(each / odds[0]).toBeCloseTo(1, 6);
      expect([...independentDraws(scores, one.length)]).toEqual([...one].map(() => 1));
    }
  });

  test('supports of a power law give back its mean below k, of clusters that show few supports of k and more', () => {
    const random = seeded('power law');
    const weights = Array.from({ length: 40 }, (_, at) => 1 / (at + 1) ** 3);
    const drawn = (): number => {
      let left = random.unit() * weights.reduce((a, b) => a + b, 0);
      let at = 0;
      while (at < 39 && left >= weights[at]) left -= weights[at++];
      return at + 1;
    };
    const clusters = Array.from({ length: 500 }, () => {
      const supports = Array.from({ length: 40 }, drawn);
      const shown = supports.filter((support) => support >= 5);
      return { size: 40, supports: shown, inTermChunk: supports.length - shown.length };
    });
    const wanted = (1 + 1 / 4 + 1 / 9 + 1 / 16) / (1 + 1 / 8 + 1 / 27 + 1 / 64);
    expect(Math.abs(termSupport(clusters, 5) - wanted)).toBeLessThan(0.03);
    expect(termSupport([], 5)).toBe(1);
    expect(termSupport([{ size: 9, supports: [4], inTermChunk: 3 }], 2)).toBe(1);
  });
});

describe('pairingGain', () => {
  test('of one piece in one place of m equal rows, each as probable: any holder will do', () => {
    // P(some row holds it) / p = (1 - (1 - p)^m) / p.
    for (const [m, p] of [
      [2, 0.5],
      [4, 0.25],
      [5, 0.1],
    ] as const) {
      const pieces = 400;
      const gain = pairingGain(
        m,
        Array.from({ length: pieces }, () => [0]),
        Array.from({ length: pieces }, () => new Float64Array(m).fill(p)),
        seeded('gain', m),
      );
      // All pieces on one row: the best of m transactions by how many of 400 it holds, barely above the mean.
      expect(gain).toBeGreaterThan(1);
      expect(gain).toBeLessThan(1.25);
      const alone = Array.from({ length: 300 }, (_, at) => pairingGain(m, [[0]], [new Float64Array(m).fill(p)], seeded('alone', m, at)));
      expect(Math.abs(mean(alone) / ((1 - (1 - p) ** m) / p) - 1)).toBeLessThan(0.06);
    }
    expect(pairingGain(1, [[0]], [Float64Array.of(0.3)], seeded('one'))).toBe(1);
  });
});

describe('practice', () => {
  const made = release('practice');
  const options = { k: 3, m: 2, seed: 's', occurrences: 200, rounds: 40 };

  test('its records are sub-records that the release shows, and the order of clusters is nothing to it', () => {
    const shown = new Set(made.clusters.flatMap(({ recordChunks }) => recordChunks.flat().map(pieceKey)));
    const practice = practiceClusters(made, options);
    expect(practice.length).toBeGreaterThan(3);
    for (const { records, cluster } of practice) {
      expect(records).toHaveLength(cluster.size);
      for (const record of records) expect(shown.has(pieceKey(record))).toBe(true);
    }
    expect(practiceClusters({ ...made, clusters: made.clusters.toReversed() }, options)).toEqual(practice);
  });

  test('the same met again teaches nothing more, and too few unlike occurrences teach nothing', () => {
    const large = release('practice again', 600);
    const practice = practiceClusters(large, { ...options, occurrences: 2000 });
    const scores = practice.map((each) => scoresFor(practicePuzzle(each).puzzle, 1, 'again'));
    const trained = (times: number, clusters: number): PlacementModel => {
      const again = <T>(all: readonly T[]): T[] => Array.from({ length: times }, () => all.slice(0, clusters)).flat();
      return trainPlacements(large, again(practice), again(scores), { measures: ['a'], k: 3 });
    };
    const few = trained(1, 2);
    expect(few.choices).toBeLessThan(FEWEST_CHOICES);
    expect(trained(100, 2)).toMatchObject({ choices: few.choices, weights: [0] });
    expect(trained(1, practice.length).choices).toBeGreaterThanOrEqual(FEWEST_CHOICES);
  });

  test('every holder of a piece holds it', () => {
    for (const practice of practiceClusters(made, options)) {
      const { puzzle, holders } = practicePuzzle(practice);
      const anchoring = new Set(puzzle.anchors.flat());
      puzzle.pieces.forEach(({ items, chunk }, piece) => {
        const own = holders[piece];
        expect(new Set(own).size).toBe(own.length);
        const records = practice.records.filter((record) => items.every((item) => record.includes(item)));
        expect(own.length).toBe(
          chunk === null
            ? records.length
            : records.filter((record) => {
                const terms = new Set(practice.cluster.recordChunks[chunk]?.flat());
                return pieceKey(record.filter((item) => terms.has(item))) === pieceKey(items);
              }).length,
        );
        const rowsOf = (key: string): number => puzzle.anchors.filter((anchor) => pieceKey(anchor) === key).length;
        for (const row of own) {
          const key = pieceKey(puzzle.anchors[row]);
          expect(records.some((record) => pieceKey(record.filter((item) => anchoring.has(item))) === key && rowsOf(key) > 0)).toBe(true);
        }
      });
    }
  });
});

describe('placeCalibrated', () => {
  const model: PlacementModel = { measures: ['a'], weights: [0.4], strength: 0, termSupport: 1.3, practiceClusters: 1, choices: 100 };

  test('as many places as any attack, probabilities, reasons from the row itself; fresh names change nothing', () => {
    for (const cluster of release('place', 60).clusters.filter(({ recordChunks }) => recordChunks.length > 0)) {
      const puzzle = puzzleOf(cluster, 2);
      const scores = scoresFor(puzzle, 1, 'place');
      const placed = placeCalibrated(puzzle, scores, model, 'seed');
      expect(placeCalibrated(puzzle, scores, model, 'seed')).toEqual(placed);
      for (const { piece, rows, probabilities, betrayedBy } of placed) {
        expect(rows).toHaveLength(Math.min(puzzle.pieces[piece]?.places ?? 0, puzzle.anchors.length));
        for (const [rank, row] of rows.entries()) {
          const p = probabilities[rank];
          expect(p >= 0 && p <= 1).toBe(true);
          for (const { item, logOdds } of betrayedBy[rank] ?? []) {
            expect(puzzle.anchors[row]).toContain(item);
            expect(logOdds).toBeGreaterThan(0);
          }
        }
      }
      const fresh = (item: string): string => `x${item}`;
      const renamed = placeCalibrated(
        {
          ...puzzle,
          anchors: puzzle.anchors.map((anchor) => anchor.map(fresh)),
          pieces: puzzle.pieces.map((piece) => ({ ...piece, items: piece.items.map(fresh) })),
        },
        { ...scores, items: scores.items.map(fresh) },
        model,
        'seed',
      );
      expect(renamed.map(({ betrayedBy: _, ...rest }) => rest)).toEqual(placed.map(({ betrayedBy: _, ...rest }) => rest));
    }
  });

  test('an unsound release may hold an item as anchor and as piece; the attack does not mind', () => {
    const puzzle = puzzleOf(
      {
        size: 2,
        recordChunks: [
          [['a'], ['c']],
          [['a'], ['b']],
        ],
        termChunk: [],
      },
      1,
    );
    const placed = placeCalibrated(puzzle, scoresFor(puzzle, 1, 'both'), model, 'seed');
    expect(placed.map(({ rows }) => rows.length)).toEqual([1, 1]);
    for (const { probabilities } of placed) for (const p of probabilities) expect(p > 0 && p <= 1).toBe(true);
  });

  test('without evidence every row is as probable, and what is stated adds up to what a term has', () => {
    const cluster = { size: 4, recordChunks: [[['a'], ['b'], ['c'], ['d']]], termChunk: ['t'] };
    const puzzle = puzzleOf(cluster, 4);
    const { items, separated } = scoredItems(puzzle);
    const unknown = { items, separated, values: [new Float64Array(separated * items.length).fill(Number.NaN)] };
    const [placed] = placeCalibrated(puzzle, unknown, model, 'seed');
    expect((placed?.probabilities ?? []).reduce((a, b) => a + b, 0)).toBeCloseTo(1.3, 9);
    for (const p of placed?.probabilities ?? []) expect(p).toBeCloseTo(1.3 / 4, 9);
  });

  test('taught nothing, it decides at random and gives no reasons', () => {
    for (const cluster of release('nothing', 60).clusters.filter(({ recordChunks }) => recordChunks.length > 0)) {
      const puzzle = puzzleOf(cluster, 2);
      const placed = placeCalibrated(puzzle, scoresFor(puzzle, 1, 'nothing'), { ...model, weights: [0] }, 'seed');
      expect(placed.map(({ rows }) => rows)).toEqual(placeAtRandom(puzzle, seeded('seed', 'placements')).map(({ rows }) => rows));
      expect(placed.flatMap(({ betrayedBy }) => betrayedBy.flat())).toEqual([]);
    }
  });
});
