// Decisions and probabilities of the model, against enumeration of all possible tables.

import { seeded } from '../../shared/core/random/random.ts';
import { calibrated, isotonic } from '../../shared/core/statistics/isotonic.ts';
import { addedOf, type DecisionKind, decide, eliminated } from '../../shared/kinds/set-generalised/core/calibrated/decide.ts';
import type { ScoredTable } from '../../shared/kinds/set-generalised/core/calibrated/marginals.ts';
import { outlook } from '../../shared/kinds/set-generalised/core/calibrated/outlook.ts';
import { practiceVerdict } from '../../shared/kinds/set-generalised/core/calibrated/practice-verdict.ts';
import type { TrainedModel } from '../../shared/kinds/set-generalised/core/calibrated/train.ts';
import { NO_TRAINING_ERROR, trainingErrors } from '../../shared/kinds/set-generalised/core/calibrated/training-error.ts';

const sum = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0);

/** Every table in which each row and column keeps an original item. */
function* possible(rows: number, columns: number): Generator<readonly number[]> {
  for (let bits = 0; bits < 2 ** (rows * columns); bits += 1) {
    const cells = Array.from({ length: rows * columns }, (_, cell) => (bits >> cell) & 1);
    const lines = [
      ...Array.from({ length: rows }, (_, row) => cells.filter((__, cell) => Math.floor(cell / columns) === row)),
      ...Array.from({ length: columns }, (_, column) => cells.filter((__, cell) => cell % columns === column)),
    ];
    if (lines.every((line) => line.includes(1))) yield cells;
  }
}

const weightOf = (cells: readonly number[], s: Float64Array, shift: number): number =>
  Math.exp(sum(cells.map((yes, cell) => yes * (s[cell] + shift))));

function likely({ rows, columns, s }: ScoredTable, shift: number, constrained: boolean): number[] {
  if (!constrained) return Array.from(s, (each) => 1 / (1 + Math.exp(-each - shift)));
  const all = [...possible(rows, columns)];
  const whole = sum(all.map((cells) => weightOf(cells, s, shift)));
  return Array.from(s, (_, cell) => sum(all.map((cells) => cells[cell] * weightOf(cells, s, shift))) / whole);
}

const MAP = { from: [0.2, 0.5, 0.8], to: [0.1, 0.4, 0.9] };
/** By its two neighbours. */
const mapped = (p: number): number => (p <= 0.2 ? 0.1 : p <= 0.5 ? 0.1 + (p - 0.2) : p <= 0.8 ? 0.4 + ((p - 0.5) * 5) / 3 : 0.9);

const modelOf = (more: Partial<TrainedModel> = {}): TrainedModel =>
  ({
    calibration: MAP,
    between: [0, 0, 0],
    cut: { most: 0.4, precision: null, lower: null },
    constrained: true,
    seed: 's',
    ...more,
  }) as TrainedModel;

function drawn(name: string, count: number, spread = 2): ScoredTable[] {
  const random = seeded(name);
  return Array.from({ length: count }, (_, at) => {
    const [rows, columns] = [1 + random.below(3), 1 + random.below(3)];
    return { key: String(at), rows, columns, s: Float64Array.from({ length: rows * columns }, () => spread * (2 * random.unit() - 1)) };
  });
}

/** As sure as it was on practice, and the odds that the cell is original times those of the shift. */
const addedBy = (model: TrainedModel, shift: number, table: ScoredTable): number[] =>
  likely(table, 0, model.constrained).map((p) => 1 / (1 + (mapped(p) / (1 - mapped(p))) * Math.exp(shift)));

