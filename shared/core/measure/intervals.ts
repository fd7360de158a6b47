import { exp } from '../numeric/numeric.ts';

/** What one row of one table adds to a share: of `whole`, `part` are so. F1 is one too: 2 correct of eliminated + added. */
export interface RowShare {
  readonly group: number;
  readonly transaction: number;
  readonly part: number;
  readonly whole: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Under so many groups or transactions a variance between them means nothing. */
export const FEWEST = 30;

const NORMAL_95 = 1.959963984540054;

/**
 * 95 % interval of a share under resampling of groups and of transactions: V = max(Vg + Vt - Vr, Vg, Vt), on the logit. The variances are
 * those that resampling comes to (each cluster's sum of influences, squared), so no draws are needed. Null is too few to say.
 */
export function shareInterval(rows: readonly RowShare[]): Interval | null {
  if (tooFew(rows)) return null;
  const share = shareOf(rows);
  if (share === null) return null;
  const variance = twoWay(rows, influences(rows, share));
  const all = clusters(rows.map(({ group }) => group));
  // Nothing to resample at 0 or 1: the rule of three, over groups.
  if (share <= 0) return { low: 0, high: Math.min(1, 3 / all) };
  if (share >= 1) return { low: Math.max(0, 1 - 3 / all), high: 1 };
  const logit = Math.log(share / (1 - share));
  const reach = (NORMAL_95 * Math.sqrt(variance)) / (share * (1 - share));
  const back = (x: number): number => 1 / (1 + exp(-x));
  return { low: back(logit - reach), high: back(logit + reach) };
}

/** Interval of the difference of two shares over the same rows, paired row by row. */
export function liftInterval(of: readonly RowShare[], over: readonly RowShare[]): (Interval & { readonly lift: number }) | null {
  const [first, second] = [shareOf(of), shareOf(over)];
  if (tooFew(of) || first === null || second === null) return null;
  const [a, b] = [influences(of, first), influences(over, second)];
  const variance = twoWay(
    of,
    a.map((each, at) => each - (b[at] as number)),
  );
  const reach = NORMAL_95 * Math.sqrt(variance);
  return { lift: first - second, low: first - second - reach, high: first - second + reach };
}

export function shareOf(rows: readonly RowShare[]): number | null {
  let [part, whole] = [0, 0];
  for (const row of rows) [part, whole] = [part + row.part, whole + row.whole];
  return whole > 0 ? part / whole : null;
}

const clusters = (names: readonly number[]): number => new Set(names).size;

export const tooFew = (rows: readonly RowShare[]): boolean =>
  clusters(rows.map(({ group }) => group)) < FEWEST || clusters(rows.map(({ transaction }) => transaction)) < FEWEST;

function influences(rows: readonly RowShare[], share: number): number[] {
  const whole = rows.reduce((total, row) => total + row.whole, 0);
  return rows.map((row) => (row.part - share * row.whole) / whole);
}

function twoWay(rows: readonly RowShare[], influence: readonly number[]): number {
  const between = (names: readonly number[]): number => {
    const sums = new Map<number, number>();
    for (const [at, name] of names.entries()) sums.set(name, (sums.get(name) ?? 0) + (influence[at] as number));
    let squares = 0;
    for (const each of sums.values()) squares += each * each;
    return (squares * sums.size) / Math.max(1, sums.size - 1);
  };
  const byGroup = between(rows.map(({ group }) => group));
  const byTransaction = between(rows.map(({ transaction }) => transaction));
  const byRow = between(rows.map((_, at) => at));
  return Math.max(byGroup + byTransaction - byRow, byGroup, byTransaction);
}
