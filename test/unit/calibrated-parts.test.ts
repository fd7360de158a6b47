import { minimise } from '../../shared/core/numeric/minimise.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { centreCells } from '../../shared/core/relatedness/centring.ts';
import { calibrated, isotonic } from '../../shared/core/statistics/isotonic.ts';
import { precaution } from '../../shared/kinds/set-generalised/core/calibrated/base-rate.ts';
import { differenceByShape } from '../../shared/kinds/set-generalised/core/calibrated/by-shape.ts';
import { type HeldOutTable, heldOut, membersUnmet } from '../../shared/kinds/set-generalised/core/calibrated/held-out.ts';
import {
  eliminationOrder,
  type PrecisionCut,
  precisionCuts,
  type Unsure,
} from '../../shared/kinds/set-generalised/core/calibrated/precise-decision.ts';
import { denserThan, denserWorld, isDensityUntold } from '../../shared/kinds/set-generalised/core/calibrated/sharing.ts';

test('centring takes the mean of columns, then of rows, and leaves what is missing missing', () => {
  const cells = Float64Array.from([9, 1, 2, 3, Number.NaN, ...Array(9).fill(7)]);
  centreCells(cells, 1, 2, 2);
  const [raw, byColumn, byBoth] = [
    [1, 2, 3, Number.NaN],
    [-1, 0, 1, Number.NaN],
    [-0.5, 0.5, 0, Number.NaN],
  ] as const;
  expect([...cells]).toEqual([9, ...raw, ...byColumn, ...byBoth, 7]);
});

test('a practice table is scored by who tries it, and by whoever of other draws met none of its items', () => {
  // Two draws of two folds; item 3 of the first draw serves again in the second, and the last two tables share nothing with anybody.
  const items = [
    [1, 2],
    [3, 4],
    [3, 5],
    [6, 7],
  ].map((each) => Int32Array.from(each));
  const members = [
    { fits: [0], tries: [1] },
    { fits: [1], tries: [0] },
    { fits: [2], tries: [3] },
    { fits: [3], tries: [2] },
  ];
  expect(membersUnmet(items, members)).toEqual([
    [1, 2, 3],
    [0, 3],
    [0, 3],
    [0, 1, 2],
  ]);
  // The member that validates a table scores it, even if an item is on both sides.
  expect(membersUnmet([Int32Array.of(1), Int32Array.of(1)], [{ fits: [0], tries: [1] }])).toEqual([[], [0]]);
});

describe('isotonic calibration', () => {
  test('never falls, and follows the frequencies of a model that is too sure', () => {
    const random = seeded('isotonic');
    const said: number[] = [];
    const was: number[] = [];
    for (let n = 0; n < 4000; n += 1) {
      const p = n / 4000;
      said.push(p);
      was.push(random.unit() < 0.5 + (p - 0.5) / 2 ? 1 : 0);
    }
    const map = isotonic(said, was);
    let before = 0;
    for (let at = 0; at <= 100; at += 1) {
      const value = calibrated(map, at / 100);
      expect(value).toBeGreaterThanOrEqual(before);
      before = value;
    }
    for (const p of [0.2, 0.5, 0.8]) expect(calibrated(map, p)).toBeCloseTo(0.5 + (p - 0.5) / 2, 1);
  });

  test('pools neighbours that fall into their mean', () => {
    const twenty = (value: number): number[] => new Array<number>(20).fill(value);
    const map = isotonic([0.1, 0.2, 0.3, 0.4].flatMap(twenty), [0, 1, 0, 1].flatMap(twenty));
    expect(map.from).toEqual([0.1, 0.25, 0.4].map((each) => expect.closeTo(each, 12)));
    expect(map.to[1]).toBe(0.5);
  });

  test('an end pool of a few cells does not speak for all beyond it', () => {
    const said = Array.from({ length: 100 }, (_, at) => at / 100);
    const map = isotonic(said, [...new Array<number>(98).fill(0), 1, 1]);
    expect(map.from).toHaveLength(1);
    expect(calibrated(map, 1)).toBeCloseTo(0.02, 12);
  });
});

describe('the decision at an asked precision', () => {
  const cutOf = (tables: readonly HeldOutTable[], asked: number, unsure: Unsure = {}): PrecisionCut =>
    precisionCuts(heldOut(tables), asked, unsure, []).cut;

  test('takes cells in order, and keeps one in each row and column', () => {
    const table = { rows: 2, columns: 2, probability: Float64Array.from([0.1, 0.9, 0.2, 0.3]) };
    expect(eliminationOrder(table)).toEqual([0, 3]);
    expect(eliminationOrder(table, 0.15)).toEqual([0]);
  });

  test('cuts where held-out practice keeps the promise, and nowhere when it never does', () => {
    const random = seeded('cut');
    const tables = Array.from({ length: 150 }, (): HeldOutTable => {
      const probability = Float64Array.from({ length: 16 }, () => random.unit());
      return { rows: 4, columns: 4, probability, original: Uint8Array.from(probability, (p) => (random.unit() < p ? 1 : 0)), weight: 1 };
    });
    const cut = cutOf(tables, 0.9);
    expect(cut.lower).toBeGreaterThanOrEqual(0.9);
    expect(cut.most).toBeGreaterThan(0.1);
    expect(cut.most).toBeLessThan(0.25);
    // An uncertain base rate stops earlier.
    expect(cutOf(tables, 0.9, { logOddsError: 0.3 }).most).toBeLessThan(cut.most);
    const hopeless = tables.map((table) => ({ ...table, original: new Uint8Array(16).fill(1) }));
    expect(cutOf(hopeless, 0.9)).toEqual({ most: -1, precision: null, lower: null });
  });
});

