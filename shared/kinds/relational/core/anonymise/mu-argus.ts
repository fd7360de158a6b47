import { IntHeap } from '../../../../core/attack/int-heap.ts';
import { type Classes, classesBy } from '../model/classes.ts';
import { groupRows } from '../model/grouping.ts';
import { leavesOf } from '../model/hierarchy.ts';
import type { Recodable } from './recodable.ts';

interface MuArgusResult {
  readonly levels: readonly number[];
  /** Suppressed cells, in order of suppression. */
  readonly suppressed: readonly (readonly [record: number, column: number])[];
}

/**
 * mu-Argus (Hundepool and Willenborg, 1996): raise each column until its values occur k times. Then suppress the cell that is in most pairs and
 * triples occurring fewer than k times (ties: first by record and column) until there are none. Larger combinations are not examined, so the output
 * may not be k-anonymous; the check tells.
 */
export function muArgus(data: Recodable, k: number): MuArgusResult {
  const levels = data.columns.map(({ hierarchy, leaf }) => {
    for (let level = 0; level < hierarchy.top; level += 1) {
      const counts = new Int32Array(leavesOf(hierarchy, level).length);
      const labels = hierarchy.codes[level];
      for (const value of leaf) counts[labels[value]] += 1;
      if (counts.every((count) => count === 0 || count >= k)) return level;
    }
    return hierarchy.top;
  });
  const cells = data.columns.map(({ hierarchy, leaf }, at) => {
    const labels = hierarchy.codes[levels[at]];
    return leaf.map((value) => labels[value]);
  });
  const sizes = data.columns.map(({ hierarchy }, at) => hierarchy.labels[levels[at]]?.length ?? 1);
  return { levels, suppressed: new RareCombinations(cells, sizes, data.rows, k).suppressAll() };
}

/** Pairs and triples of columns with the records of each combination of cells. A suppressed cell leaves its combinations. */
class RareCombinations {
  readonly #rows: number;
  readonly #width: number;
  readonly #k: number;
  readonly #combinations: (Classes & { readonly columns: readonly number[] })[] = [];
  /** For each cell the number of rare combinations it is in. */
  readonly #rare: Int32Array;
  /** Max-heaps of cells by that number; stale entries are skipped. */
  readonly #queue: IntHeap[] = [];

  constructor(cells: readonly Int32Array[], sizes: readonly number[], rows: number, k: number) {
    this.#rows = rows;
    this.#width = cells.length;
    this.#k = k;
    this.#rare = new Int32Array(rows * cells.length);
    for (const columns of combinations(cells.length)) {
      const { of, count } = groupRows(
        rows,
        columns.map((at) => ({ codes: cells[at], size: sizes[at] })),
      );
      this.#combinations.push({ columns, ...classesBy(of, count) });
    }
  }

  suppressAll(): (readonly [number, number])[] {
    for (const { columns, of, sizes } of this.#combinations) {
      for (let row = 0; row < this.#rows; row += 1) if (sizes[of[row]] < this.#k) this.#change(row, columns, 1);
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
      this.#rare[cell] += by;
    }
  }

  #enqueue(cell: number): void {
    const count = this.#rare[cell];
    if (count === 0) return;
    const queue = this.#queue[count] ?? new IntHeap();
    this.#queue[count] = queue;
    queue.push(cell);
  }

  /** The cell in most rare combinations (ties: first by record and column); null when none is left. */
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
      const group = of[row];
      if (group < 0) continue;
      of[row] = -1;
      const size = sizes[group] - 1;
      sizes[group] = size;
      if (size + 1 < this.#k) this.#touch(row, columns, -1);
      // The combination just dropped below k: all its cells became rarer.
      if (size + 1 !== this.#k) continue;
      for (let at = starts[group]; at < starts[group + 1]; at += 1) {
        const other = members[at];
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
