import { BadInput } from '../../core/model/bad-input.ts';
import { isGeneralised } from '../../core/model/transaction.ts';
import { type ReleaseReadOptions, readOriginal, type SourceFile } from '../../kit/read/read-release.ts';

export interface TriedReading {
  readonly transactions: number;
  readonly items: number;
  /** Items a transaction, on average. */
  readonly length: number;
  readonly empty: number;
  /** Why this reading is useless; none: it passed. */
  readonly problems: readonly string[];
}

/** With more empty transactions than this the wrong columns were chosen. */
const MOST_EMPTY = 0.5;
/** Of the items that come again, more in pairs that never part are code and label. */
const MOST_PAIRED = 0.2;

/** Reads the whole file as proposed, and checks what comes of it. */
export async function tryReading(file: SourceFile, options: ReleaseReadOptions): Promise<TriedReading> {
  const seen = new Map<string, Seen>();
  let [transactions, empty, entries] = [0, 0, 0];
  try {
    const stream = await readOriginal(file, options);
    for await (const { items } of stream.transactions) {
      transactions += 1;
      if (items.length === 0) empty += 1;
      entries += items.length;
      for (const item of items) if (!isGeneralised(item)) note(seen, item, transactions);
    }
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return { transactions, items: seen.size, length: 0, empty, problems: [error.reason] };
  }
  return {
    transactions,
    items: seen.size,
    length: entries / Math.max(1, transactions),
    empty,
    problems: problemsOf(seen, transactions, empty, options),
  };
}

interface Seen {
  times: number;
  /** Of the numbers of its transactions: the same for items that are in exactly the same ones. */
  one: number;
  other: number;
}

function note(seen: Map<string, Seen>, item: string, transaction: number): void {
  const known = seen.get(item) ?? { times: 0, one: 0, other: 0 };
  known.times += 1;
  known.one = (known.one + Math.imul(transaction, 0x9e3779b1)) | 0;
  known.other = (known.other ^ Math.imul(transaction + 1, 0x85ebca6b)) | 0;
  seen.set(item, known);
}

function problemsOf(seen: ReadonlyMap<string, Seen>, transactions: number, empty: number, { table }: ReleaseReadOptions): string[] {
  const problems: string[] = [];
  if (empty > MOST_EMPTY * transactions) problems.push(`${empty} of ${transactions} transactions would have no item`);
  if (seen.size < 2) problems.push('fewer than two different items');
  if ([...seen.keys()].every((item) => /^(?:[01]|true|false|yes|no|ja|nein|oui|non)$/i.test(item)))
    problems.push('all items would say yes or no');
  const parts = new Map<string, number>();
  let again = 0;
  for (const { times, one, other } of seen.values()) {
    if (times < 2) continue;
    again += 1;
    const key = `${times} ${one} ${other}`;
    parts.set(key, (parts.get(key) ?? 0) + 1);
  }
  const pairs = [...parts.values()].filter((size) => size === 2).length;
  if (table?.flags !== true && table?.list === undefined && pairs > 1 && pairs * 2 > MOST_PAIRED * again)
    problems.push(`${pairs} pairs of items are always together, as code and label are`);
  return problems;
}
