import { IntHeap } from '../../attack/int-heap.ts';
import { groupRows } from '../model/grouping.ts';
import { leavesOf } from '../model/hierarchy.ts';
import type { Recodable } from './recodable.ts';

interface MuArgusResult {
  readonly levels: readonly number[];
  /** Record and column of each suppressed cell, in the order of suppression. */
  readonly suppressed: readonly (readonly [record: number, column: number])[];
}

/**
 * mu-Argus (Hundepool and Willenborg, 1996): each column up until its values occur k times, then pairs and triples of cells that occur
 * fewer than k times: of all cells the one in most of them is suppressed, then the first by record and column, until there are none.
 * Combinations of more than three columns are not looked at, so that its output may not be k-anonymous: the checks say so.
 */
export function muArgus(data: Recodable, k: number): MuArgusResult {
  const levels = data.columns.map(({ hierarchy, leaf }) => {
    for (let level = 0; level < hierarchy.top; level += 1) {
      const counts = new Int32Array(leavesOf(hierarchy, level).length);
      const labels = hierarchy.codes[level] as Int32Array;
      for (const value of leaf) counts[labels[value] as number] = (counts[labels[value] as number] as number) + 1;
      if (counts.every((count) => count === 0 || count >= k)) return level;
    }
    return hierarchy.top;
  });
  const cells = data.columns.map(({ hierarchy, leaf }, at) => {
    const labels = hierarchy.codes[levels[at] as number] as Int32Array;
    return leaf.map((value) => labels[value] as number);
  });
  const sizes = data.columns.map(({ hierarchy }, at) => hierarchy.labels[levels[at] as number]?.length ?? 1);
  return { levels, suppressed: new RareCombinations(cells, sizes, data.rows, k).suppressAll() };
}

/** Combinations of two or three columns with the records of each of their groups; a suppressed cell leaves its groups. */
class RareCombinations {
  readonly #rows: number;
  readonly #width: number;
  readonly #k: number;
  readonly #combinations: {
    readonly columns: readonly number[];
    readonly of: Int32Array;
    readonly sizes: Int32Array;
    readonly starts: Int32Array;
    readonly members: Int32Array;
  }[] = [];
  /** For each cell, in how many rare combinations it stands. */
  readonly #rare: Int32Array;
  /** Cells by that number, greatest first; an entry that is out of date is passed over. */
  readonly #queue: IntHeap[] = [];

  constructor(cells: readonly Int32Array[], sizes: readonly number[], rows: number, k: number) {
    this.#rows = rows;
    this.#width = cells.length;
    this.#k = k;
    this.#rare = new Int32Array(rows * cells.length);
    for (const columns of combinations(cells.length)) {
      const { of, count } = groupRows(
        rows,
        columns.map((at) => ({ codes: cells[at] as Int32Array, size: sizes[at] as number })),
      );
      const groupSizes = new Int32Array(count);
      for (const group of of) groupSizes[group] = (groupSizes[group] as number) + 1;
      const starts = new Int32Array(count + 1);
      for (let group = 0; group < count; group += 1) starts[group + 1] = (starts[group] as number) + (groupSizes[group] as number);
      const members = new Int32Array(rows);
      const next = starts.slice();
      for (let row = 0; row < rows; row += 1) {
        const group = of[row] as number;
        members[next[group] as number] = row;
        next[group] = (next[group] as number) + 1;
      }
      this.#combinations.push({ columns, of, sizes: groupSizes, starts, members });
    }
  }

  suppressAll(): (readonly [number, number])[] {
    for (const { columns, of, sizes } of this.#combinations) {
      for (let row = 0; row < this.#rows; row += 1) if ((sizes[of[row] as number] as number) < this.#k) this.#change(row, columns, 1);
    }
    for (const cell of this.#rare.keys()) this.#enqueue(cell);
    const suppressed: (readonly [number, number])[] = [];
    for (let cell = this.#next(); cell !== null; cell = this.#next()) {
      const [row, column] = [Math.floor(cell / this.#width), cell % this.#width];
      suppressed.push([row, column]);
      this.#suppress(row, column);
    }
    return suppressed;
  }

  #change(row: number, columns: readonly number[], by: 1 | -1): void {
    for (const column of columns) {
      const cell = row * this.#width + column;
      this.#rare[cell] = (this.#rare[cell] as number) + by;
    }
  }

  #enqueue(cell: number): void {
    const count = this.#rare[cell] as number;
    if (count === 0) return;
    const queue = this.#queue[count] ?? new IntHeap();
    this.#queue[count] = queue;
    queue.push(cell);
  }

  /** The cell in most rare combinations, first by record and column; null when none is left. */
  #next(): number | null {
    for (let count = this.#queue.length - 1; count > 0; count -= 1) {
      const queue = this.#queue[count];
      while (queue !== undefined && queue.size > 0) {
        const cell = queue.pop();
        if (this.#rare[cell] === count) return cell;
      }
      this.#queue.length = count;
    }
    return null;
  }

  #suppress(row: number, column: number): void {
    for (const { columns, of, sizes, starts, members } of this.#combinations) {
      if (!columns.includes(column)) continue;
      const group = of[row] as number;
      if (group < 0) continue;
      of[row] = -1;
      const size = (sizes[group] as number) - 1;
      sizes[group] = size;
      if (size + 1 < this.#k) this.#touch(row, columns, -1);
      // What the record leaves may have become rare by it.
      if (size + 1 !== this.#k) continue;
      for (let at = starts[group] as number; at < (starts[group + 1] as number); at += 1) {
        const other = members[at] as number;
        if (of[other] === group) this.#touch(other, columns, 1);
      }
    }
  }

  #touch(row: number, columns: readonly number[], by: 1 | -1): void {
    this.#change(row, columns, by);
    for (const column of columns) this.#enqueue(row * this.#width + column);
  }
}

function combinations(width: number): number[][] {
  const found: number[][] = [];
  for (let a = 0; a < width; a += 1) {
    for (let b = a + 1; b < width; b += 1) {
      found.push([a, b]);
      for (let c = b + 1; c < width; c += 1) found.push([a, b, c]);
    }
  }
  return found;
}
