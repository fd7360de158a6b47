/**
 * Classes of transactions by which items of one constraint they hold. A constraint of r items has 2^r subsets, but the least support is always that
 * of a whole class, so the work depends on the number of classes, not on r. Class 0 holds none.
 */
export class HeldTogether {
  /** Class of each transaction, in a shared work array: valid until `release`. */
  readonly classOf: Uint32Array;
  readonly #words: number;
  readonly #masks: number[];
  readonly #touched: number[] = [];

  constructor(lists: readonly Uint32Array[], classOf: Uint32Array) {
    this.classOf = classOf;
    this.#words = Math.max(1, Math.ceil(lists.length / 32));
    this.#masks = new Array<number>(this.#words).fill(0);
    const next = new Map<number, number>();
    for (const [bit, list] of lists.entries()) {
      for (const transaction of list) {
        const from = classOf[transaction];
        if (from === 0) this.#touched.push(transaction);
        const step = from * lists.length + bit;
        let to = next.get(step);
        if (to === undefined) {
          to = this.#addClass(from, bit);
          next.set(step, to);
        }
        classOf[transaction] = to;
      }
    }
  }

  get classes(): number {
    return this.#masks.length / this.#words;
  }

  counts(): Uint32Array {
    const counts = new Uint32Array(this.classes);
    for (const transaction of this.#touched) {
      const which = this.classOf[transaction];
      counts[which] += 1;
    }
    return counts;
  }

  covers(larger: number, smaller: number): boolean {
    for (let word = 0; word < this.#words; word += 1) {
      const wanted = this.#masks[smaller * this.#words + word];
      if ((this.#masks[larger * this.#words + word] & wanted) !== wanted) return false;
    }
    return true;
  }

  holds(which: number, bit: number): boolean {
    return ((this.#masks[which * this.#words + (bit >>> 5)] >>> (bit & 31)) & 1) === 1;
  }

  /** Classes with transactions in `counts` whose items together have support below k. */
  below(k: number, counts: Uint32Array): readonly number[] {
    const present = [...counts.keys()].filter((which) => counts[which] > 0);
    return present.filter((which) => {
      let support = 0;
      for (const other of present) {
        if (this.covers(other, which)) support += counts[other];
        if (support >= k) return false;
      }
      return true;
    });
  }

  *transactionsCovering(which: number, without: Uint8Array): Generator<number> {
    for (const transaction of this.#touched) {
      if (without[transaction] === 0 && this.covers(this.classOf[transaction], which)) yield transaction;
    }
  }

  release(): void {
    for (const transaction of this.#touched) this.classOf[transaction] = 0;
  }

  #addClass(from: number, bit: number): number {
    const added = this.classes;
    for (let word = 0; word < this.#words; word += 1) this.#masks.push(this.#masks[from * this.#words + word]);
    const word = added * this.#words + (bit >>> 5);
    this.#masks[word] |= 1 << (bit & 31);
    return added;
  }
}
