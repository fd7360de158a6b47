import type { Transaction } from '../model/transaction.ts';
import { ItemBook } from './item-sets.ts';

interface Rarity {
  /** A combination of at most m items ... */
  readonly m: number;
  /** ... that fewer than k transactions support is rare. */
  readonly k: number;
  /** Steps after which the answer is given up: about a second for 2e8. */
  readonly limit?: number;
}

const LIMIT = 2e9;
const NOTHING: ReadonlySet<number> = new Set();

/**
 * The share of the transactions with a rare combination, at least one item of it from a generalised item; null of no
 * transactions, or where finding it would take more steps than the limit. With `holding`, aligned by place, only combinations that the
 * transaction held there count. Who counts in several releases shares a book between them: what a transaction supports is then found once.
 * For each item that is generalised somewhere, all items beside it are counted at once, so m = 2 costs the sum over transactions
 * of generalised x all items, and the memory of one counter an item; each further item multiplies by the items of a transaction.
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

  /** Marks the holders of `chosen` that hold it with one more item which makes it rare, then tries with each that does not. */
  const extend = (chosen: readonly number[], supporters: readonly number[], from: number): boolean => {
    const first = chosen[0] as number;
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
