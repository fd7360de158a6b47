import { BadInput } from '../../../core/model/bad-input.ts';

/** A square of the plane that is halved again and again: level l has 2^l columns from the west and 2^l rows from the south. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

export interface GridCell {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/** Columns and rows of this level still are exact 32-bit numbers. */
export const DEEPEST_LEVEL = 30;

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** How many cells a side of this level has. */
export const across = (level: number): number => 1 << level;

/** Positions on the northern and eastern edge of the square belong to its last cells. Doubling is exact: each level halves the one above it. */
export function gridColumn(at: number, from: number, side: number, level: number): number {
  const cells = across(level);
  return Math.min(Math.floor(((at - from) * cells) / side), cells - 1);
}

export function cellOf(square: Square, level: number, x: number, y: number): GridCell {
  return { level, column: gridColumn(x, square.x, square.side, level), row: gridColumn(y, square.y, square.side, level) };
}

export function boxOf({ x, y, side }: Square, { level, column, row }: GridCell): Box {
  const step = side / across(level);
  return { west: x + column * step, south: y + row * step, east: x + (column + 1) * step, north: y + (row + 1) * step };
}

export const cellName = ({ level, column, row }: GridCell): string => `${level},${column},${row}`;

/** Whether `inner` lies in `outer`: in one and the same cell of its level. */
export function contains(outer: GridCell, inner: GridCell): boolean {
  const shift = inner.level - outer.level;
  return shift >= 0 && inner.column >> shift === outer.column && inner.row >> shift === outer.row;
}

/** The positions of all users at one time. */
export interface Snapshot {
  readonly users: readonly string[];
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export function checkInside(square: Square, { users, x, y }: Snapshot): void {
  for (let at = 0; at < users.length; at += 1) {
    const [dx, dy] = [x[at] - square.x, y[at] - square.y];
    if (!(dx >= 0 && dx <= square.side && dy >= 0 && dy <= square.side))
      throw new BadInput(`position ${at + 1} of a snapshot lies outside the square; give a square that holds all positions`);
  }
}
