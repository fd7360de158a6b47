// What the calibrated attack learns from practice (penalty, density, sharing, likeness, cuts), each against a plain sum, integral or search.

import { type Random, seeded } from '../../shared/core/random/random.ts';
import { calibrated, isotonic } from '../../shared/core/statistics/isotonic.ts';
import { reliability, Stated } from '../../shared/core/statistics/reliability.ts';
import { expectedDensity, lessDense } from '../../shared/kinds/set-generalised/core/calibrated/base-rate.ts';
import { betweenWorlds, varianceAt } from '../../shared/kinds/set-generalised/core/calibrated/between-worlds.ts';
import { commonShapes, differenceByShape, type ShapedValue } from '../../shared/kinds/set-generalised/core/calibrated/by-shape.ts';
import type { EvidenceColumn, TableEvidence } from '../../shared/kinds/set-generalised/core/calibrated/evidence.ts';
import {
  fitByCrossValidation,
  fitTables,
  type LabelledTable,
  likelihoodLoss,
} from '../../shared/kinds/set-generalised/core/calibrated/fit.ts';
import {
  calibrationBy,
  type HeldOutTable,
  heldOut,
  practisedReliability,
} from '../../shared/kinds/set-generalised/core/calibrated/held-out.ts';
import { marginalsOf, type ScoredTable } from '../../shared/kinds/set-generalised/core/calibrated/marginals.ts';
import { judgedMoments, practiceDistance } from '../../shared/kinds/set-generalised/core/calibrated/practice-verdict.ts';
import {
  eliminationOrder,
  type PrecisionCut,
  precisionCuts,
  type Unsure,
} from '../../shared/kinds/set-generalised/core/calibrated/precise-decision.ts';
import { momentsOf, scalingOf } from '../../shared/kinds/set-generalised/core/calibrated/scaling.ts';
import {
  denserThan,
  denserWorld,
  type KnownScores,
  meanScores,
  shareOriginal,
} from '../../shared/kinds/set-generalised/core/calibrated/sharing.ts';
import { fitKind, scoreOf, spreadOf, weightsByShape } from '../../shared/kinds/set-generalised/core/calibrated/table-kind.ts';
import { type PracticeTable, scoreTable, train } from '../../shared/kinds/set-generalised/core/calibrated/train.ts';

const sum = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

function knownTable(random: Random, weights: readonly number[]): LabelledTable {
  const [rows, columns] = [2 + random.below(2), 2 + random.below(2)];
  const evidence = Float64Array.from({ length: rows * columns * weights.length }, () => 2 * random.unit() - 1);
  const original = Uint8Array.from({ length: rows * columns }, (_, cell) => {
    const s = sum(weights.map((weight, at) => weight * evidence[cell * weights.length + at]));
    return random.unit() < 1 / (1 + Math.exp(-s)) ? 1 : 0;
  });
  for (let line = 0; line < 3; line += 1) original[(line % rows) * columns + (line % columns)] = 1;
  return { rows, columns, evidence, original };
}

test.each([
  ['nothing to learn', 24, 0],
  ['something to learn', 60, 0.9],
  ['much to learn', 200, 2.5],
])('the penalty is the weakest whose gain on tables left out is more than chance: %s', (name, count, weight) => {
  const random = seeded('strength', name);
  const tables = Array.from({ length: count }, () => knownTable(random, [weight, -weight]));
  const lossOf = (table: LabelledTable, weights: Float64Array): number => likelihoodLoss([table], weights, new Float64Array(3));
  const byStrength = [600, 200, 60].map((strength) => {
    const byFold = [0, 1].map((fold) =>
      fitTables(
        tables.filter((_, at) => at % 2 !== fold),
        2,
        strength,
        { steps: 300 },
      ),
    );
    return { strength, losses: tables.map((table, at) => lossOf(table, byFold[at % 2])) };
  });
  let best = byStrength[0];
  const tried = [best];
  for (const next of byStrength.slice(1)) {
    tried.push(next);
    const gains = next.losses.map((loss, at) => best.losses[at] - loss);
    const error = Math.sqrt(sum(gains.map((gain) => (gain - mean(gains)) ** 2)) / (count - 1) / count);
    if (mean(gains) <= error) break;
    best = next;
  }
  const found = fitByCrossValidation(tables, 2, {});
  expect(found.strength).toBe(best.strength);
  const cells = sum(tables.map(({ original }) => original.length));
  expect(found.losses.map(({ strength }) => strength)).toEqual(tried.map(({ strength }) => strength));
  for (const [at, { loss }] of found.losses.entries()) expect(loss).toBeCloseTo(sum(tried[at]?.losses ?? []) / cells, 4);
  const whole = fitTables(tables, 2, best.strength, { steps: 300 });
  for (const [at, each] of whole.entries()) expect(Math.abs(found.weights[at] - each)).toBeLessThan(0.002);
});

