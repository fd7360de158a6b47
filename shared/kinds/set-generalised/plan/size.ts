import { groupKey } from '../../../core/model/group.ts';
import { isGeneralised, type LocatedTransaction } from '../../../core/model/transaction.ts';

/** Context items of a row that the estimate counts with: the default width. */
const WIDTH = 2;

/** Cells of each generalised item, and the pairs that are asked for: one for each cell and item of its context. */
export async function sizeOf(
  transactions: AsyncIterable<LocatedTransaction>,
): Promise<{ readonly cells: readonly number[]; readonly pairs: number }> {
  const rows = new Map<string, { rows: number; readonly members: number }>();
  for await (const { items } of transactions) {
    for (const entry of items) {
      if (!isGeneralised(entry)) continue;
      const key = groupKey(entry);
      const group = rows.get(key) ?? { rows: 0, members: entry.length };
      group.rows += 1;
      rows.set(key, group);
    }
  }
  const cells = [...rows.values()].map((group) => group.rows * group.members);
  return { cells, pairs: WIDTH * cells.reduce((sum, each) => sum + each, 0) };
}
