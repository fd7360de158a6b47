import { placeIn } from '../../../core/numeric/sorted.ts';
import { across, type GridCell } from './grid.ts';

/** Place of a cell in the order that keeps the cells of every region together: bits of column and row in turn. Up to level 16 it fits 32 bits. */
function zOf(column: number, row: number): number {
  return (spread(column) | (spread(row) << 1)) >>> 0;
}

/** 16 bits, with a 0 between each two. */
function spread(bits: number): number {
  let out = bits & 0xffff;
  out = (out | (out << 8)) & 0x00ff00ff;
  out = (out | (out << 4)) & 0x0f0f0f0f;
  out = (out | (out << 2)) & 0x33333333;
  return (out | (out << 1)) & 0x55555555;
}

/** The places of the cells of this level that lie in a region. */
function zRange({ level, column, row }: GridCell, deepest: number): { readonly from: number; readonly end: number } {
  const cells = across(deepest - level) * across(deepest - level);
  const from = zOf(column, row) * cells;
  return { from, end: from + cells };
}

export class ByRegion {
  readonly #deepest: number;
  readonly #order: Uint32Array;
  readonly #places: Float64Array;

  constructor(columns: ArrayLike<number>, rows: ArrayLike<number>, deepest: number) {
    this.#deepest = deepest;
    const places = Float64Array.from({ length: columns.length }, (_, at) => zOf(columns[at], rows[at]));
    this.#order = Uint32Array.from({ length: columns.length }, (_, at) => at).sort((a, b) => places[a] - places[b] || a - b);
    this.#places = Float64Array.from(this.#order, (at) => places[at]);
  }

  within(region: GridCell): Uint32Array {
    const { from, end } = zRange(region, this.#deepest);
    return this.#order.subarray(placeIn(this.#places, from), placeIn(this.#places, end));
  }
}
