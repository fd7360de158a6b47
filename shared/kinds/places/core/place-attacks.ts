import { sum } from '../../../core/numeric/numeric.ts';
import { across, type Box, boxOf, contains, type GridCell, type Square } from './grid.ts';

/** People in each cell of the deepest level, from outside knowledge such as a census. */
export interface Density {
  readonly level: number;
  /** Cells with people, each once; weights are above 0. */
  readonly cells: readonly { readonly cell: GridCell; readonly weight: number }[];
  /** Weight of the whole square, where these are the cells of a part of it. */
  readonly total?: number;
}

export interface PlacePosterior {
  readonly cells: readonly { readonly cell: GridCell; readonly probability: number }[];
  readonly greatest: number;
  /** In nats. */
  readonly entropy: number;
  /** Expected distance from the centre of the likeliest cell to the centre of the true one. */
  readonly expectedError: number;
  /** The greatest probability for who knows the region alone. */
  readonly uniform: number;
}

/** Smoothing of names: a whole and its share of all weight below which a cell is none. */
const NONE = 1e-12;

/**
 * Where in its region a user is, for who knows how many people are where. With the knowledge that the release was made adaptively, quadrants with k
 * of the n users are left out: a user there would have published the quadrant. Null where nothing is left: the density is wrong, or not
 * known.
 */
export function densityAttack(
  square: Square,
  region: GridCell,
  density: Density,
  adaptive?: { readonly users: number; readonly k: number },
): PlacePosterior | null {
  const all = density.total ?? sum(density.cells.map(({ weight }) => weight));
  const inside = density.cells.filter(({ cell }) => contains(region, cell));
  const quadrantOf = (cell: GridCell): number => {
    const shift = density.level - region.level - 1;
    return ((cell.row >> shift) & 1) * 2 + ((cell.column >> shift) & 1);
  };
  let possible = inside;
  if (adaptive !== undefined && region.level < density.level) {
    const weights = [0, 1, 2, 3].map((quadrant) =>
      sum(inside.filter(({ cell }) => quadrantOf(cell) === quadrant).map(({ weight }) => weight)),
    );
    possible = inside.filter(({ cell }) => (weights[quadrantOf(cell)] / all) * adaptive.users < adaptive.k - NONE);
  }
  const total = sum(possible.map(({ weight }) => weight));
  if (!(total > 0)) return null;
  const cells = possible.map(({ cell, weight }) => ({ cell, probability: weight / total }));
  const best = cells.reduce((a, b) => (b.probability > a.probability + NONE ? b : a));
  return {
    cells,
    greatest: best.probability,
    entropy: sum(cells.map(({ probability }) => -probability * Math.log(probability))),
    expectedError: sum(cells.map(({ cell, probability }) => probability * between(centre(square, best.cell), centre(square, cell)))),
    uniform: 1 / (across(density.level - region.level) * across(density.level - region.level)),
  };
}

export type Point = readonly [x: number, y: number];

export function centre(square: Square, cell: GridCell): Point {
  const { west, east, south, north } = boxOf(square, cell);
  return [(west + east) / 2, (south + north) / 2];
}

const between = ([ax, ay]: Point, [bx, by]: Point): number => Math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by));

/** Regions whose side is below a stated one, and those that hold a single place where anybody can be. */
export function sizeAttack(
  square: Square,
  regions: readonly GridCell[],
  side: number,
  density?: Density,
): { readonly below: number; readonly onePlace: number } {
  const places = new Map<string, number>();
  if (density !== undefined) {
    const wanted = new Set(regions.map(({ level }) => level));
    for (const { cell } of density.cells) {
      for (const level of wanted) {
        if (level > cell.level) continue;
        const key = `${level},${cell.column >> (cell.level - level)},${cell.row >> (cell.level - level)}`;
        places.set(key, (places.get(key) ?? 0) + 1);
      }
    }
  }
  return {
    below: regions.filter(({ level }) => square.side / across(level) < side).length,
    onePlace: regions.filter(({ level, column, row }) => places.get(`${level},${column},${row}`) === 1).length,
  };
}

interface Reached {
  readonly boxes: readonly Box[];
  /** How much of each region's area is left. */
  readonly share: readonly number[];
}

/** A pseudonym's regions after applying the maximum distance between times, along each axis. Null: impossible movement. */
export function reachAttack(square: Square, regions: readonly GridCell[], reach: number): Reached | null {
  const own = regions.map((region) => boxOf(square, region));
  const boxes: (Box | undefined)[] = [];
  for (const [at, box] of own.entries()) boxes[at] = at === 0 ? box : within(box, boxes[at - 1], reach);
  for (let at = own.length - 2; at >= 0; at -= 1) boxes[at] = within(boxes[at], boxes[at + 1], reach);
  const left = boxes.filter((box) => box !== undefined);
  if (left.length < own.length) return null;
  return { boxes: left, share: left.map((box, at) => area(box) / area(own[at])) };
}

const area = ({ west, south, east, north }: Box): number => (east - west) * (north - south);

function within(box: Box | undefined, near: Box | undefined, reach: number): Box | undefined {
  if (box === undefined || near === undefined) return undefined;
  const cut = {
    west: Math.max(box.west, near.west - reach),
    south: Math.max(box.south, near.south - reach),
    east: Math.min(box.east, near.east + reach),
    north: Math.min(box.north, near.north + reach),
  };
  return cut.west <= cut.east && cut.south <= cut.north ? cut : undefined;
}

/** (c,t)-isolation (Chawla et al., 2005): whether the closed ball about the guess, c times as wide as the guess is off, holds fewer than t points. */
export function isolation(points: Iterable<Point>, target: Point, guess: Point, c: number, t: number) {
  const radius = c * between(target, guess);
  let inBall = 0;
  for (const point of points) if (between(point, guess) <= radius * (1 + NONE)) inBall += 1;
  return { inBall, isolated: inBall < t };
}
