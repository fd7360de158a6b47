import { encoderOf } from '../../shared/core/format/encoder.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';

/** Transactions as JSON Lines, with their ids and without what only reading knows of them. */
export function* jsonLines(transactions: readonly Transaction[]): Generator<string> {
  const encoder = encoderOf('jsonl');
  for (const { id, items } of transactions) yield encoder.line(id === undefined ? { items } : { id, items });
}
