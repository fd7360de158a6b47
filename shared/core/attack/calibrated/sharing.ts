import { centred } from './centring.ts';
import { contextOfRow, type IndexedGroup, type IndexedRelease } from './indexed-release.ts';
import { cosineOf, type TermVectors } from './knowledge.ts';

/** The shares of partners from one transaction that are tried. */
export const SHARINGS: readonly number[] = [0, 0.25, 0.5, 0.75, 1];

/** Points that the energy distance is taken over: its cost is quadratic. */
const MOST_POINTS = 500;

/**
 * What tells partners taken at random from partners that share a transaction, a point for each cell: the nearness of item and
 * context, centred, and the nearness of the item to the other members. Means over the sets of vectors that know both.
 */
export function sharingPoints(release: IndexedRelease, groups: readonly IndexedGroup[], vectors: readonly TermVectors[]): number[][] {
  const near = (x: number, y: number): number => meanOf(vectors.map((each) => cosineOf(each, x, y)));
  const points = groups.flatMap((group) => {
    const { rows, members } = group;
    const cells = new Float64Array(rows.length * members.length);
    for (const row of rows.keys()) {
      const context = contextOfRow(release, group, row, false);
      for (const [column, member] of members.entries()) {
        cells[row * members.length + column] = meanOf(Array.from(context, (item) => near(member, item)));
      }
    }
    const [, byColumn, byBoth] = centred(cells, rows.length, members.length);
    const kin = Array.from(members, (member) =>
      meanOf(Array.from(members, (other) => (other === member ? Number.NaN : near(member, other)))),
    );
    return Array.from(byColumn, (value, cell) => [value, byBoth[cell] as number, kin[cell % members.length] as number]);
  });
  const whole = points.filter((point) => point.every((value) => !Number.isNaN(value)));
  const step = Math.max(1, whole.length / MOST_POINTS);
  return Array.from({ length: Math.min(whole.length, MOST_POINTS) }, (_, at) => whole[Math.floor(at * step)] as number[]);
}

/** Twice the mean distance across less the mean distances within (Székely and Rizzo): 0 where two samples are alike. Axes in pooled deviations. */
export function energyDistance(a: readonly number[][], b: readonly number[][]): number {
  if (a.length === 0 || b.length === 0) return Number.POSITIVE_INFINITY;
  const scales = (a[0] as number[]).map((_, axis) => {
    const values = [...a, ...b].map((point) => point[axis] as number);
    const centre = values.reduce((x, y) => x + y, 0) / values.length;
    return Math.sqrt(values.reduce((x, y) => x + (y - centre) * (y - centre), 0) / values.length) || 1;
  });
  const mean = (x: readonly number[][], y: readonly number[][]): number => {
    let total = 0;
    for (const p of x) {
      for (const q of y) {
        let squares = 0;
        for (let axis = 0; axis < scales.length; axis += 1) {
          const gap = ((p[axis] as number) - (q[axis] as number)) / (scales[axis] as number);
          squares += gap * gap;
        }
        total += Math.sqrt(squares);
      }
    }
    return total / x.length / y.length;
  };
  return 2 * mean(a, b) - mean(a, a) - mean(b, b);
}

function meanOf(values: readonly number[]): number {
  let total = 0;
  let known = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    total += value;
    known += 1;
  }
  return known === 0 ? Number.NaN : total / known;
}
