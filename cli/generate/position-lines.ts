import { syntheticPlaces } from '../../shared/core/generate/places.ts';
import { cellOf, type Snapshot, type Square } from '../../shared/core/places/grid.ts';

const SQUARE: Square = { x: 0, y: 0, side: 1000 };
/** As many users, one town. */
const TOWN = 2000;

const header = (levels: number): string => `${JSON.stringify({ square: [SQUARE.x, SQUARE.y, SQUARE.side], levels })}\n`;

const snapshotsOf = (users: number, snapshots: number, seed: string): Generator<Snapshot> =>
  syntheticPlaces(SQUARE, { users, snapshots, towns: Math.max(3, Math.ceil(users / TOWN)), seed });

/** Users who live in towns of a square, and move a little from time to time. */
export function* positionLines(users: number, snapshots: number, levels: number, seed: string): Generator<string> {
  yield header(levels);
  let time = 0;
  for (const { users: names, x, y } of snapshotsOf(users, snapshots, seed)) {
    time += 1;
    for (const [at, user] of names.entries()) yield `${JSON.stringify({ time, user, x: x[at], y: y[at] })}\n`;
  }
}

/** How many of the same users are in each cell at the first time. */
export function* densityLines(users: number, levels: number, seed: string): Generator<string> {
  yield header(levels);
  const counts = new Map<string, number>();
  for (const { x, y } of snapshotsOf(users, 1, seed))
    for (const [at, each] of x.entries()) {
      const { column, row } = cellOf(SQUARE, levels, each, y[at] as number);
      counts.set(`[${column},${row}]`, (counts.get(`[${column},${row}]`) ?? 0) + 1);
    }
  for (const [cell, people] of counts) yield `{"cell":${cell},"people":${people}}\n`;
}
