import { groupKey } from '../../../core/model/group.ts';
import { isGeneralised, type LocatedTransaction } from '../../../core/model/transaction.ts';

/** Context items of a row that the estimate counts with: the default width. */
const WIDTH = 2;

/** Cells of each generalised item, their rows, and the pairs that are asked for: one for each cell and item of its context. */
export async function sizeOf(
  transactions: AsyncIterable<LocatedTransaction>,
): Promise<{ readonly cells: readonly number[]; readonly pairs: number; readonly rows: number }> {
  const groups = new Map<string, { rows: number; readonly members: number }>();
  for await (const { items } of transactions) {
    for (const entry of items) {
      if (!isGeneralised(entry)) continue;
      const key = groupKey(entry);
      const group = groups.get(key) ?? { rows: 0, members: entry.length };
      group.rows += 1;
      groups.set(key, group);
    }
  }
  const all = [...groups.values()];
  const cells = all.map(({ rows, members }) => rows * members);
  return { cells, pairs: WIDTH * cells.reduce((sum, each) => sum + each, 0), rows: all.reduce((sum, { rows }) => sum + rows, 0) };
}
