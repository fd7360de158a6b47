import { type QuasiRecords, quasiHolders, quasiOf } from './quasi-records.ts';

/**
 * The transactions in reverse Cuthill-McKee order, so that those who share quasi-items stand near each other. Two transactions are joined once for
 * each quasi-item that they share; no pair is stored: a search asks each item for its holders once, so one search costs the occurrences.
 */
export function bandOrder(records: QuasiRecords): Uint32Array {
  const search = new Search(records);
  const order: number[] = [];
  const placed = new Uint8Array(records.transactions);
  for (let t = 0; t < records.transactions; t += 1) {
    if (placed[t] === 1 || quasiOf(records, t).length === 0) continue;
    let levels = search.from(t);
    let start = search.leastDegree(levels.order);
    levels = search.from(start);
    // A deeper search gives a narrower band: begin at the far end as long as that is farther.
    for (;;) {
      const far = search.leastDegree(levels.order.slice(levels.lastLevel));
      const deeper = search.from(far);
      if (deeper.depth <= levels.depth) break;
      start = far;
      levels = deeper;
    }
    const component = search.from(start).order;
    for (const each of component) placed[each] = 1;
    for (const each of component.reverse()) order.push(each);
  }
  for (let t = 0; t < records.transactions; t += 1) if (placed[t] === 0) order.push(t);
  return equalSetsInFileOrder(records, Uint32Array.from(order));
}

interface Levels {
  readonly order: number[];
  readonly lastLevel: number;
  readonly depth: number;
}

class Search {
  readonly #records: QuasiRecords;
  readonly #starts: Uint32Array;
  readonly #holders: Uint32Array;
  readonly #degree: Float64Array;
  readonly #seen: Uint32Array;
  readonly #asked: Uint32Array;
  #round = 0;

  constructor(records: QuasiRecords) {
    const { starts, holders } = quasiHolders(records);
    this.#records = records;
    this.#starts = starts;
    this.#holders = holders;
    this.#seen = new Uint32Array(records.transactions);
    this.#asked = new Uint32Array(records.quasiNames.length);
    this.#degree = Float64Array.from({ length: records.transactions }, (_, t) =>
      quasiOf(records, t).reduce((total, item) => total + starts[item + 1] - starts[item] - 1, 0),
    );
  }

  /** Of several of the least degree the first in the file. */
  leastDegree(transactions: readonly number[]): number {
    return transactions.reduce((best, t) => {
      const less = this.#degree[t] - this.#degree[best];
      return less < 0 || (less === 0 && t < best) ? t : best;
    });
  }

  /** Breadth first, the unvisited neighbours of each by degree and then in the order of the file. */
  from(start: number): Levels {
    this.#round += 1;
    const order = [start];
    this.#seen[start] = this.#round;
    let [level, lastLevel, depth] = [1, 0, 0];
    for (let at = 0; at < order.length; at += 1) {
      if (at === level) {
        lastLevel = at;
        level = order.length;
        depth += 1;
      }
      for (const next of this.#unvisited(order[at])) order.push(next);
    }
    return { order, lastLevel, depth };
  }

  #unvisited(t: number): readonly number[] {
    const found: number[] = [];
    for (const item of quasiOf(this.#records, t)) {
      // Whoever holds an item that was asked before has been visited.
      if (this.#asked[item] === this.#round) continue;
      this.#asked[item] = this.#round;
      for (let at = this.#starts[item]; at < this.#starts[item + 1]; at += 1) {
        const other = this.#holders[at];
        if (this.#seen[other] === this.#round) continue;
        this.#seen[other] = this.#round;
        found.push(other);
      }
    }
    return found.sort((a, b) => this.#degree[a] - this.#degree[b] || a - b);
  }
}

function equalSetsInFileOrder(records: QuasiRecords, order: Uint32Array): Uint32Array {
  const places = Map.groupBy(order.keys(), (place) => quasiOf(records, order[place]).join(' '));
  const mended = order.slice();
  for (const equal of places.values()) {
    const sorted = equal.map((place) => order[place]).sort((a, b) => a - b);
    for (const [at, place] of equal.entries()) mended[place] = sorted[at];
  }
  return mended;
}
