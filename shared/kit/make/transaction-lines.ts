import { encoderOf } from '../../core/format/encoder.ts';
import type { Transaction } from '../../core/model/transaction.ts';

/** Transactions as JSON Lines, with their ids and without what only reading knows of them. */
export function* transactionLines(transactions: readonly Transaction[]): Generator<string> {
  const encoder = encoderOf('jsonl');
  for (const { id, items } of transactions) yield encoder.line(id === undefined ? { items } : { id, items });
}

/** The same of an original, with the cluster or group that stands for each transaction: what the audit's measures need. */
export function* placedLines(transactions: readonly Transaction[], placeOf: Int32Array): Generator<string> {
  for (const [at, { id, items }] of transactions.entries())
    yield `${JSON.stringify({ ...(id === undefined ? {} : { id }), cluster: placeOf[at], items })}\n`;
}