/** One member in ten worlds is less likely; what makes eliminations less sure makes no member surer. */
function cautiousBy({ between: [variance], constrained }: TrainedModel, shift: number, table: ScoredTable): number[] {
  const middle = addedBy(modelOf({ constrained }), shift, table);
  return likely(table, 0, constrained).map((p, cell) => {
    if (middle[cell] >= 0.5) return middle[cell];
    const kept = mapped(p);
    const low = kept <= 0.5 ? kept : Math.max(0.5, 1 / (1 + ((1 - kept) / kept) * Math.exp(1.2815515655446004 * Math.sqrt(variance))));
    const added = 1 / (1 + (low / (1 - low)) * Math.exp(shift));
    return Math.min(0.5, Math.max(added, 1 - low));
  });
}

function decidedBy(model: TrainedModel, shift: number, table: ScoredTable, kind: DecisionKind): number[] {
  const { rows, columns, s } = table;
  if (kind === 'cover') {
    const best = [...possible(rows, columns)].toSorted((a, b) => weightOf(b, s, shift) - weightOf(a, s, shift))[0];
    const p = likely(table, shift, model.constrained);
    return [...best.keys()].filter((cell) => best[cell] === 0).toSorted((a, b) => p[a] - p[b]);
  }
  // The cut knows how much denser the release may be.
  const p = likely(table, 0, model.constrained);
  const left = new Set(s.keys());
  const out: number[] = [];
  for (const cell of [...s.keys()].toSorted((a, b) => p[a] - p[b])) {
    const isLast = (line: (other: number) => number): boolean => ![...left].some((other) => other !== cell && line(other) === line(cell));
    if (p[cell] > model.cut.most || isLast((each) => Math.floor(each / columns)) || isLast((each) => each % columns)) continue;
    left.delete(cell);
    out.push(cell);
  }
  return out;
}

describe.each([true, false])('decisions, each row and column keeping an item: %s', (constrained) => {
  test.each([0, 0.7, -0.9])('at a shift of %s', (shift) => {
    const model = modelOf({ constrained, between: [0.3, 0, 0] });
    let cells = 0;
    for (const table of drawn(`decided ${shift}`, 30))
      for (const kind of ['cover', 'precise'] as const) {
        const found = decide(model, shift, table, kind);
        expect(found.cells).toEqual(decidedBy(model, shift, table, kind));
        expect([...eliminated(model, shift, table, kind)].toSorted()).toEqual([...found.cells].toSorted());
        for (const [cell, p] of addedBy(model, shift, table).entries()) expect(found.added[cell]).toBeCloseTo(p, 9);
        expect([...addedOf(model, shift, table)]).toEqual([...found.added]);
        for (const [cell, p] of cautiousBy(model, shift, table).entries()) expect(found.cautious[cell]).toBeCloseTo(p, 9);
        for (const [cell, p] of found.added.entries()) expect(found.cautious[cell]).toBeGreaterThanOrEqual(p);
        cells += found.cells.length;
      }
    expect(cells).toBeGreaterThan(30);
  });
});

test('cells that are as likely go in their order', () => {
  const table = { key: '', rows: 2, columns: 3, s: new Float64Array(6).fill(-1) };
  const model = modelOf({ constrained: false, cut: { most: 0.9, precision: null, lower: null } });
  expect(decide(model, 0, table, 'precise').cells).toEqual([0, 1, 5]);
  const flat = decide(model, 0, { ...table, columns: 2, s: Float64Array.of(1, 1, 1, -9) }, 'cover');
  expect(flat.cells).toEqual([3]);
});

