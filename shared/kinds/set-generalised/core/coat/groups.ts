import { type ItemIndex, postings } from '../../../../core/model/item-index.ts';
import type { UtilityConstraint } from './policy.ts';

export const SUPPRESSED = -1;

/** 0 (alike) to 1. */
export type SemanticDistance = (a: string, b: string) => number;

/**
 * The state of COAT: which items stand for one another so far. A group is named by one of its items; a group of one is
 * an item that is published as it is.
 */
export class Groups {
  readonly index: ItemIndex;
  readonly groupOf: Int32Array;
  readonly lists: Uint32Array[];
  /** Size and support of each group, as arrays for the hot loop. */
  readonly sizes: Uint32Array;
  readonly supports: Uint32Array;
  suppressed = 0;
  readonly #members: number[][];
  /** Sum of the members' pairwise distances: the weight is their mean. */
  readonly #distances: Float64Array;
  readonly #semantic: SemanticDistance | undefined;
  /**
   * Groups by utility constraint, shelved by size and support, in order of their first member's place. Groups of a shelf lose the same when merged
   * with a group they share no transaction with.
   */
  readonly #shelves: Map<number, number[]>[];
  readonly #constraintOf: Int32Array;
  readonly #place: Uint32Array;

  constructor(index: ItemIndex, utility: readonly UtilityConstraint[], semantic: SemanticDistance | undefined) {
    this.index = index;
    this.groupOf = Int32Array.from(index.names, (_, item) => item);
    this.lists = [...postings(index)];
    this.sizes = new Uint32Array(index.names.length).fill(1);
    this.supports = Uint32Array.from(this.lists, (list) => list.length);
    this.#members = index.names.map((_, item) => [item]);
    this.#distances = new Float64Array(index.names.length);
    this.#semantic = semantic;
    this.#constraintOf = new Int32Array(index.names.length).fill(-1);
    this.#place = new Uint32Array(index.names.length);
    this.#shelves = utility.map(() => new Map());
    for (const [at, set] of utility.entries()) {
      for (const [place, name] of set.entries()) {
        const item = index.numberOf.get(name);
        // Items of no transaction are ignored.
        if (item === undefined) continue;
        this.#constraintOf[item] = at;
        this.#place[item] = place;
        this.#shelve(item);
      }
    }
  }

  members(group: number): readonly number[] {
    return this.#members[group] ?? [];
  }

  mayMerge(a: number, b: number): boolean {
    return a !== b && this.#constraintOf[a] === this.#constraintOf[b] && this.#constraintOf[a] !== -1;
  }

  placeOf(group: number): number {
    return this.#place[group];
  }

  shelvesOf(group: number): Iterable<readonly number[]> {
    return this.#shelves[this.#constraintOf[group]]?.values() ?? [];
  }

  get weighted(): boolean {
    return this.#semantic !== undefined;
  }

  mergedWeight(a: number, b: number): number {
    if (this.#semantic === undefined) return 1;
    const size = this.members(a).length + this.members(b).length;
    return this.#mergedDistances(a, b, this.#semantic) / ((size * (size - 1)) / 2);
  }

  merge(a: number, b: number): void {
    const [kept, gone] = this.placeOf(a) < this.placeOf(b) ? [a, b] : [b, a];
    this.#unshelve(kept);
    if (this.#semantic !== undefined) this.#distances[kept] = this.#mergedDistances(a, b, this.#semantic);
    for (const item of this.members(gone)) this.groupOf[item] = kept;
    this.#members[kept] = [...this.members(kept), ...this.members(gone)];
    this.lists[kept] = union(this.lists[kept], this.lists[gone]);
    this.sizes[kept] = this.members(kept).length;
    this.supports[kept] = this.lists[kept].length;
    this.#drop(gone);
    this.#shelve(kept);
  }

  suppress(group: number): void {
    for (const item of this.members(group)) this.groupOf[item] = SUPPRESSED;
    this.suppressed += this.members(group).length;
    this.#drop(group);
  }

  #drop(group: number): void {
    this.#unshelve(group);
    this.lists[group] = new Uint32Array(0);
  }

  #shelve(group: number): void {
    const shelves = this.#shelves[this.#constraintOf[group]];
    if (shelves === undefined) return;
    const shelf = shelves.get(this.#keyOf(group));
    if (shelf === undefined) shelves.set(this.#keyOf(group), [group]);
    else shelf.splice(this.#positionIn(shelf, group), 0, group);
  }

  #unshelve(group: number): void {
    const shelves = this.#shelves[this.#constraintOf[group]];
    const shelf = shelves?.get(this.#keyOf(group));
    if (shelves === undefined || shelf === undefined) return;
    shelf.splice(this.#positionIn(shelf, group), 1);
    if (shelf.length === 0) shelves.delete(this.#keyOf(group));
  }

  #keyOf(group: number): number {
    return this.sizes[group] * 0x100000000 + this.supports[group];
  }

  #positionIn(shelf: readonly number[], group: number): number {
    let [low, high] = [0, shelf.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.placeOf(shelf[middle]) < this.placeOf(group)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #mergedDistances(a: number, b: number, semantic: SemanticDistance): number {
    let total = this.#distances[a] + this.#distances[b];
    for (const x of this.members(a)) {
      for (const y of this.members(b)) total += semantic(this.index.names[x], this.index.names[y]);
    }
    return total;
  }
}

export function union(a: Uint32Array, b: Uint32Array): Uint32Array {
  const both = new Uint32Array(a.length + b.length);
  let size = 0;
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const x = a[i] ?? Infinity;
    const y = b[j] ?? Infinity;
    both[size] = Math.min(x, y);
    size += 1;
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return both.slice(0, size);
}
