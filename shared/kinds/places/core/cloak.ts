import { BadInput } from '../../../core/model/bad-input.ts';
import { across, checkInside, DEEPEST_LEVEL, type GridCell, gridColumn, type Snapshot, type Square } from './grid.ts';

/** The region that each user of a snapshot publishes, in the snapshot's order; level 255: none, suppressed. */
export interface Cloaked {
  readonly level: Uint8Array;
  readonly column: Uint32Array;
  readonly row: Uint32Array;
}

export const SUPPRESSED_LEVEL = 255;

export interface CloakOptions {
  readonly square: Square;
  readonly deepest: number;
  readonly k: number;
}

export function regionOf({ level, column, row }: Cloaked, user: number): GridCell | undefined {
  const own = level[user];
  return own === SUPPRESSED_LEVEL ? undefined : { level: own, column: column[user], row: row[user] };
}

/** Everybody publishes the cell of one level; who would be one of fewer than k there publishes nothing. */
export function cloakFixed(snapshot: Snapshot, options: CloakOptions, level: number): Cloaked {
  checkOptions(snapshot, options);
  const { column, row } = cellsAt(snapshot, options.square, level);
  const counts = new Map<number, number>();
  const key = (user: number): number => column[user] * across(level) + row[user];
  for (let user = 0; user < column.length; user += 1) counts.set(key(user), (counts.get(key(user)) ?? 0) + 1);
  const levels = Uint8Array.from(column, (_, user) => ((counts.get(key(user)) as number) < options.k ? SUPPRESSED_LEVEL : level));
  return { level: levels, column, row };
}

/** The deepest level without suppression. If a level suppresses no user, no level above does. */
export function finestLevel(snapshot: Snapshot, options: CloakOptions): number {
  let level = 0;
  while (level < options.deepest && !cloakFixed(snapshot, options, level + 1).level.includes(SUPPRESSED_LEVEL)) level += 1;
  return level;
}

/** From the whole square into the user's quadrant as long as k users are in it (Gruteser and Grunwald, 2003). */
export function cloakAdaptive(snapshot: Snapshot, options: CloakOptions): Cloaked {
  return descend(snapshot, options, (sizes) => sizes.map((size) => size >= options.k));
}

/**
 * As adaptive, but at least k users publish each region: users of quadrants below k publish the square, and if they are too few, those of the
 * least other quadrant (then of the lower row, then column) with them.
 */
export function cloakStrict(snapshot: Snapshot, options: CloakOptions): Cloaked {
  return descend(snapshot, options, (sizes) => {
    const goesOn = sizes.map((size) => size >= options.k);
    const staying = sizes.reduce((total, size, at) => total + (goesOn[at] === true ? 0 : size), 0);
    if (staying > 0 && staying < options.k) {
      const least = sizes.reduce((best, size, at) => (goesOn[at] === true && (best === -1 || size < sizes[best]) ? at : best), -1);
      if (least !== -1) goesOn[least] = false;
    }
    return goesOn;
  });
}

/**
 * Parts the users by quadrant, level by level; `decide` says from the sizes of the four which of them go on, south-west, south-east, north-west,
 * north-east.
 */
function descend(snapshot: Snapshot, options: CloakOptions, decide: (sizes: readonly number[]) => readonly boolean[]): Cloaked {
  checkOptions(snapshot, options);
  const { deepest, square } = options;
  const { column, row } = cellsAt(snapshot, square, deepest);
  const users = column.length;
  const level = new Uint8Array(users);
  let order = Uint32Array.from({ length: users }, (_, user) => user);
  let next = new Uint32Array(users);
  let runs = [{ from: 0, end: users }];
  for (let depth = 0; depth < deepest && runs.length > 0; depth += 1) {
    const shift = deepest - depth - 1;
    const quadrant = (user: number): number => ((row[user] >> shift) & 1) * 2 + ((column[user] >> shift) & 1);
    const deeper: typeof runs = [];
    for (const { from, end } of runs) {
      const sizes = [0, 0, 0, 0];
      for (let at = from; at < end; at += 1) {
        const q = quadrant(order[at]);
        sizes[q] += 1;
      }
      const starts = [from, 0, 0, 0];
      for (let q = 1; q < 4; q += 1) starts[q] = starts[q - 1] + sizes[q - 1];
      const goesOn = decide(sizes);
      for (const [q, size] of sizes.entries()) if (goesOn[q] === true && size > 0) deeper.push({ from: starts[q], end: starts[q] + size });
      for (let at = from; at < end; at += 1) {
        const user = order[at];
        const q = quadrant(user);
        next[starts[q]] = user;
        starts[q] += 1;
        if (goesOn[q] === true) level[user] = depth + 1;
      }
    }
    [order, next] = [next, order];
    runs = deeper;
  }
  for (let user = 0; user < users; user += 1) {
    const up = deepest - level[user];
    column[user] >>= up;
    row[user] >>= up;
  }
  return { level, column, row };
}

function checkOptions(snapshot: Snapshot, { deepest, k, square }: CloakOptions): void {
  if (!(deepest >= 0 && deepest <= DEEPEST_LEVEL)) throw new BadInput(`the deepest level is from 0 to ${DEEPEST_LEVEL}`);
  if (snapshot.users.length < k)
    throw new BadInput(`a snapshot of ${snapshot.users.length} users cannot hide each among ${k}; leave it out, or ask for a smaller k`);
  checkInside(square, snapshot);
}

function cellsAt({ x, y }: Snapshot, square: Square, level: number): { readonly column: Uint32Array; readonly row: Uint32Array } {
  return {
    column: Uint32Array.from(x, (each) => gridColumn(each, square.x, square.side, level)),
    row: Uint32Array.from(y, (each) => gridColumn(each, square.y, square.side, level)),
  };
}
