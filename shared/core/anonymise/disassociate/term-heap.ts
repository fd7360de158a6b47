/**
 * Terms by count, greatest first, of equal counts the lowest number first. Counts only fall while a heap lives: a term keeps
 * the count under which it was put in and is put in again when it comes up with an old one, so a fall costs nothing at once.
 */
export class TermHeap {
  readonly #terms: number[] = [];
  readonly #keys: number[] = [];

  push(term: number, count: number): void {
    let at = this.#terms.length;
    this.#terms.push(term);
    this.#keys.push(count);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#before(at, above)) return;
      this.#swap(at, above);
      at = above;
    }
  }

  /** The next term whose count is still what it was put in with; -1 when there is none left. */
  pop(countOf: (term: number) => number): number {
    for (;;) {
      const term = this.#terms[0];
      if (term === undefined) return -1;
      const key = this.#keys[0] as number;
      this.#removeFirst();
      const count = countOf(term);
      if (count === key) return term;
      if (count > 0) this.push(term, count);
    }
  }

  #removeFirst(): void {
    const term = this.#terms.pop() as number;
    const key = this.#keys.pop() as number;
    const size = this.#terms.length;
    if (size === 0) return;
    this.#terms[0] = term;
    this.#keys[0] = key;
    for (let at = 0; ; ) {
      let first = at;
      for (const below of [2 * at + 1, 2 * at + 2]) if (below < size && this.#before(below, first)) first = below;
      if (first === at) return;
      this.#swap(at, first);
      at = first;
    }
  }

  #before(a: number, b: number): boolean {
    const difference = (this.#keys[a] as number) - (this.#keys[b] as number);
    return difference > 0 || (difference === 0 && (this.#terms[a] as number) < (this.#terms[b] as number));
  }

  #swap(a: number, b: number): void {
    [this.#terms[a], this.#terms[b]] = [this.#terms[b] as number, this.#terms[a] as number];
    [this.#keys[a], this.#keys[b]] = [this.#keys[b] as number, this.#keys[a] as number];
  }
}
