import type { LocalRelease } from '../format/local.ts';
import { BadInput } from '../model/bad-input.ts';
import type { LocatedTransaction } from '../model/transaction.ts';

/** The originals as leaves of the release's tree, the first of them the first of the release. */
export async function originalLeaves(
  file: string,
  transactions: AsyncIterable<LocatedTransaction>,
  { tree, transactions: published }: Pick<LocalRelease, 'tree' | 'transactions'>,
): Promise<number[][]> {
  const number = new Map(tree.names.slice(0, tree.leaves).map((name, leaf) => [name, leaf]));
  const read: number[][] = [];
  for await (const { line, items } of transactions) {
    if (read.length === published.length)
      throw new BadInput(`the release has ${published.length} transactions; this is one more`, { file, line });
    const leaves = items.map((item, at) => {
      const leaf = number.get(item as string);
      if (leaf === undefined) throw new BadInput(`item ${at + 1} is no leaf of the release's hierarchy`, { file, line });
      return leaf;
    });
    read.push(leaves.sort((a, b) => a - b));
  }
  if (read.length < published.length)
    throw new BadInput(`the release has ${published.length} transactions, this original ${read.length}`, { file });
  return read;
}
