/** A line of values under a tournament: the greatest at once, a change or the first that is great enough in log n. */
export class MaxTree {
  readonly #leaves: number;
  readonly #tree: Float64Array;

  constructor(length: number) {
    let leaves = 1;
    while (leaves < length) leaves *= 2;
    this.#leaves = leaves;
    this.#tree = new Float64Array(2 * leaves).fill(Number.NEGATIVE_INFINITY);
  }

  get greatest(): number {
    return this.#tree[1];
  }

  at(index: number): number {
    return this.#tree[this.#leaves + index];
  }

  set(index: number, value: number): void {
    const tree = this.#tree;
    let at = this.#leaves + index;
    tree[at] = value;
    while (at > 1) {
      at >>= 1;
      const greater = Math.max(tree[2 * at], tree[2 * at + 1]);
      if (tree[at] === greater) return;
      tree[at] = greater;
    }
  }

  /** The first index whose value is great enough, which the greatest must be; what is enough for one is for all above it. */
  first(enough: (value: number) => boolean): number {
    let at = 1;
    while (at < this.#leaves) at = enough(this.#tree[2 * at]) ? 2 * at : 2 * at + 1;
    return at - this.#leaves;
  }
}
