import { countPairs } from './pair-counts.ts';
import type { PieceList } from './piece-list.ts';

type Lists = (PieceList | null)[];

/** Counts the pairs of a batch whose lists do not fit in memory: terms are cut into blocks, and two blocks are held at a time. */
export class BlockedPairs {
  /** First term of each block, then the number of terms. */
  readonly #bounds: number[];
  readonly #pairs: Uint32Array;

  constructor(terms: number, pairs: Uint32Array) {
    this.#bounds = [0, terms];
    this.#pairs = pairs;
  }

  get count(): number {
    return this.#bounds.length - 1;
  }

  /** Starts a new block at this term. */
  begin(term: number): void {
    this.#bounds.splice(-1, 0, term);
  }

  /** `listsOf` reads the lists of a range of terms. */
  async countAll(listsOf: (from: number, to: number) => Promise<Lists>, size: number): Promise<Float64Array> {
    const counts = new Float64Array(this.#pairs.length / 2);
    const inBlocks = this.#inBlocks();
    for (let a = 0; a < this.count; a += 1) {
      const [start, end] = this.#range(a);
      const first = await listsOf(start, end);
      for (let b = a; b < this.count; b += 1) {
        const chosen = inBlocks.get(a * this.count + b);
        if (chosen === undefined) continue;
        const [otherStart, otherEnd] = this.#range(b);
        const other = b === a ? [] : await listsOf(otherStart, otherEnd);
        const placeOf = (term: number): number => (term >= start && term < end ? term - start : first.length + term - otherStart);
        const pairs = Uint32Array.from(chosen.flatMap((pair) => [placeOf(this.#pairs[2 * pair]), placeOf(this.#pairs[2 * pair + 1])]));
        const counted = countPairs([...first, ...other], pairs, size);
        for (const [at, pair] of chosen.entries()) counts[pair] = counted[at];
      }
    }
    return counts;
  }

  #range(block: number): [number, number] {
    return [this.#bounds[block], this.#bounds[block + 1]];
  }

  /** Numbers of the pairs by their two blocks, the lower block first in the key. */
  #inBlocks(): Map<number, number[]> {
    const blockOf = new Uint32Array(this.#bounds[this.count]);
    for (let block = 0; block < this.count; block += 1) blockOf.fill(block, ...this.#range(block));
    const found = new Map<number, number[]>();
    for (let pair = 0; pair < this.#pairs.length / 2; pair += 1) {
      const x = blockOf[this.#pairs[2 * pair]];
      const y = blockOf[this.#pairs[2 * pair + 1]];
      const key = Math.min(x, y) * this.count + Math.max(x, y);
      const pairs = found.get(key);
      if (pairs === undefined) found.set(key, [pair]);
      else pairs.push(pair);
    }
    return found;
  }
}
