import type { Queued } from './watch.ts';

/** Tasks that come while others run. */
export class TaskQueue {
  readonly #waiting: Queued[] = [];
  #wake: (() => void) | null = null;
  #ended = false;

  add(task: Queued): void {
    this.#waiting.push(task);
    this.#wake?.();
  }

  /** After what is in it. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *tasks(): AsyncGenerator<Queued> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
