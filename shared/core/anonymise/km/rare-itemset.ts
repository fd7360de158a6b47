import { PairRow } from './pair-row.ts';
import type { Recoding } from './recoding.ts';

/**
 * Finds itemsets of the cut's nodes that fewer than k transactions hold, depth first: the transactions that hold a node are
 * walked once to count what stands beside it, then those that hold both, and so on. Only as much memory as one such
 * path needs.
 */
export class RareItemsets {
  readonly #recoding: Recoding;
  readonly #k: number;
  readonly #counts: Uint32Array[] = [];
  readonly #pairs: PairRow;

  constructor(recoding: Recoding, k: number) {
    this.#recoding = recoding;
    this.#k = k;
    this.#pairs = new PairRow(recoding);
  }

  /** The first itemset of `size` nodes, `node` and later ones of the hierarchy, that is held too rarely; null when none is. */
  after(node: number, size: number): readonly number[] | null {
    if (size === 2) {
      const other = this.#pairs.firstRare(node, this.#k);
      return other === -1 ? null : [node, other];
    }
    return this.#search([node], this.#recoding.holders[node] as Uint32Array, size, true);
  }

  /** The same among all nodes, wherever they stand: for what contains `node`. */
  around(node: number, size: number): readonly number[] | null {
    return this.#search([node], this.#recoding.holders[node] as Uint32Array, size, false);
  }

  #search(path: readonly number[], holders: Uint32Array, size: number, onlyLater: boolean): readonly number[] | null {
    const support = holders.length;
    if (support === 0) return null;
    if (path.length === size) return support < this.#k ? path : null;
    const beside = this.#beside(path, holders, onlyLater);
    const counts = this.#counts[path.length] as Uint32Array;
    let found: readonly number[] | null = null;
    for (const other of beside) {
      const count = counts[other] as number;
      counts[other] = 0;
      if (found !== null) continue;
      if (path.length + 1 === size) {
        if (count < this.#k) found = [...path, other];
      } else found = this.#search([...path, other], this.#both(holders, other), size, onlyLater);
    }
    return found;
  }

  /** The nodes beside the path in the order of the hierarchy, their counts left in the level's array. */
  #beside(path: readonly number[], holders: Uint32Array, onlyLater: boolean): readonly number[] {
    const { nodes, starts, lengths, hierarchy } = this.#recoding;
    this.#counts[path.length] ??= new Uint32Array(hierarchy.names.length);
    const counts = this.#counts[path.length] as Uint32Array;
    const beside: number[] = [];
    const last = hierarchy.first[path.at(-1) as number] as number;
    // A node that stands wherever it likes is first in the path; those after it are in order among themselves.
    const from = onlyLater || path.length > 1 ? last : -1;
    for (const t of holders) {
      const start = starts[t] as number;
      for (let at = start; at < start + (lengths[t] as number); at += 1) {
        const node = nodes[at] as number;
        if ((hierarchy.first[node] as number) <= from || node === path[0]) continue;
        if (counts[node] === 0) beside.push(node);
        counts[node] = (counts[node] as number) + 1;
      }
    }
    return beside.sort((a, b) => (hierarchy.first[a] as number) - (hierarchy.first[b] as number));
  }

  #both(holders: Uint32Array, node: number): Uint32Array {
    const { nodes, starts, lengths } = this.#recoding;
    return holders.filter((t) => {
      const start = starts[t] as number;
      for (let at = start; at < start + (lengths[t] as number); at += 1) if (nodes[at] === node) return true;
      return false;
    });
  }
}
