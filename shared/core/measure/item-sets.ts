import { isGeneralised, type Transaction } from '../model/transaction.ts';

/** What a transaction supports: items alone and in generalised items, each once, and those of them that stand in a generalised item. */
interface Supported {
  readonly ids: Int32Array;
  readonly all: ReadonlySet<number>;
  readonly generalised: ReadonlySet<number>;
}

/**
 * Items as whole numbers, the same for the same item in all releases that share the book, and what it was asked of transactions that are still there:
 * every attack is measured beside the same release and the same original.
 */
export class ItemBook {
  readonly #ids = new Map<string, number>();
  readonly #supported = new WeakMap<Transaction, Supported>();

  get size(): number {
    return this.#ids.size;
  }

  /** An entry that is a list is a generalised item even when an attack has left it a single member. */
  supported(transaction: Transaction): Supported {
    const known = this.#supported.get(transaction);
    if (known !== undefined) return known;
    const all = new Set<number>();
    const generalised = new Set<number>();
    for (const entry of transaction.items) {
      if (!isGeneralised(entry)) {
        all.add(this.#id(entry));
        continue;
      }
      for (const item of entry) {
        const id = this.#id(item);
        all.add(id);
        generalised.add(id);
      }
    }
    const supported = { ids: Int32Array.from(all), all, generalised };
    this.#supported.set(transaction, supported);
    return supported;
  }

  #id(item: string): number {
    const known = this.#ids.get(item);
    if (known !== undefined) return known;
    this.#ids.set(item, this.#ids.size);
    return this.#ids.size - 1;
  }
}
