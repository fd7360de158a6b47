import { exp } from '../../../core/numeric/numeric.ts';
import { type Random, seeded } from '../../../core/random/random.ts';
import { cellOf, type Snapshot, type Square } from './grid.ts';

interface WantedPlaces {
  readonly users: number;
  readonly snapshots: number;
  readonly towns: number;
  readonly seed: string;
}

/** How far people go from one snapshot to the next, as a share of the square's side. */
const STEP = 0.02;

/** People who live in towns, few large and many small ones, and move a little from snapshot to snapshot. Nobody's real positions. */
export function* syntheticPlaces(square: Square, { users, snapshots, towns, seed }: WantedPlaces): Generator<Snapshot> {
  const random = seeded(seed, 'places');
  const names = Array.from({ length: users }, (_, user) => `u${user + 1}`);
  const centres = Array.from({ length: towns }, (_, town) => ({ x: random.unit(), y: random.unit(), spread: 0.02 + 0.06 / (town + 1) }));
  const share = (at: number): number => Math.min(1, Math.max(0, at));
  let x = new Float64Array(users);
  let y = new Float64Array(users);
  for (let user = 0; user < users; user += 1) {
    // Town n has a share of 1 / n: the place of a uniform number on the scale of the logarithm.
    const { x: cx, y: cy, spread } = centres[Math.min(towns, Math.floor(exp(random.unit() * Math.log(towns + 1)))) - 1];
    x[user] = share(cx + spread * bell(random));
    y[user] = share(cy + spread * bell(random));
  }
  for (let time = 0; time < snapshots; time += 1) {
    yield { users: names, x: x.map((each) => square.x + each * square.side), y: y.map((each) => square.y + each * square.side) };
    x = x.map((each) => share(each + STEP * (2 * random.unit() - 1)));
    y = y.map((each) => share(each + STEP * (2 * random.unit() - 1)));
  }
}

/** Near enough to a normal draw: the sum of twelve uniform ones less its mean. */
function bell(random: Random): number {
  let total = -6;
  for (let at = 0; at < 12; at += 1) total += random.unit();
  return total;
}

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
      const { column, row } = cellOf(SQUARE, levels, each, y[at]);
      counts.set(`[${column},${row}]`, (counts.get(`[${column},${row}]`) ?? 0) + 1);
    }
  for (const [cell, people] of counts) yield `{"cell":${cell},"people":${people}}\n`;
}