test('the error of training is the jackknife over models, as the whole ensemble judges their decisions', () => {
  const tables = drawn('jackknife', 12);
  const models = [
    modelOf({ cut: { most: 0.2, precision: null, lower: null } }),
    modelOf(),
    modelOf({ cut: { most: 0.6, precision: null, lower: null } }),
  ];
  const without = models.map(({ cut }, at) => ({
    cut,
    tables: tables.map((table) => ({ ...table, s: table.s.map((each, cell) => each + ((cell + at) % 3) / 2 - 0.5) })),
  }));
  for (const shift of [0, 0.4]) {
    const found = trainingErrors(modelOf(), shift, tables, without);
    const added = tables.map((table) => addedBy(modelOf(), shift, table));
    const all = sum(added.flat());
    for (const kind of ['cover', 'precise'] as const) {
      const rates = without.map(({ cut, tables: own }) => {
        const cells = own.map((table) => decidedBy(modelOf({ cut }), shift, table, kind));
        const made = cells.flat().length;
        const right = sum(cells.flatMap((each, at) => each.map((cell) => added[at]?.[cell] as number)));
        const logit = (part: number, whole: number): number => Math.log((part + 0.5) / (Math.max(0, whole - part) + 0.5));
        return { precision: logit(right, made), recall: logit(right, all), f1: logit(2 * right, made + all) };
      });
      for (const rate of ['precision', 'recall', 'f1'] as const) {
        const values = rates.map((each) => each[rate]);
        const mean = sum(values) / 3;
        expect(found[kind][rate]).toBeCloseTo(Math.sqrt((sum(values.map((each) => (each - mean) ** 2)) * 2) / 3), 9);
      }
    }
    expect(found.precise.recall).toBeGreaterThan(0.05);
  }
  // One model alone has none to differ from.
  expect(trainingErrors(modelOf(), 0, tables, without.slice(0, 1)).cover).toEqual(NO_TRAINING_ERROR);
  expect(trainingErrors(modelOf(), 0, tables, []).precise).toEqual(NO_TRAINING_ERROR);
});