test('of no tables the strongest penalty', () => expect(fitByCrossValidation([], 1, {}).strength).toBe(600));

const shaped = (random: Random, shapes: readonly string[], count: number): ShapedValue[] =>
  Array.from({ length: count }, () => ({
    shape: shapes[random.below(shapes.length)],
    value: random.unit(),
    weight: 1 + random.below(4),
  }));

/** Weighed means, shape by shape; one variance for all shapes. */
function plainDifference(release: readonly ShapedValue[], practice: readonly ShapedValue[], shapes: ReadonlySet<string>) {
  const of = (all: readonly ShapedValue[], shape: string): ShapedValue[] => all.filter((each) => each.shape === shape);
  const weigh = (all: readonly ShapedValue[]): number => sum(all.map(({ weight }) => weight));
  const middle = (all: readonly ShapedValue[]): number => sum(all.map(({ value, weight }) => value * weight)) / weigh(all);
  const variance = (all: readonly ShapedValue[]): number => {
    const kinds = new Set(all.map(({ shape }) => shape));
    return sum(all.map(({ shape, value }) => (value - middle(of(all, shape))) ** 2)) / Math.max(1, all.length - kinds.size);
  };
  const common = [...shapes].filter((shape) => of(release, shape).length > 0 && of(practice, shape).length > 0);
  if (common.length === 0) return null;
  const whole = sum(common.map((shape) => weigh(of(release, shape))));
  return {
    value: sum(common.map((shape) => weigh(of(release, shape)) * (middle(of(release, shape)) - middle(of(practice, shape))))) / whole,
    error:
      Math.sqrt(
        sum(
          common.map(
            (shape) =>
              weigh(of(release, shape)) ** 2 *
              (variance(release) / of(release, shape).length + variance(practice) / of(practice, shape).length),
          ),
        ),
      ) / whole,
  };
}

test('differences by shape', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const random = seeded('shapes', seed);
    const [release, practice] = [
      shaped(random, ['a', 'b', 'c'], 1 + random.below(9)),
      shaped(random, ['b', 'c', 'd'], 1 + random.below(9)),
    ];
    const shapes = new Set(['a', 'b', ...(seed % 2 === 0 ? ['c'] : [])]);
    const [found, wanted] = [differenceByShape(release, practice, shapes), plainDifference(release, practice, shapes)];
    if (wanted === null) expect(found).toBeNull();
    else {
      expect(found?.value).toBeCloseTo(wanted.value, 12);
      expect(found?.error).toBeCloseTo(wanted.error, 12);
    }
    expect([...commonShapes(release, practice)].toSorted()).toEqual(
      ['a', 'b', 'c', 'd'].filter((shape) => release.some((each) => each.shape === shape) && practice.some((each) => each.shape === shape)),
    );
  }
});

function scores(random: Random, count: number, level: number, density = 0.4): KnownScores[] {
  return Array.from({ length: count }, (_, at) => {
    const [rows, columns] = [2 + random.below(2), 2];
    const original = Uint8Array.from({ length: rows * columns }, () => (random.unit() < density ? 1 : 0));
    return { key: String(at), rows, columns, original, s: Float64Array.from(original, (yes) => level + 2 * yes + random.unit()) };
  });
}

