import { BadInput } from './bad-input.ts';
import { isGeneralised, type Transaction } from './transaction.ts';

/** Original transactions as numbers: items of transaction t are `items[starts[t]] .. items[starts[t + 1] - 1]`, each once. */
export interface ItemIndex {
  readonly names: readonly string[];
  readonly numberOf: ReadonlyMap<string, number>;
  readonly transactions: number;
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

export function indexItems(transactions: readonly Transaction[]): ItemIndex {
  const names: string[] = [];
  const numberOf = new Map<string, number>();
  const starts = new Uint32Array(transactions.length + 1);
  const items: number[] = [];
  // The last transaction that held an item: a repeat within one transaction is one.
  const lastIn: number[] = [];
  for (const [at, transaction] of transactions.entries()) {
    for (const entry of transaction.items) {
      if (isGeneralised(entry)) {
        throw new BadInput(
          `transaction ${transaction.id ?? at + 1} holds a generalised item; an anonymiser starts from original transactions`,
        );
      }
      let item = numberOf.get(entry);
      if (item === undefined) {
        item = names.length;
        numberOf.set(entry, item);
        names.push(entry);
      } else if (lastIn[item] === at) continue;
      lastIn[item] = at;
      items.push(item);
    }
    starts[at + 1] = items.length;
  }
  return { names, numberOf, transactions: transactions.length, starts, items: Uint32Array.from(items) };
}

/** For each item the transactions that hold it, ascending. */
export function postings(index: ItemIndex): readonly Uint32Array[] {
  const sizes = new Uint32Array(index.names.length);
  for (const item of index.items) sizes[item] += 1;
  const lists = Array.from(sizes, (size) => new Uint32Array(size));
  const filled = new Uint32Array(index.names.length);
  for (let t = 0; t < index.transactions; t += 1) {
    for (let at = index.starts[t]; at < index.starts[t + 1]; at += 1) {
      const item = index.items[at];
      (lists[item] as Uint32Array)[filled[item]] = t;
      filled[item] += 1;
    }
  }
  return lists;
}