describe('what decisions are expected to reach', () => {
  /** Log-odds in doublings, whole ones exactly, and straight between them. */
  const odds = (by: number): number => {
    const whole = Math.floor(Math.abs(by));
    const factor = 2 ** whole * (1 + Math.abs(by) - whole);
    return by < 0 ? 1 / factor : factor;
  };
  const tilted = (added: readonly (readonly number[])[], by: number): number[][] =>
    added.map((each) => each.map((p) => (p * odds(by)) / (p * odds(by) + 1 - p)));
  const rates = (cells: readonly (readonly number[])[], added: readonly (readonly number[])[]) => {
    const right = sum(cells.flatMap((own, at) => own.map((cell) => added[at]?.[cell] as number)));
    const [made, all] = [cells.flat().length, sum(added.flat())];
    return { precision: made === 0 ? null : right / made, recall: all === 0 ? null : right / all };
  };
  const logit = (share: number): number => Math.log(share / (1 - share));

  test.each([
    ['precise', 0, { logOdds: 0, training: NO_TRAINING_ERROR }],
    ['cover', 0.3, { logOdds: 0.2, training: { precision: 0.1, recall: 0.3, f1: 0 } }],
    ['precise', -0.3, { logOdds: 0.9, training: { precision: 0.2, recall: 0, f1: 0 } }],
  ] as const)('%s at a shift of %s', (kind, shift, errors) => {
    const tables = drawn(`outlook ${kind} ${shift}`, 25, 3);
    const model = modelOf();
    const cells = tables.map((table) => decidedBy(model, shift, table, kind));
    const added = tables.map((table) => addedBy(model, shift, table));
    const share = (all: readonly (readonly number[])[]): number => sum(all.flat()) / all.flat().length;
    const withShare = (wanted: number): number[][] => {
      let [low, high] = [-6, 6];
      for (let round = 0; round < 60; round += 1)
        [low, high] = share(tilted(added, (low + high) / 2)) < wanted ? [(low + high) / 2, high] : [low, (low + high) / 2];
      return tilted(added, low);
    };
    const expected = rates(cells, added);
    const [sparser, denser] = [rates(cells, withShare(share(added) + 0.1)), rates(cells, withShare(share(added) - 0.1))];
    const found = outlook(model, shift, tables, kind, errors);
    const near = (a: number | null, b: number | null): void => expect(a).toBeCloseTo(b as number, 6);
    for (const rate of ['precision', 'recall'] as const) {
      near(found.expected[rate], expected[rate]);
      near(found.ifSparser[rate], sparser[rate]);
      near(found.ifDenser[rate], denser[rate]);
      const own = expected[rate] as number;
      const flat = added.flatMap((each, at) => each.map((p, cell) => ({ p, isOut: cells[at]?.includes(cell) ? 1 : 0 })));
      const variance =
        rate === 'precision'
          ? sum(flat.map(({ p, isOut }) => isOut * p * (1 - p))) / cells.flat().length ** 2
          : sum(flat.map(({ p, isOut }) => p * (1 - p) * (isOut - own) ** 2)) / sum(added.flat()) ** 2;
      const z = 1.959963984540054;
      const chance = z * Math.sqrt(variance / (own * (1 - own)) ** 2 + errors.training[rate] ** 2);
      const off = (z * errors.logOdds) / Math.LN2;
      const ends = [
        [sparser, denser],
        [rates(cells, tilted(added, off)), rates(cells, tilted(added, -off))],
      ].map((pair) => pair.map((each) => logit(each[rate] as number) - logit(own)));
      const reach = (side: 1 | -1): number =>
        Math.sqrt(chance ** 2 + sum(ends.map((pair) => Math.max(0, ...pair.map((end) => side * end)) ** 2)));
      near(found.range[rate]?.low as number, 1 / (1 + Math.exp(-logit(own) + reach(-1))));
      near(found.range[rate]?.high as number, 1 / (1 + Math.exp(-logit(own) - reach(1))));
    }
  });

  test('where nothing is eliminated there is no precision and no recall, and no range of either', () => {
    const model = modelOf({ cut: { most: -1, precision: null, lower: null } });
    const found = outlook(model, 0, drawn('nothing', 5), 'precise', { logOdds: 0.1, training: NO_TRAINING_ERROR });
    expect(found.expected).toEqual({ precision: null, recall: 0 });
    expect(found.range).toEqual({ precision: null, recall: null });
    expect(outlook(model, 0, [], 'cover', { logOdds: 0, training: NO_TRAINING_ERROR }).expected).toEqual({ precision: null, recall: null });
  });

  test('the density stays within 0.01 and 0.99', () => {
    const dense = drawn('dense', 8).map((table) => ({ ...table, s: table.s.map(() => 9) }));
    const map = { from: [0.5], to: [0.95] };
    const found = outlook(
      modelOf({ calibration: map, constrained: false, cut: { most: 1, precision: null, lower: null } }),
      0,
      dense,
      'precise',
      {
        logOdds: 0,
        training: NO_TRAINING_ERROR,
      },
    );
    // Each cell is added with 0.05: denser by 0.1 would be more than all.
    expect(found.ifDenser.precision).toBeCloseTo(0.01, 6);
    expect(found.ifSparser.precision).toBeCloseTo(0.15, 6);
  });
});

