import { assign } from '../../shared/core/numeric/assignment.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { coverDecision } from '../../shared/kinds/set-generalised/core/calibrated/decide.ts';
import { type LabelledTable, likelihoodLoss, logOdds } from '../../shared/kinds/set-generalised/core/calibrated/fit.ts';
import { gibbsMarginals } from '../../shared/kinds/set-generalised/core/calibrated/marginals.ts';
import { exactMarginals } from '../../shared/kinds/set-generalised/core/calibrated/table-model.ts';
import { paddedCover } from './twins/padded-cover.ts';

interface Case {
  readonly rows: number;
  readonly columns: number;
  readonly s: Float64Array;
}

function cases(name: string, count: number, spread: (at: number) => number): Case[] {
  const random = seeded('calibrated table', name);
  return Array.from({ length: count }, (_, at) => {
    const rows = 1 + random.below(4);
    const columns = 1 + random.below(rows > 3 ? 2 : 3);
    return { rows, columns, s: Float64Array.from({ length: rows * columns }, () => (random.unit() * 2 - 1) * spread(at)) };
  });
}

/** The twin: every table, one after the other, of those in which each row and each column keeps an original item. */
function* possible({ rows, columns }: Case): Generator<readonly number[]> {
  for (let bits = 0; bits < 2 ** (rows * columns); bits += 1) {
    const cells = Array.from({ length: rows * columns }, (_, cell) => Math.floor(bits / 2 ** cell) % 2);
    const rowKept = Array.from({ length: rows }, (_, row) => cells.some((yes, cell) => yes === 1 && Math.floor(cell / columns) === row));
    const columnKept = Array.from({ length: columns }, (_, column) => cells.some((yes, cell) => yes === 1 && cell % columns === column));
    if (rowKept.every(Boolean) && columnKept.every(Boolean)) yield cells;
  }
}

/** Another twin, for long tables: row by row over all subsets of each row's cells, and all sets of columns covered before and after it. */
function bySets(s: Float64Array, rows: number, columns: number): { readonly probability: Float64Array; readonly logTotal: number } {
  const sets = 2 ** columns;
  const weights = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: sets }, (__, kept) => {
      let log = 0;
      for (let column = 0; column < columns; column += 1) {
        const each = s[row * columns + column];
        log += (Math.floor(kept / 2 ** column) % 2 === 1 ? each : 0) - Math.max(0, each);
      }
      return kept === 0 ? 0 : Math.exp(log);
    }),
  );
  const scale = (values: number[]): number => {
    const most = Math.max(...values);
    for (const at of values.keys()) values[at] /= most;
    return Math.log(most);
  };
  let logTotal = s.reduce((total, each) => total + Math.max(0, each), 0);
  const before: number[][] = [Array.from({ length: sets }, (_, set) => (set === 0 ? 1 : 0))];
  for (const own of weights) {
    const next = new Array<number>(sets).fill(0);
    for (let set = 0; set < sets; set += 1)
      for (let kept = 0; kept < sets; kept += 1) {
        next[set | kept] += (before.at(-1) as number[])[set] * own[kept];
      }
    logTotal += scale(next);
    before.push(next);
  }
  logTotal += Math.log((before.at(-1) as number[])[sets - 1]);
  let after = Array.from({ length: sets }, (_, set): number => (set === sets - 1 ? 1 : 0));
  const probability = new Float64Array(s.length);
  for (let row = rows - 1; row >= 0; row -= 1) {
    const earlier = new Array<number>(sets).fill(0);
    const held = new Float64Array(columns);
    let all = 0;
    for (let set = 0; set < sets; set += 1)
      for (let kept = 0; kept < sets; kept += 1) {
        const ahead = (weights[row]?.[kept] as number) * after[set | kept];
        earlier[set] += ahead;
        const weight = (before[row]?.[set] as number) * ahead;
        all += weight;
        for (let column = 0; column < columns; column += 1) if (Math.floor(kept / 2 ** column) % 2 === 1) held[column] += weight;
      }
    for (let column = 0; column < columns; column += 1) probability[row * columns + column] = held[column] / all;
    scale(earlier);
    after = earlier;
  }
  return { probability, logTotal };
}

