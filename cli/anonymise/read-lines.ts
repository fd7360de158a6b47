import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { readOriginal } from '../../shared/app/read-release.ts';
import type { LocatedTransaction } from '../../shared/core/model/transaction.ts';

/** Original transactions, or constraints, which are written in the same way: an itemset a line. */
export async function readLines(path: string): Promise<readonly LocatedTransaction[]> {
  const { transactions } = await readOriginal({ name: path, bytes: await fileBytes(path) }, { gunzip });
  return Array.fromAsync(transactions);
}