describe('isotonic regression', () => {
  /** Of each value the greatest, over where a run may begin, of the least mean of the runs that reach it. */
  const closedForm = (was: readonly number[], weight: readonly number[]): number[] =>
    was.map((_, at) =>
      Math.max(
        ...Array.from({ length: at + 1 }, (__, from) =>
          Math.min(
            ...Array.from({ length: was.length - at }, (___, more) => {
              const run = was.slice(from, at + more + 1).map((value, place) => ({ value, weight: weight[from + place] }));
              return sum(run.map((each) => each.value * each.weight)) / sum(run.map((each) => each.weight));
            }),
          ),
        ),
      ),
    );

  test('equals its closed form', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const random = seeded('isotonic', seed);
      const count = 1 + random.below(9);
      const said = Array.from({ length: count }, (_, at) => (at + random.unit()) / count);
      // Shares with enough values that no end is pooled with its neighbour.
      const was = said.map(() => 0.1 + 0.8 * random.unit());
      const weight = said.map(() => 20 + random.below(9));
      const wanted = closedForm(was, weight);
      const { from, to } = isotonic(said, was, weight);
      const pools = [...Map.groupBy(wanted.keys(), (at) => wanted[at]?.toFixed(9)).values()];
      expect(from.length).toBe(pools.length);
      for (const [pool, own] of pools.entries()) {
        expect(to[pool]).toBeCloseTo(wanted[own[0]], 9);
        const whole = sum(own.map((at) => weight[at]));
        expect(from[pool]).toBeCloseTo(sum(own.map((at) => weight[at] * said[at])) / whole, 9);
      }
      for (let p = -0.05; p < 1.1; p += 0.05) {
        const above = from.findIndex((each) => each >= p);
        const [left, right] = [from[above - 1], from[above]];
        const value =
          above === 0 ? to[0] : above < 0 ? to.at(-1) : to[above - 1] + ((p - left) / (right - left)) * (to[above] - to[above - 1]);
        expect(calibrated({ from, to }, p)).toBeCloseTo(value as number, 9);
      }
      for (const [at, each] of from.entries()) expect(calibrated({ from, to }, each)).toBeCloseTo(to[at], 9);
    }
    expect(calibrated({ from: [], to: [] }, 0.3)).toBe(0.3);
  });

  test('ends of fewer than twenty are joined to their neighbours; all or nothing is half a cell less', () => {
    const run = (count: number, value: number): number[] => Array.from({ length: count }, () => value);
    const of = (...pools: readonly (readonly [count: number, was: number])[]) =>
      isotonic(
        pools.flatMap(([count], at) => run(count, at / 10)),
        pools.flatMap(([count, was]) => run(count, was)),
      ).to.map((each) => Math.round(each * 1e9) / 1e9);
    expect(of([20, 0], [20, 1])).toEqual([0.025, 0.975]);
    expect(of([19, 0], [20, 1])).toEqual([Math.round((20 / 39) * 1e9) / 1e9]);
    expect(of([20, 0], [19, 1])).toEqual([Math.round((19 / 39) * 1e9) / 1e9]);
    expect(of([10, 0], [10, 0.25], [30, 0.5], [30, 1])).toEqual([0.125, 0.5, Math.round((29.5 / 30) * 1e9) / 1e9]);
    expect(of([30, 0], [30, 0.5], [10, 0.75], [10, 1])).toEqual([Math.round((0.5 / 30) * 1e9) / 1e9, 0.5, 0.875]);
    expect(of([3, 1])).toEqual([Math.round((2.5 / 3) * 1e9) / 1e9]);
  });
});

test('what practice is worth: widened by how much worlds differ, and why nothing can be promised', () => {
  const of = (area: number | null, widened: number, frequencies: boolean, supports: boolean, density = false) => {
    const distance = area === null ? null : { area, error: 0.05, weights: [3, 1] };
    const verdict = practiceVerdict(40, 3, distance, frequencies, supports, density, widened);
    expect(verdict).toMatchObject({ tables: 40, draws: 3, area, areaError: area === null ? null : 0.05, limit: 0.9 });
    // Of weights 3 and 1: 16 / 10.
    expect(verdict).toMatchObject({ otherFrequencies: frequencies, effective: area === null ? 40 : 1.6 });
    return [verdict.widened, verdict.cannotPromise];
  };
  expect(of(0.7, 0.15, false, false)).toEqual([0.15, null]);
  expect(of(0.5, 0, false, false)).toEqual([0, null]);
  expect(of(0.9, 0.4, false, false)).toEqual([0.4, 'unlike']);
  expect(of(0.89, 0.4, false, true)).toEqual([0.75, 'other supports']);
  expect(of(1, 0.9, false, true)).toEqual([0.9, 'unlike']);
  expect(of(null, 0.5, false, false)).toEqual([0.5, 'too few']);
  expect(of(0.7, 0.15, false, false, true)).toEqual([0.15, 'density untold']);
  expect(of(0.7, 0.15, false, true, true)).toEqual([0.75, 'other supports']);
  expect(of(null, 0.5, true, false)).toEqual([0.5, 'other frequencies']);
});