const scoreOf = (cells: readonly number[], s: Float64Array): number =>
  cells.reduce((total, yes, cell) => total + (yes === 1 ? s[cell] : 0), 0);

describe('the table model', () => {
  test('marginals and normalisation equal the enumeration of all possible tables', () => {
    for (const each of cases('marginals', 30, (at) => (at % 2 === 0 ? 3 : 20))) {
      let total = 0;
      const held = new Float64Array(each.s.length);
      for (const cells of possible(each)) {
        const weight = Math.exp(scoreOf(cells, each.s));
        total += weight;
        for (const [cell, yes] of cells.entries()) if (yes === 1) held[cell] += weight;
      }
      const { probability, logTotal } = exactMarginals(each.s, each.rows, each.columns);
      expect(logTotal).toBeCloseTo(Math.log(total), 8);
      for (const [cell, p] of probability.entries()) expect(p).toBeCloseTo(held[cell] / total, 10);
    }
  });

  test('hundreds of rows that hardly keep an item do not underflow', () => {
    const [rows, columns] = [900, 2];
    const s = Float64Array.from({ length: rows * columns }, () => -24);
    const { probability, logTotal } = exactMarginals(s, rows, columns);
    // Each row keeps one or the other, hardly ever both; that no column is left out is certain.
    for (const p of probability) expect(p).toBeCloseTo(0.5, 9);
    expect(logTotal).toBeCloseTo(rows * Math.log(2 * Math.exp(-24) + Math.exp(-48)), 6);
  });

  test('where many rows make a column sure to be covered the marginals are still those of all sets of covered columns', () => {
    const random = seeded('long tables');
    for (let at = 0; at < 60; at += 1) {
      const [rows, columns] = [20 + random.below(400), 1 + random.below(4)];
      // Of some columns something is sure to be left, of others it is not; strong evidence for one takes it from another.
      const level = Array.from({ length: columns }, () => [-25, -12, -6, -2, 1][random.below(5)]);
      const s = Float64Array.from({ length: rows * columns }, (_, cell) => {
        const each = level[cell % columns] + 4 * random.unit() - 2;
        return random.below(30) === 0 ? -each : each;
      });
      const { probability, logTotal } = exactMarginals(s, rows, columns);
      const twin = bySets(s, rows, columns);
      expect(logTotal).toBeCloseTo(twin.logTotal, 7);
      for (const [cell, p] of probability.entries()) expect(p).toBeCloseTo(twin.probability[cell], 11);
    }
  });

  test('a table and its transpose have the same marginals, up to 16 on the shorter side', () => {
    const random = seeded('transpose');
    const s = Float64Array.from({ length: 3 * 40 }, () => random.unit() * 8 - 6);
    const turned = Float64Array.from({ length: 120 }, (_, cell) => s[(cell % 3) * 40 + Math.floor(cell / 3)]);
    const one = exactMarginals(s, 3, 40).probability;
    const other = exactMarginals(turned, 40, 3).probability;
    for (let row = 0; row < 3; row += 1) {
      for (let column = 0; column < 40; column += 1) expect(one[row * 40 + column]).toBeCloseTo(other[column * 3 + row], 12);
    }
  });

  test('Gibbs sampling comes near the exact marginals, and repeats itself under a seed', () => {
    for (const { s, rows, columns } of cases('gibbs', 3, () => 2)) {
      const exact = exactMarginals(s, rows, columns).probability;
      const sampled = gibbsMarginals(s, rows, columns, 'seed');
      expect(gibbsMarginals(s, rows, columns, 'seed')).toEqual(sampled);
      for (const [cell, p] of sampled.entries()) expect(Math.abs(p - exact[cell])).toBeLessThan(0.12);
    }
  });
});

