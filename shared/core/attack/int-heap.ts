/** Whole numbers, the least first: a binary heap. */
export class IntHeap {
  readonly #heap: number[] = [];

  get size(): number {
    return this.#heap.length;
  }

  push(value: number): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(value);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent] <= value) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = value;
  }

  /** Takes the least out. The heap must hold one. */
  pop(): number {
    const heap = this.#heap;
    const least = heap[0];
    const last = heap.pop() as number;
    if (heap.length === 0) return least;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1] < heap[child]) child += 1;
      if (heap[child] >= last) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return least;
  }
}
