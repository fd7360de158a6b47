/** A table with a probability of being original for each cell. */
export interface LikelyTable {
  readonly rows: number;
  readonly columns: number;
  readonly probability: Float64Array;
}

/**
 * Cells in the order in which they are eliminated: by ascending probability of being original, as far as `most`, under the guard that every row
 * and every column keeps one.
 */
export function eliminationOrder({ rows, columns, probability }: LikelyTable, most = 1): number[] {
  const inRow = new Int32Array(rows).fill(columns);
  const inColumn = new Int32Array(columns).fill(rows);
  const order = Array.from(probability.keys()).sort((a, b) => (probability[a] as number) - (probability[b] as number) || a - b);
  const out: number[] = [];
  for (const cell of order) {
    if ((probability[cell] as number) > most) break;
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    if ((inRow[row] as number) < 2 || (inColumn[column] as number) < 2) continue;
    inRow[row] = (inRow[row] as number) - 1;
    inColumn[column] = (inColumn[column] as number) - 1;
    out.push(cell);
  }
  return out;
}

export interface HeldOutTable extends LikelyTable {
  readonly original: Uint8Array;
}

export interface PrecisionCut {
  /** Cells with a probability up to this are eliminated; negative where no cut keeps the promise. */
  readonly most: number;
  /** What held-out practice reached there, and its one-sided 90 % lower bound. */
  readonly precision: number | null;
  readonly lower: number | null;
}

const ONE_SIDED_90 = 1.2815515655446004;

/**
 * The last cut at which the lower bound of the precision that held-out practice tables reached is at least the asked one. The bound
 * is the lower of two: by tables (cells of one table stand and fall together), and Wilson's (which is no certainty after a clean start). The first also bears
 * how unsure the base rate of the release is: `baseRateError` is the standard error of its log-odds.
 */
export function precisionCut(tables: readonly HeldOutTable[], asked: number, baseRateError = 0): PrecisionCut {
  const steps = tables.flatMap((table, at) =>
    eliminationOrder(table).map((cell) => ({ at, p: table.probability[cell] as number, right: table.original[cell] === 1 ? 0 : 1 })),
  );
  steps.sort((a, b) => a.p - b.p || a.at - b.at);
  const made = new Float64Array(tables.length);
  const good = new Float64Array(tables.length);
  let [n, c, cc, cn, nn] = [0, 0, 0, 0, 0];
  let best: PrecisionCut = { most: -1, precision: null, lower: null };
  for (const [index, { at, p, right }] of steps.entries()) {
    const [m, g] = [made[at] as number, good[at] as number];
    made[at] = m + 1;
    good[at] = g + right;
    n += 1;
    c += right;
    cc += right * (2 * g + 1);
    cn += (m + 1) * (g + right) - m * g;
    nn += 2 * m + 1;
    // Cells of equal probability go together.
    if (steps[index + 1]?.p === p) continue;
    const precision = c / n;
    const between = Math.max(0, cc - 2 * precision * cn + precision * precision * nn) * (tables.length / Math.max(1, tables.length - 1));
    const misjudged = precision * (1 - precision) * baseRateError;
    const lower = Math.min(precision - ONE_SIDED_90 * Math.sqrt(between / n / n + misjudged * misjudged), wilsonLower(c, n));
    if (lower >= asked) best = { most: p, precision, lower };
  }
  return best;
}

function wilsonLower(right: number, all: number): number {
  const z2 = ONE_SIDED_90 * ONE_SIDED_90;
  const p = right / all;
  return (p + z2 / (2 * all) - ONE_SIDED_90 * Math.sqrt((p * (1 - p)) / all + z2 / (4 * all * all))) / (1 + z2 / all);
}
