import type { Hierarchy } from '../model/hierarchy.ts';
import { type ItemIndex, postings } from '../model/item-index.ts';

/**
 * Transactions recoded to a cut through the hierarchy: each leaf is published as the one node of the cut above it. A cut is
 * moved up (`raise`: a node and all below its parent become the parent) and down (`split`). Transactions are kept as runs of
 * nodes in one array, in the order of the original's places, without repeats.
 */
export class Recoding {
  readonly hierarchy: Hierarchy;
  /** 1 for the nodes of the cut. */
  readonly inCut: Uint8Array;
  /** For each node of the cut the transactions that hold it, ascending; for each leaf always the original's. */
  readonly holders: Uint32Array[];
  readonly nodes: Uint32Array;
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  /** Number of calls of `raise`, and the node that it put into the cut last: for caches of the cut. */
  raises = 0;
  lastRaised = -1;
  readonly #index: ItemIndex;
  readonly #leafOf: Uint32Array;
  readonly #cutAbove: Uint32Array;
  /** NCP of one node of the cut: leaves under it / all leaves * its share of occurrences; 0 for a leaf. */
  readonly #penalty: Float64Array;
  readonly #lastSeen: Uint32Array;
  #turn = 0;

  constructor(index: ItemIndex, hierarchy: Hierarchy, leafOf: Uint32Array) {
    this.hierarchy = hierarchy;
    this.#index = index;
    this.#leafOf = leafOf;
    const size = hierarchy.names.length;
    this.inCut = new Uint8Array(size).fill(1, 0, hierarchy.leaves);
    this.#cutAbove = Uint32Array.from({ length: hierarchy.leaves }, (_, leaf) => leaf);
    this.holders = Array.from({ length: size }, () => EMPTY);
    for (const [item, list] of postings(index).entries()) this.holders[leafOf[item]] = list;
    this.nodes = Uint32Array.from(index.items, (item) => leafOf[item]);
    this.starts = index.starts;
    this.lengths = Uint32Array.from({ length: index.transactions }, (_, t) => index.starts[t + 1] - index.starts[t]);
    this.#penalty = penalties(hierarchy, index, leafOf);
    this.#lastSeen = new Uint32Array(size);
  }

  nodeAbove(leaf: number): number {
    return this.#cutAbove[leaf];
  }

  support(node: number): number {
    return this.holders[node]?.length ?? 0;
  }

  /** The nodes of the cut at or below a node, in order of their leaves. */
  *cut(below: number = this.hierarchy.root): Generator<number> {
    for (let leaf = this.hierarchy.first[below]; leaf < this.hierarchy.end[below]; ) {
      const node = this.#cutAbove[leaf];
      yield node;
      leaf = this.hierarchy.end[node];
    }
  }

  penalty(node: number): number {
    return this.#penalty[node];
  }

  /** NCP increase of raising a node; infinite for the root. */
  costOfRaising(node: number): number {
    const parent = this.hierarchy.parent[node];
    if (parent === -1) return Number.POSITIVE_INFINITY;
    let now = 0;
    for (const each of this.cut(parent)) now += this.penalty(each);
    return this.penalty(parent) - now;
  }

  ncp(): number {
    let total = 0;
    for (const node of this.cut()) total += this.penalty(node);
    return total;
  }

  /** Puts the parent of a node into the cut, in place of all below it, and gives the parent. */
  raise(node: number): number {
    const parent = this.hierarchy.parent[node];
    const below = [...this.cut(parent)];
    this.holders[parent] = this.#union(below);
    for (const each of below) {
      this.inCut[each] = 0;
      if (each >= this.hierarchy.leaves) this.holders[each] = EMPTY;
    }
    this.#place([parent]);
    this.#recode(this.holders[parent]);
    this.raises += 1;
    this.lastRaised = parent;
    return parent;
  }

  /** Puts the children of an inner node into the cut in its place. */
  split(node: number): readonly number[] {
    const children = this.hierarchy.children[node];
    const held = this.holders[node];
    this.inCut[node] = 0;
    this.holders[node] = EMPTY;
    for (const child of children) {
      if (child >= this.hierarchy.leaves) this.holders[child] = this.#union(this.#leavesUnder(child));
    }
    this.#place(children);
    this.#recode(held);
    return children;
  }

  #leavesUnder(node: number): number[] {
    const first = this.hierarchy.first[node];
    return Array.from({ length: this.hierarchy.end[node] - first }, (_, at) => first + at);
  }

  #place(nodes: readonly number[]): void {
    for (const node of nodes) {
      this.inCut[node] = 1;
      this.#cutAbove.fill(node, this.hierarchy.first[node], this.hierarchy.end[node]);
    }
  }

  #recode(transactions: Uint32Array): void {
    for (const t of transactions) {
      this.#turn += 1;
      const from = this.starts[t];
      let length = 0;
      for (let at = from; at < this.starts[t + 1]; at += 1) {
        const node = this.#cutAbove[this.#leafOf[this.#index.items[at]]];
        if (this.#lastSeen[node] === this.#turn) continue;
        this.#lastSeen[node] = this.#turn;
        this.nodes[from + length] = node;
        length += 1;
      }
      this.lengths[t] = length;
    }
  }

  #union(nodes: readonly number[]): Uint32Array {
    const lists = nodes.map((node) => this.holders[node]).filter((list) => list.length > 0);
    if (lists.length === 1) return lists[0];
    const all = new Uint32Array(lists.reduce((total, list) => total + list.length, 0));
    let size = 0;
    for (const list of lists) {
      all.set(list, size);
      size += list.length;
    }
    all.sort();
    return all.filter((transaction, at) => at === 0 || transaction !== all[at - 1]);
  }
}

const EMPTY = new Uint32Array(0);

function penalties(hierarchy: Hierarchy, index: ItemIndex, leafOf: Uint32Array): Float64Array {
  const before = new Float64Array(hierarchy.leaves + 1);
  for (const item of index.items) before[leafOf[item] + 1] += 1;
  for (let leaf = 0; leaf < hierarchy.leaves; leaf += 1) before[leaf + 1] += before[leaf];
  return Float64Array.from(hierarchy.names, (_, node) => {
    const [first, end] = [hierarchy.first[node], hierarchy.end[node]];
    const occurrences = before[end] - before[first];
    return end - first === 1 ? 0 : (((end - first) / hierarchy.leaves) * occurrences) / Math.max(1, index.items.length);
  });
}
