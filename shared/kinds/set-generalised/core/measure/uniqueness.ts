import { isGeneralised, type Transaction } from '../../../../core/model/transaction.ts';

interface Rarity {
  readonly m: number;
  /** A combination in fewer than k transactions is rare. */
  readonly k: number;
  /** Step limit; 2e8 is about a second. */
  readonly limit?: number;
}

const LIMIT = 2e9;
const NOTHING: ReadonlySet<number> = new Set();

/**
 * Share of transactions with a rare combination that has at least one item from a generalised item; null without transactions or beyond the step
 * limit. With `holding` (aligned), only combinations that the transaction there held count. Share a book between releases to index transactions
 * once. For each generalised item all co-occurring items are counted at once: m = 2 costs the sum over transactions of generalised x all items and
 * one counter for each item; each further item multiplies by the items of a transaction.
 */
export function uniqueness(
  transactions: readonly Transaction[],
  { m, k, limit = LIMIT }: Rarity,
  holding: readonly Transaction[] | null = null,
  book = new ItemBook(),
): number | null {
  if (transactions.length === 0) return null;
  const rows = transactions.map((transaction) => book.supported(transaction));
  const held = holding && transactions.map((_, at) => (holding[at] ? book.supported(holding[at]).all : NOTHING));
  const holders: number[][] = Array.from({ length: book.size }, () => []);
  rows.forEach(({ ids }, at) => {
    for (const id of ids) holders[id]?.push(at);
  });
  const unique = new Uint8Array(rows.length);
  let steps = 0;

  /** Marks holders of `chosen` plus one item if that is rare, and recurses otherwise. */
  const extend = (chosen: readonly number[], supporters: readonly number[], from: number): boolean => {
    const first = chosen[0];
    const open = supporters.filter(
      (at) => unique[at] === 0 && rows[at]?.generalised.has(first) && chosen.every((id) => held?.[at]?.has(id) ?? true),
    );
    if (open.length === 0) return true;
    if (supporters.length < k) {
      for (const at of open) unique[at] = 1;
      return true;
    }
    if (chosen.length >= m) return true;
    const counts = new Map<number, number>();
    for (const at of supporters) {
      const { ids } = rows[at] as { readonly ids: Int32Array };
      steps += ids.length;
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    if (steps > limit) return false;
    for (const at of open) {
      const isRare = (id: number): boolean => (counts.get(id) as number) < k && (held?.[at]?.has(id) ?? true);
      if (rows[at]?.ids.some(isRare)) unique[at] = 1;
    }
    if (chosen.length + 1 >= m) return true;
    for (const [id, count] of counts) {
      if (id < from || count < k || chosen.includes(id)) continue;
      const both = supporters.filter((at) => rows[at]?.ids.includes(id));
      steps += supporters.length;
      if (!extend([...chosen, id], both, id + 1)) return false;
    }
    return true;
  };

  if (m >= 1) {
    for (let id = 0; id < book.size; id += 1) {
      if (!extend([id], holders[id] ?? [], 0)) return null;
    }
  }
  return unique.reduce((total, each) => total + each, 0) / rows.length;
}

interface Supported {
  readonly ids: Int32Array;
  readonly all: ReadonlySet<number>;
  readonly generalised: ReadonlySet<number>;
}

/**
 * Interns items as numbers, shared by the releases that are compared, and caches the items of transactions: every attack is measured with the same
 * release and original.
 */
export class ItemBook {
  readonly #ids = new Map<string, number>();
  readonly #supported = new WeakMap<Transaction, Supported>();

  get size(): number {
    return this.#ids.size;
  }

  /** A list entry is a generalised item even with a single member left. */
  supported(transaction: Transaction): Supported {
    const known = this.#supported.get(transaction);
    if (known !== undefined) return known;
    const all = new Set<number>();
    const generalised = new Set<number>();
    for (const entry of transaction.items) {
      for (const item of isGeneralised(entry) ? entry : [entry]) {
        const id = this.#id(item);
        all.add(id);
        if (isGeneralised(entry)) generalised.add(id);
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
