import type { LocatedTransaction } from '../../core/model/transaction.ts';
import { type ReleaseReadOptions, readOriginal, type SourceFile } from './read-release.ts';

interface Reading {
  readonly reading: ReleaseReadOptions;
  file(path: string): Promise<SourceFile>;
  note?(message: string): void;
}

/** All transactions of a file, held in memory. */
export async function transactionsIn(path: string, { reading, file, note }: Reading): Promise<readonly LocatedTransaction[]> {
  const { transactions, warnings } = await readOriginal(await file(path), reading);
  const read = await Array.fromAsync(transactions);
  for (const { message, line, times } of warnings()) note?.(`${path}:${line}: note: ${message}${times > 1 ? ` (${times} times)` : ''}`);
  return read;
}

/** Sets of items, written as transactions are: an itemset a line, in UTF-8. */
export const readItemsets = (path: string, { reading, file }: Reading): Promise<readonly LocatedTransaction[]> =>
  transactionsIn(path, { reading: { ...reading, encoding: undefined }, file });
