import { isGeneralised, type Transaction } from '../model/transaction.ts';

/** Items as whole numbers, the same for the same item in all releases that share the book. */
export class ItemBook {
  readonly #ids = new Map<string, number>();

  get size(): number {
    return this.#ids.size;
  }

  id(item: string): number {
    const known = this.#ids.get(item);
    if (known !== undefined) return known;
    this.#ids.set(item, this.#ids.size);
    return this.#ids.size - 1;
  }
}

/**
 * The items that a transaction supports: those alone and those in generalised items, each once. An entry that is a list is a
 * generalised item even when an attack has left it a single member.
 */
export function supportedItems({ items }: Transaction, book: ItemBook): { readonly ids: Int32Array; readonly generalised: Set<number> } {
  const all = new Set<number>();
  const generalised = new Set<number>();
  for (const entry of items) {
    if (!isGeneralised(entry)) {
      all.add(book.id(entry));
      continue;
    }
    for (const item of entry) {
      const id = book.id(item);
      all.add(id);
      generalised.add(id);
    }
  }
  return { ids: Int32Array.from(all), generalised };
}