describe('the cover decision', () => {
  test('is the most probable of all possible tables', () => {
    for (const each of cases('cover', 80, () => 4)) {
      let best = Number.NEGATIVE_INFINITY;
      for (const cells of possible(each)) best = Math.max(best, scoreOf(cells, each.s));
      const kept = [...coverDecision(each.s, each.rows, each.columns)];
      expect(possible(each).some((cells) => cells.every((yes, cell) => yes === kept[cell]))).toBe(true);
      expect(scoreOf(kept, each.s)).toBeCloseTo(best, 9);
    }
  });

  test('is that of the square assignment, on 1,000 tables of all shapes', () => {
    const random = seeded('padded cover');
    for (let at = 0; at < 1_000; at += 1) {
      const [rows, columns] = [1 + random.below(at % 10 === 0 ? 60 : 9), 1 + random.below(6)];
      const empty = random.unit() * 3;
      const s = Float64Array.from({ length: rows * columns }, () => (random.unit() * 2 - empty) * 4);
      expect(coverDecision(s, rows, columns)).toEqual(paddedCover(s, rows, columns, assign));
    }
  });

  test('of 100,000 rows and four columns, none of them likely, is made at once', () => {
    const random = seeded('long cover');
    const s = Float64Array.from({ length: 400_000 }, () => -1 - random.unit());
    const kept = coverDecision(s, 100_000, 4);
    expect(kept.reduce((a, b) => a + b, 0)).toBe(100_000);
  });
});

describe('the likelihood', () => {
  test.each([
    [3, 4],
    [3, 5],
    [7, 8],
    [7, 9],
  ])('has the gradient that differences give, %i x %i', (rows, columns) => {
    const random = seeded('gradient', rows);
    const width = 3;
    const evidence = Float64Array.from({ length: rows * columns * width }, () => random.unit() * 2 - 1);
    const original = Uint8Array.from({ length: rows * columns }, (_, cell) =>
      cell % columns === Math.floor(cell / columns) % columns || random.unit() < 0.3 ? 1 : 0,
    );
    for (let column = 0; column < columns; column += 1) original[(column % rows) * columns + column] = 1;
    const tables: LabelledTable[] = [{ rows, columns, evidence, original }];
    const at = Float64Array.from([0.3, -0.7, 0.2, -0.4]);
    const gradient = new Float64Array(width + 1);
    likelihoodLoss(tables, at, gradient);
    for (const [index, slope] of gradient.entries()) {
      const step = (by: number): number => {
        const moved = at.slice();
        moved[index] += by;
        return likelihoodLoss(tables, moved, new Float64Array(width + 1));
      };
      expect((step(1e-5) - step(-1e-5)) / 2e-5).toBeCloseTo(slope, 4);
    }
  });
});

test('of a table wider than six both ways each cell is weighed by itself, given the others, and one that its row or column needs not at all', () => {
  for (const [rows, columns] of [
    [7, 7],
    [7, 9],
  ] as const) {
    const random = seeded('pseudo', columns);
    const original = Uint8Array.from({ length: rows * columns }, (_, cell) =>
      cell % columns === Math.floor(cell / columns) || random.below(5) === 0 ? 1 : 0,
    );
    for (let column = rows; column < columns; column += 1) original[column] = 1;
    const evidence = Float64Array.from(original, () => 4 * random.unit() - 2);
    const inLine = (cell: number, lineOf: (each: number) => number): number =>
      original.filter((yes, other) => yes === 1 && other !== cell && lineOf(other) === lineOf(cell)).length;
    let wanted = 0;
    for (const [cell, yes] of original.entries()) {
      if (inLine(cell, (each) => Math.floor(each / columns)) === 0 || inLine(cell, (each) => each % columns) === 0) continue;
      const s = 0.5 * evidence[cell] - 0.2;
      wanted += Math.log(1 + Math.exp(yes === 1 ? -s : s));
    }
    expect(likelihoodLoss([{ rows, columns, evidence, original }], Float64Array.of(0.5, -0.2), new Float64Array(2))).toBeCloseTo(wanted, 9);
  }
});

test.each([1, 4, 6, 11])('log-odds of %d cells are the sums of evidence times weight in the order of columns, bit by bit', (cells) => {
  const random = seeded('log-odds', cells);
  const width = 5;
  const evidence = Float64Array.from({ length: cells * width }, () => 20 * random.unit() - 10);
  const weights = Float64Array.from({ length: width + 1 }, () => 4 * random.unit() - 2);
  const plain = Array.from({ length: cells }, (_, cell) => {
    let total = weights[width];
    for (let column = 0; column < width; column += 1) total += evidence[cell * width + column] * weights[column];
    return Math.max(-25, Math.min(25, total));
  });
  expect([...logOdds(evidence, weights)]).toEqual(plain);
});
