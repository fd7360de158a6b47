import { type CalibrationMap, calibrated, isotonic } from '../../../../core/statistics/isotonic.ts';
import { type Reliability, reliability, Stated } from '../../../../core/statistics/reliability.ts';

/** A table with a probability of being original for each cell. */
export interface LikelyTable {
  readonly rows: number;
  readonly columns: number;
  readonly probability: Float64Array;
}

/** A practice table judged by a model that has not seen it. */
export interface HeldOutTable extends LikelyTable {
  readonly original: Uint8Array;
  /** Weight: larger if it resembles the release's tables; mean 1. */
  readonly weight: number;
}

/** All cells of the tables by ascending probability of being original (stable), sorted once for all uses. */
export interface HeldOut {
  readonly tables: readonly HeldOutTable[];
  /** Table of each cell, and its index there. */
  readonly table: Int32Array;
  readonly cell: Int32Array;
}

export function heldOut(tables: readonly HeldOutTable[]): HeldOut {
  const cells = tables.reduce((total, { original }) => total + original.length, 0);
  const table = new Int32Array(cells);
  const cell = new Int32Array(cells);
  const probability = new Float64Array(cells);
  let at = 0;
  for (const [number, each] of tables.entries()) {
    table.fill(number, at, at + each.original.length);
    probability.set(each.probability, at);
    for (let place = 0; place < each.original.length; place += 1, at += 1) cell[at] = place;
  }
  const order = Int32Array.from(cell.keys()).sort((a, b) => probability[a] - probability[b] || a - b);
  return { tables, table: order.map((each) => table[each]), cell: order.map((each) => cell[each]) };
}

/** Each half of practice is judged by the calibration map of the other half. */
export function practisedReliability(held: HeldOut): Reliability | null {
  const stated = new Stated();
  for (const half of [0, 1]) {
    const map = calibrationBy(held, (table) => table % 2 !== half);
    for (const [at, { probability, original }] of held.tables.entries()) {
      if (at % 2 !== half) continue;
      for (let cell = 0; cell < original.length; cell += 1)
        stated.add(1 - calibrated(map, probability[cell]), original[cell] === 1 ? 0 : 1);
    }
  }
  return reliability(stated.counts());
}

export function calibrationBy({ tables, table, cell }: HeldOut, serves: (table: number) => boolean = () => true): CalibrationMap {
  const [said, was, weights] = [new Float64Array(cell.length), new Uint8Array(cell.length), new Float64Array(cell.length)];
  let count = 0;
  for (let at = 0; at < cell.length; at += 1) {
    const number = table[at];
    if (!serves(number)) continue;
    const place = cell[at];
    const { probability, original, weight } = tables[number];
    said[count] = probability[place];
    was[count] = original[place];
    weights[count] = weight;
    count += 1;
  }
  return isotonic(said.subarray(0, count), was.subarray(0, count), weights.subarray(0, count));
}

/** Practice tables that an ensemble member was fitted on and validates, by position. */
export interface Folds {
  readonly fits: readonly number[];
  readonly tries: readonly number[];
}

/** Members that may score each practice table: those that validate it, and members of other draws fitted without its items. */
export function membersUnmet(items: readonly Int32Array[], members: readonly Folds[]): number[][] {
  const met = members.map(({ fits }) => new Set(fits.flatMap((at) => [...items[at]])));
  const tried = members.map(({ tries }) => new Set(tries));
  return items.map((own, at) =>
    [...members.keys()].filter((member) => tried[member]?.has(at) === true || !own.some((item) => met[member]?.has(item) === true)),
  );
}
