import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { readOriginal } from '../../shared/app/read-release.ts';
import type { LocatedTransaction } from '../../shared/core/model/transaction.ts';

/** Original transactions, or constraints, which are written in the same way: an itemset a line. */
export async function readLines(path: string, { encoding, note }: LineOptions = {}): Promise<readonly LocatedTransaction[]> {
  const { transactions, warnings } = await readOriginal(
    { name: path, bytes: await fileBytes(path) },
    { gunzip, tables: tableFiles, encoding },
  );
  const read = await Array.fromAsync(transactions);
  for (const { message, line, times } of warnings()) note?.(`${path}:${line}: note: ${message}${times > 1 ? ` (${times} times)` : ''}`);
  return read;
}

export interface LineOptions {
  readonly encoding?: string | undefined;
  /** Told what was read otherwise than written. */
  readonly note?: (message: string) => void;
}
