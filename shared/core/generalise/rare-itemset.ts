import type { Recoding } from './recoding.ts';

/**
 * Finds itemsets of the cut's nodes that fewer than k transactions hold, depth first: the transactions that hold a node are
 * walked once to count the nodes next to it, then those that hold both, and so on. Memory: one such path.
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
    return this.#search([node], this.#recoding.holders[node], size, true);
  }

  /** The same among all nodes, wherever they stand: for what contains `node`. */
  around(node: number, size: number): readonly number[] | null {
    return this.#search([node], this.#recoding.holders[node], size, false);
  }

  #search(path: readonly number[], holders: Uint32Array, size: number, onlyLater: boolean): readonly number[] | null {
    const support = holders.length;
    if (support === 0) return null;
    if (path.length === size) return support < this.#k ? path : null;
    const beside = this.#beside(path, holders, onlyLater);
    const counts = this.#counts[path.length];
    let found: readonly number[] | null = null;
    for (const other of beside) {
      const count = counts[other];
      counts[other] = 0;
      if (found !== null) continue;
      if (path.length + 1 === size) {
        if (count < this.#k) found = [...path, other];
      } else found = this.#search([...path, other], this.#both(holders, other), size, onlyLater);
    }
    return found;
  }

  /** Nodes that co-occur with the path, in hierarchy order; their counts are in the level's array. */
  #beside(path: readonly number[], holders: Uint32Array, onlyLater: boolean): readonly number[] {
    const { nodes, starts, lengths, hierarchy } = this.#recoding;
    this.#counts[path.length] ??= new Uint32Array(hierarchy.names.length);
    const counts = this.#counts[path.length];
    const beside: number[] = [];
    const last = hierarchy.first[path.at(-1) as number];
    // The first node of a path may be anywhere; those after it are in order.
    const from = onlyLater || path.length > 1 ? last : -1;
    for (const t of holders) {
      const start = starts[t];
      for (let at = start; at < start + lengths[t]; at += 1) {
        const node = nodes[at];
        if (hierarchy.first[node] <= from || node === path[0]) continue;
        if (counts[node] === 0) beside.push(node);
        counts[node] += 1;
      }
    }
    return beside.sort((a, b) => hierarchy.first[a] - hierarchy.first[b]);
  }

  #both(holders: Uint32Array, node: number): Uint32Array {
    const { nodes, starts, lengths } = this.#recoding;
    return holders.filter((t) => {
      const start = starts[t];
      for (let at = start; at < start + lengths[t]; at += 1) if (nodes[at] === node) return true;
      return false;
    });
  }
}

/**
 * Cache for one node of the cut: the later nodes, and how many transactions hold both. A climb asks for one node repeatedly while it raises others;
 * each raise changes one entry, so the row is updated, not recounted.
 */
export class PairRow {
  readonly #recoding: Recoding;
  readonly #counts: Uint32Array;
  readonly #holds: Uint8Array;
  /** Later nodes in order; those with a count of 0 have left the cut. */
  #beside: number[] = [];
  #node = -1;
  #raises = -1;

  constructor(recoding: Recoding) {
    this.#recoding = recoding;
    this.#counts = new Uint32Array(recoding.hierarchy.names.length);
    this.#holds = new Uint8Array(recoding.lengths.length);
  }

  /** The first later node that some but fewer than k transactions hold together with this one; -1 when there is none. */
  firstRare(node: number, k: number): number {
    if (this.#node !== node || this.#recoding.raises > this.#raises + 1) this.#count(node);
    else if (this.#recoding.raises === this.#raises + 1) this.#mend();
    this.#raises = this.#recoding.raises;
    return this.#beside.find((other) => this.#counts[other] > 0 && this.#counts[other] < k) ?? -1;
  }

  #count(node: number): void {
    const { nodes, starts, lengths, holders, hierarchy } = this.#recoding;
    for (const other of this.#beside) this.#counts[other] = 0;
    this.#holds.fill(0);
    this.#beside = [];
    const from = hierarchy.first[node];
    for (const t of holders[node]) {
      this.#holds[t] = 1;
      const start = starts[t];
      for (let at = start; at < start + lengths[t]; at += 1) {
        const other = nodes[at];
        if (hierarchy.first[other] <= from) continue;
        if (this.#counts[other] === 0) this.#beside.push(other);
        this.#counts[other] += 1;
      }
    }
    this.#beside.sort((a, b) => hierarchy.first[a] - hierarchy.first[b]);
    this.#node = node;
  }

  /** After one raise: the raised node replaces all below it. */
  #mend(): void {
    const { holders, hierarchy, lastRaised } = this.#recoding;
    const [first, end] = [hierarchy.first[lastRaised], hierarchy.end[lastRaised]];
    const isBelow = (other: number): boolean => hierarchy.first[other] >= first && hierarchy.first[other] < end;
    let at = this.#beside.findIndex(isBelow);
    for (const other of this.#beside) if (isBelow(other)) this.#counts[other] = 0;
    this.#beside = this.#beside.filter((other) => !isBelow(other));
    if (first <= hierarchy.first[this.#node]) return;
    let together = 0;
    for (const t of holders[lastRaised]) together += this.#holds[t];
    if (together === 0) return;
    this.#counts[lastRaised] = together;
    if (at === -1) at = this.#beside.findIndex((other) => hierarchy.first[other] > first);
    this.#beside.splice(at === -1 ? this.#beside.length : at, 0, lastRaised);
  }
}
