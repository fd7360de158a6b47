import { compareCodePoints } from './code-points.ts';
import type { Transaction } from './transaction.ts';

/** Above this share of sorted transactions, position carries nothing, and the context is `all`. */
const SORTED_SHARE = 0.95;

export interface OrderFinding {
  /** Transactions with at least two items published alone: those that have an order. */
  readonly transactions: number;
  /** How many of them are sorted, in the one order that sorts most. */
  readonly sorted: number;
  readonly carriesNothing: boolean;
}

/**
 * Whether the items of the transactions are sorted: all in the same one of six orders, rising or falling by code points,
 * by code points without case, or by number. Looks at the items published alone: a generalised item stands where its first
 * original stood, whichever of its members that was.
 */
export class OrderCheck {
  #transactions = 0;
  readonly #sorted = [0, 0, 0, 0, 0, 0];

  add({ items }: Transaction): void {
    const alone = items.filter((item) => typeof item === 'string');
    if (alone.length < 2) return;
    this.#transactions += 1;
    this.#count(0, alone, compareCodePoints);
    this.#count(
      2,
      alone.map((item) => item.toLowerCase()),
      compareCodePoints,
    );
    if (alone.every((item) => /^-?\d+$/.test(item))) this.#count(4, alone.map(Number), (a, b) => a - b);
  }

  finding(): OrderFinding {
    const sorted = Math.max(...this.#sorted);
    return { transactions: this.#transactions, sorted, carriesNothing: sorted > SORTED_SHARE * this.#transactions };
  }

  #count<T>(order: number, values: readonly T[], compare: (a: T, b: T) => number): void {
    let rising = true;
    let falling = true;
    for (let at = 1; at < values.length && (rising || falling); at += 1) {
      const step = compare(values[at - 1], values[at]);
      rising &&= step <= 0;
      falling &&= step >= 0;
    }
    if (rising) this.#sorted[order] = (this.#sorted[order] ?? 0) + 1;
    if (falling) this.#sorted[order + 1] = (this.#sorted[order + 1] ?? 0) + 1;
  }
}