test('how much denser than practice a release is, and another world, is compared shape by shape', () => {
  const random = seeded('sharing');
  /** Original cells score 2 above added ones, and `level` moves all of a shape. */
  const tables = (shapes: readonly (readonly [rows: number, columns: number, density: number, level: number])[]) =>
    shapes.flatMap(([rows, columns, density, level], at) =>
      Array.from({ length: 400 }, () => {
        const original = Uint8Array.from({ length: rows * columns }, () => (random.unit() < density ? 1 : 0));
        return { key: String(at), rows, columns, original, s: Float64Array.from(original, (yes) => level + 2 * yes + random.unit()) };
      }),
    );
  const apart = tables([
    [4, 4, 0.3, -3],
    [7, 3, 0.4, -2],
  ]);
  const beside = tables([
    [4, 4, 0.5, -3],
    [5, 5, 0.5, -9],
  ]);
  // Shapes that one kind of practice lacks play no part, however they score.
  const release = tables([
    [4, 4, 0.35, -3],
    [7, 3, 0.4, 5],
    [5, 5, 0.4, 5],
  ]);
  const common = new Set(['4 x 4']);
  expect(denserThan(apart, release, common)?.value).toBeCloseTo(0.05, 1);
  expect(denserThan(apart, apart)?.value).toBeCloseTo(0, 10);
  // Denser than either world: the estimate says so.
  expect(denserThan(apart, tables([[4, 4, 0.9, -3]]))?.value).toBeCloseTo(0.6, 1);
  expect(denserWorld(release, apart, beside)).toBeCloseTo(0.2, 1);
  expect(denserWorld(release, apart, beside.slice(400))).toBe(0);
  expect(isDensityUntold(null, [0, 0.2])).toBe(true);
  expect(isDensityUntold(denserThan(apart, release, common), [0, 0.2])).toBe(false);
  expect(isDensityUntold({ value: 0, error: 0.15 }, [0, 0.2])).toBe(false);
  expect(isDensityUntold({ value: 0, error: 0.15 }, [0, 0.02])).toBe(true);
  // Scores that are the same whatever is original: how dense the tables are cannot be told.
  const noise = (of: readonly { readonly s: Float64Array }[]) => of.map((table) => ({ ...table, s: table.s.map(() => random.unit()) }));
  expect(isDensityUntold(denserThan(noise(apart) as typeof apart, noise(release) as typeof release), [0, 0.2])).toBe(true);
});

test('a model that tells nothing apart says nothing of density', () => {
  const random = seeded('nothing');
  const tables = (level: number) =>
    Array.from({ length: 80 }, (_, at) => {
      const original = Uint8Array.from({ length: 16 }, () => (random.unit() < 0.3 ? 1 : 0));
      return { key: String(at), rows: 4, columns: 4, original, s: Float64Array.from(original, () => level + random.unit()) };
    });
  for (let round = 0; round < 50; round += 1) {
    // Moved by far more than the gap, which is noise: the estimate is as unsure as the gap is.
    const denser = denserThan(tables(0), tables(0.3));
    if (denser !== null) expect(denser.error).toBeGreaterThan(denser.value / 5);
    if (denser !== null) expect(denser.error).toBeGreaterThan(0.5);
  }
});

test('the difference by shape has the error that chance gives it', () => {
  const random = seeded('by shape');
  const draw = (count: number, level: number) =>
    Array.from({ length: count }, (_, at) => ({ shape: String(at % 3), value: level * (at % 3) + random.unit(), weight: 1 }));
  const far = Array.from({ length: 2000 }, () => {
    const found = differenceByShape(draw(30, 5), draw(60, 5), new Set(['0', '1', '2']));
    return found === null ? 0 : found.value / found.error;
  });
  const squares = far.reduce((total, each) => total + each * each, 0) / far.length;
  expect(squares).toBeGreaterThan(0.9);
  expect(squares).toBeLessThan(1.2);
  expect(differenceByShape(draw(30, 5), draw(60, 5), new Set(['9']))).toBeNull();
});

test('a release that looks denser than practice raises the log-odds, unless that may be chance; one that looks sparser never does', () => {
  expect(precaution({ value: 0.1, error: 0.01 }, 0.5).value).toBeCloseTo(Math.log(0.599 / 0.401), 12);
  expect(precaution({ value: 9, error: 0.01 }, 0.5).value).toBeCloseTo(Math.log(3), 12);
  expect(precaution({ value: 0.1, error: 0.2 }, 0.5)).toEqual({ value: 0, error: 0.8 });
  expect(precaution({ value: -0.3, error: 0.01 }, 0.5).value).toBe(0);
  expect(precaution(null, 0.5)).toEqual({ value: 0, error: 0 });
});

test('L-BFGS finds the minimum of an ill-conditioned quadratic', () => {
  const found = minimise(
    (at, gradient) => {
      let value = 0;
      for (const [index, x] of at.entries()) {
        const scale = 10 ** index;
        value += (scale * (x - index) * (x - index)) / 2;
        gradient[index] = scale * (x - index);
      }
      return value;
    },
    new Float64Array(4),
    100,
    1e-14,
  );
  for (const [index, x] of found.entries()) expect(x).toBeCloseTo(index, 5);
});