/** The gap between original and added cells within tables, each as sure as its cells allow. */
function plainGap(tables: readonly KnownScores[]) {
  const both = tables.flatMap(({ s, original }) => {
    const [kept, added] = [1, 0].map((kind) => [...s].filter((_, cell) => original[cell] === kind)) as [number[], number[]];
    return kept.length === 0 || added.length === 0
      ? []
      : [{ gap: mean(kept) - mean(added), weight: 1 / (1 / kept.length + 1 / added.length) }];
  });
  const whole = sum(both.map(({ weight }) => weight));
  const value = sum(both.map(({ gap, weight }) => gap * weight)) / whole;
  const squares = sum(both.map(({ gap, weight }) => (weight * (gap - value)) ** 2));
  return { value, error: Math.sqrt((squares * both.length) / (both.length - 1)) / whole, count: both.length };
}

test('how much denser a release is than practice, and a world than another', () => {
  const seen = { none: 0, some: 0, ranged: 0 };
  for (let seed = 0; seed < 60; seed += 1) {
    const random = seeded('denser', seed);
    const level = seed % 4 === 3 ? -3 : 0;
    const apart = scores(random, random.below(6), level);
    const release = scores(random, random.below(6), 0.3);
    const beside = scores(random, 1 + random.below(6), 0, 0.8);
    const wrongWay = seed % 5 === 4 ? apart.map((table) => ({ ...table, original: table.original.map((yes) => 1 - yes) })) : apart;
    const gap = plainGap(wrongWay);
    const of = (tables: readonly ScoredTable[], cells: (table: ScoredTable) => ArrayLike<number>): ShapedValue[] =>
      tables.map((table) => ({ shape: `${table.rows} x ${table.columns}`, value: mean(Array.from(cells(table))), weight: table.s.length }));
    const shapes = new Set(of(wrongWay, ({ s }) => s).map(({ shape }) => shape));
    const moved = plainDifference(
      of(release, ({ s }) => s),
      of(wrongWay, ({ s }) => s),
      shapes,
    );
    const found = denserThan(wrongWay, release);
    if (moved === null || gap.count < 2 || gap.value <= 0) {
      expect(found).toBeNull();
      seen.none += 1;
      continue;
    }
    const value = moved.value / gap.value;
    expect(found?.value).toBeCloseTo(value, 9);
    expect(found?.error).toBeCloseTo(Math.sqrt(moved.error ** 2 + (value * gap.error) ** 2) / gap.value, 9);
    seen.some += 1;
    expect(meanScores(release)).toEqual(of(release, ({ s }) => s).map((each) => ({ ...each, value: expect.closeTo(each.value, 12) })));
    const others = new Set(of(beside, ({ s }) => s).map(({ shape }) => shape));
    const common = new Set([...shapes].filter((shape) => others.has(shape)));
    const truth = (tables: readonly KnownScores[]): ShapedValue[] => of(tables, (table) => (table as KnownScores).original);
    expect(shareOriginal(beside).map((each) => each.value)).toEqual(truth(beside).map((each) => each.value));
    const cells = of(release, ({ s }) => s);
    const [least, most] = [plainDifference(cells, truth(wrongWay), common), plainDifference(cells, truth(beside), common)];
    const range = least === null || most === null ? 0 : least.value - most.value;
    expect(denserWorld(release, wrongWay, beside)).toBeCloseTo(range, 9);
    if (range !== 0) seen.ranged += 1;
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(4);
});

test('how far practice is from the release: of every two tables which looks more like one of the release', () => {
  const columns: EvidenceColumn[] = (['outside', 'shape', 'likeness', 'order', 'frequency'] as const).map(
    (kind) => ({ name: kind, kind }) as EvidenceColumn,
  );
  for (let seed = 0; seed < 6; seed += 1) {
    const random = seeded('distance', seed);
    const table = (level: number): TableEvidence => {
      const [rows, wide] = [2 + random.below(2), 2];
      return {
        key: '',
        rows,
        columns: wide,
        values: Float64Array.from({ length: rows * wide * 5 }, () => level * random.unit() + random.unit()),
        alike: new Float64Array(),
      };
    };
    const practice = Array.from({ length: 10 + random.below(9) }, () => table(0));
    const release = Array.from({ length: 8 + random.below(9) }, () => table(seed / 2));
    const all = scalingOf([...practice, ...release], [0, 1, 2, 3, 4]);
    const judged = {
      columns: [0, 2, 4],
      mean: [0, 2, 4].map((at) => all.mean[at]),
      deviation: [0, 2, 4].map((at) => all.deviation[at]),
    };
    const both = [...practice, ...release];
    const moments = both.map((each) => momentsOf(each, judged));
    const known = moments.map(spreadOf(moments));
    const weights = weightsByShape(practice, release);
    const isRelease = (at: number): boolean => at >= practice.length;
    // Either kind weighs as many as the smaller one is.
    const whole = (kind: boolean): number => sum(weights.filter((_, at) => isRelease(at) === kind));
    const even = weights.map((weight, at) => (Math.min(practice.length, release.length) * weight) / whole(isRelease(at)));
    const said = both.map((_, at) => {
      const fitted = fitKind(
        [...both.keys()]
          .filter((other) => other % 4 !== at % 4)
          .map((other) => ({ at: known[other], beside: isRelease(other), weight: even[other] })),
        6,
      );
      return scoreOf(known[at], fitted);
    });
    const pairs = practice.flatMap((_, a) =>
      release.map((__, b) => {
        const [one, other] = [said[a], said[practice.length + b]];
        return { weight: even[a] * even[practice.length + b], won: other > one ? 1 : other === one ? 0.5 : 0 };
      }),
    );
    const area = sum(pairs.map(({ weight, won }) => weight * won)) / sum(pairs.map(({ weight }) => weight));
    const found = practiceDistance(practice, release, judgedMoments(columns, all));
    expect(found?.area).toBeCloseTo(area, 6);
    // Hanley and McNeil (1982).
    const [q1, q2] = [area / (2 - area), (2 * area ** 2) / (1 + area)];
    const [n, m] = [practice.length, release.length];
    expect(found?.error).toBeCloseTo(Math.sqrt((area * (1 - area) + (m - 1) * (q1 - area ** 2) + (n - 1) * (q2 - area ** 2)) / (n * m)), 6);
    const odds = said.slice(0, n).map((each) => Math.exp(Math.max(-1.5, Math.min(1.5, each))));
    for (const [at, each] of odds.entries()) expect(found?.weights[at]).toBeCloseTo(each / mean(odds), 5);
  }
  const one: TableEvidence = { key: '', rows: 1, columns: 2, values: new Float64Array(10), alike: new Float64Array() };
  expect(practiceDistance([one], [{ ...one, rows: 2, columns: 1 }], judgedMoments(columns, scalingOf([one], [0])))).toBeNull();
});

function heldTables(random: Random, count: number): HeldOutTable[] {
  return Array.from({ length: count }, () => {
    const [rows, columns] = [2 + random.below(2), 2 + random.below(2)];
    const probability = Float64Array.from({ length: rows * columns }, () => random.below(40) / 40);
    return {
      rows,
      columns,
      probability,
      original: Uint8Array.from(probability, (p) => (random.unit() < p ? 1 : 0)),
      weight: 0.5 + random.unit(),
    };
  });
}

/** Every cut one after the other, each counted anew. */
function plainCut(tables: readonly HeldOutTable[], asked: number, unsure: Unsure): PrecisionCut {
  const { logOddsError = 0, raised = 0, between: worlds = [0, 0, 0], calibration = { from: [], to: [] }, reuse = 1 } = unsure;
  const z = 1.2815515655446004;
  let best: PrecisionCut = { most: -1, precision: null, lower: null };
  for (const most of [...new Set(tables.flatMap((table) => eliminationOrder(table).map((cell) => table.probability[cell])))].toSorted(
    (a, b) => a - b,
  )) {
    const counts = tables.map((table) => {
      const cells = eliminationOrder(table, most);
      return { weight: table.weight, made: cells.length, right: cells.filter((cell) => table.original[cell] === 0).length };
    });
    const n = sum(counts.map(({ weight, made }) => weight * made));
    const precision = sum(counts.map(({ weight, right }) => weight * right)) / n;
    const between =
      (sum(counts.map(({ weight, made, right }) => (weight * (right - precision * made)) ** 2)) * counts.length * reuse) /
      Math.max(1, counts.length - 1);
    const byTables = precision - z * Math.sqrt(between / n ** 2);
    const cells = n ** 2 / sum(counts.map(({ weight, made }) => weight ** 2 * made)) / reuse;
    // Wilson: the least share within z deviations of the observed one.
    let [low, high] = [0, precision];
    for (let round = 0; round < 60; round += 1) {
      const middle = (low + high) / 2;
      if ((precision - middle) ** 2 > (z ** 2 * middle * (1 - middle)) / cells) low = middle;
      else high = middle;
    }
    const worse = tables.flatMap((table) =>
      eliminationOrder(table, most).map((cell) => {
        const p = Math.max(0.001, Math.min(0.999, calibrated(calibration, table.probability[cell])));
        const x = Math.log(p) - Math.log(1 - p);
        const far = z * Math.hypot(logOddsError, Math.sqrt(varianceAt(worlds, x)));
        return table.weight * (1 / (1 + Math.exp(-x - raised - far)) - p);
      }),
    );
    const lower = precision - Math.hypot(precision - Math.min(byTables, low), sum(worse) / n);
    if (precision >= asked && lower >= asked) best = { most, precision, lower };
  }
  return best;
}

test('the last cut at which practice keeps the promise, with and without parts of the tables', () => {
  let cuts = 0;
  for (let seed = 0; seed < 24; seed += 1) {
    const random = seeded('cuts', seed);
    const tables = heldTables(random, 20 + random.below(30));
    const asked = 0.6 + 0.3 * random.unit();
    const unsure: Unsure = {
      ...(seed % 3 === 0 ? {} : { logOddsError: random.unit() }),
      ...(seed % 2 === 0 ? {} : { reuse: 1 + random.unit() }),
      ...(seed % 4 === 1 ? { raised: random.unit() / 2 } : {}),
      ...(seed % 4 > 1 ? { between: [0.05, -0.02, 0.02], calibration: calibrationBy(heldOut(tables)) } : {}),
    };
    const part = new Set([...tables.keys()].filter((at) => at % 3 === 0));
    const { cut, without } = precisionCuts(heldOut(tables), asked, unsure, [part, new Set(tables.keys())]);
    const wanted = (own: readonly HeldOutTable[]): PrecisionCut => plainCut(own, asked, unsure);
    for (const [found, plain] of [
      [cut, wanted(tables)],
      [without[0], wanted(tables.filter((_, at) => !part.has(at)))],
    ] as const) {
      expect(found.most).toBe(plain.most);
      cuts += found.most >= 0 ? 1 : 0;
      if (plain.precision !== null) expect(found.precision).toBeCloseTo(plain.precision, 9);
      if (plain.lower !== null) expect(found.lower).toBeCloseTo(plain.lower, 7);
    }
    expect(without[1]?.most).toBe(-1);
  }
  expect(cuts).toBeGreaterThan(15);
});

test('a half of practice is judged by the map of the other half, each cell as its table counts', () => {
  const tables = heldTables(seeded('halves'), 40);
  const held = heldOut(tables);
  const cells = tables.flatMap(({ probability, original, weight }, table) =>
    [...probability].map((p, cell) => ({ p, was: original[cell], weight, table })),
  );
  const mapOf = (serves: (table: number) => boolean) => {
    const own = cells.filter(({ table }) => serves(table)).toSorted((a, b) => a.p - b.p);
    return isotonic(
      own.map(({ p }) => p),
      own.map(({ was }) => was),
      own.map(({ weight }) => weight),
    );
  };
  expect(calibrationBy(held)).toEqual(mapOf(() => true));
  const stated = new Stated();
  for (const { p, was, table } of cells)
    stated.add(
      1 -
        calibrated(
          mapOf((other) => other % 2 !== table % 2),
          p,
        ),
      was === 1 ? 0 : 1,
    );
  expect(practisedReliability(held)).toEqual(reliability(stated.counts()));
});

test('a release is denser by the lesser of two witnesses, and the expected density is that of its tables', () => {
  const witness = (value: number, error: number) => ({ value, error });
  expect(lessDense(witness(0.2, 0.04), witness(0.05, 0.01))).toEqual(witness(0.05, 0.04));
  expect(lessDense(witness(-0.1, 0.04), witness(0.05, 0.01))).toEqual(witness(-0.1, 0.04));
  expect(lessDense(witness(0.2, 0.04), null)).toEqual(witness(0.2, 0.04));
  expect(lessDense(null, witness(0.2, 0.04))).toBeNull();
  const tables = scores(seeded('density'), 8, -1.3);
  for (const shift of [0, 0.4]) {
    const all = tables.flatMap((table) => [...marginalsOf({ ...table, s: table.s.map((each) => each + shift) }, true, 's')]);
    expect(expectedDensity(tables, 's', shift)).toBeCloseTo(sum(all) / all.length, 12);
  }
});

test('an ensemble: members over draws and folds, their mean, and the mean without each', () => {
  const random = seeded('ensemble');
  const columns: EvidenceColumn[] = [
    { name: 'a', kind: 'outside' },
    { name: 'b', kind: 'shape' },
    { name: 'c', kind: 'outside' },
  ] as EvidenceColumn[];
  const practice: PracticeTable[] = Array.from({ length: 24 }, (_, at) => {
    const { rows, columns: wide, evidence, original } = knownTable(random, [2, 0, -1]);
    const size = rows * wide;
    const values = Float64Array.from({ length: 3 * size }, (__, place) => evidence[(place % size) * 3 + Math.floor(place / size)]);
    return {
      evidence: { key: String(at), rows, columns: wide, values, alike: Float64Array.from({ length: wide * wide }, () => random.unit()) },
      original,
      world: 'random',
      part: { draw: at % 3, fold: at % 2 },
      items: Int32Array.of(at % 5, 10 + (at % 3)),
    };
  });
  const weights = practice.map((_, at) => (at % 2 === 0 ? 0.5 : 1.5));
  const told: number[] = [];
  const trained = train(practice, {
    columns,
    scaling: scalingOf(
      practice.map(({ evidence }) => evidence),
      [0, 1, 2],
    ),
    kinds: ['outside'],
    asked: 0.55,
    constrained: true,
    seed: 's',
    unsure: (density) => ({ logOddsError: density / 4 }),
    unlike: 0,
    others: [],
    probes: [],
    weights,
    fitted: (done) => told.push(done),
  });
  const { model, without, heldOut: scored } = trained;
  expect(told).toEqual([1, 2, 3, 4, 5, 6]);
  expect(model.scaling.columns).toEqual([0, 2]);
  const originals = practice.flatMap(({ original }) => [...original]);
  expect(model).toMatchObject({
    practiceTables: 24,
    draws: 3,
    practiceDensity: mean(originals),
    constrained: true,
    kinds: ['outside'],
    seed: 's',
  });
  expect(model.strengths).toHaveLength(2);
  expect(without).toHaveLength(6);
  // Of six, those without each come to the mean of all; and what each is without it tells the one that was left out.
  for (const weightsIn of [(each: typeof model) => each.weights, (each: typeof model) => each.second.weights])
    for (const [at, weight] of weightsIn(model).entries()) expect(mean(without.map((each) => weightsIn(each)[at]))).toBeCloseTo(weight, 12);
  expect(new Set(without.map((each) => each.weights.join())).size).toBe(6);
  // Held out: as the members say that have not seen the table, so as far as the tables themselves tell they are cut and mapped.
  const held = heldOut(
    scored.map((table, at) => ({
      rows: table.rows,
      columns: table.columns,
      original: practice[at].original,
      probability: marginalsOf(table, true, 's'),
      weight: weights[at] as number,
    })),
  );
  expect(scored.map(({ key }) => key)).toEqual(practice.map(({ evidence }) => evidence.key));
  expect(model.calibration).toEqual(calibrationBy(held));
  expect(model.practised).toEqual(practisedReliability(held));
  const parts = [0, 1, 2].flatMap((draw) =>
    [0, 1].map((fold) => new Set([...practice.keys()].filter((at) => at % 3 === draw && at % 2 !== fold))),
  );
  // 48 members of tables are 8 items.
  const cuts = precisionCuts(
    held,
    0.55,
    { logOddsError: mean(originals) / 4, reuse: 6, between: betweenWorlds([], 0.2), calibration: model.calibration },
    parts,
  );
  expect(model.cut).toEqual(cuts.cut);
  expect(without.map(({ cut }) => cut)).toEqual(cuts.without);
  // A table scored by all members is surer than by those that have not seen it, and of the same mind.
  const agree = practice.map(({ evidence }, at) => {
    const [s, other] = [scoreTable(model, evidence), scored[at].s];
    return mean([...s].map((each, cell) => (each > 0 === other[cell] > 0 ? 1 : 0)));
  });
  expect(mean(agree)).toBeGreaterThan(0.7);
});
