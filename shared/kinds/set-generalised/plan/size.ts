import type { MatchedFile } from '../../../core/model/match-original.ts';
import { type Entry, groupKey, isGeneralised, type LocatedTransaction } from '../../../core/model/transaction.ts';
import type { ReleaseSize } from '../../../kit/kind.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { QUIET } from '../../../ports/progress.ts';
import { inferGeneralised } from '../core/infer-generalised.ts';
import { LEAST } from '../learn/calibrated/practise.ts';
import { isCoded } from '../learn/release-view.ts';
import { storeRelease } from '../read/store-release.ts';

/** Context items of a row that the estimate counts with: the default width. */
const WIDTH = 2;

/** Reading is what cuts a release into blocks: it is read as an audit reads it, and nothing is kept. */
const NOWHERE: BlobStore = {
  write: async () => true,
  info: async () => null,
  remove: async () => {},
  async *read() {},
  async *list() {},
};

interface Sized {
  rows: number;
  readonly members: number;
  readonly isCoded: boolean;
}

/** Cells of each generalised item, their rows, the pairs that are asked for, one for each cell and item of its context, and the blocks of the release. */
export async function sizeOf(release: MatchedFile): Promise<ReleaseSize> {
  const groups = new Map<string, Sized>();
  const unmarked: LocatedTransaction[] = [];
  const alone = new Map<string, number>();
  const count = (items: readonly Entry[]): void => {
    for (const entry of items) {
      if (!isGeneralised(entry)) {
        alone.set(entry, (alone.get(entry) ?? 0) + 1);
        continue;
      }
      const key = groupKey(entry);
      const group = groups.get(key) ?? { rows: 0, members: entry.length, isCoded: isCoded({ members: entry }) };
      group.rows += 1;
      groups.set(key, group);
    }
  };
  async function* counted(): AsyncGenerator<LocatedTransaction> {
    for await (const transaction of release.transactions) {
      count(transaction.items);
      if (groups.size === 0) unmarked.push(transaction);
      yield transaction;
    }
  }
  const {
    blocks,
    characters,
    marked,
    transactions: people,
  } = await storeRelease({ ...release, transactions: counted() }, null, NOWHERE, QUIET);
  // Formats without brackets, such as FIMI: an audit infers what was generalised.
  if (!marked) {
    alone.clear();
    for (const { items } of inferGeneralised(unmarked).transactions) count(items);
  }
  const all = [...groups.values()];
  const cells = all.map(({ rows, members }) => rows * members);
  const rows = all.reduce((sum, each) => sum + each.rows, 0);
  const learnable = all.filter(({ rows, isCoded }) => rows > 1 && !isCoded);
  // Practice makes tables as large as these of items that are published alone: as many of them as members must reach as many rows.
  const reach = [...alone.values()].sort((a, b) => b - a);
  const isReached = ({ rows, members }: Sized): boolean => reach.slice(0, members).reduce((sum, each) => sum + each, 0) >= rows;
  const practises = reach.length >= LEAST && learnable.some(isReached);
  return {
    cells,
    inferred: !marked,
    learns: learnable.length > 0,
    practises,
    pairs: WIDTH * cells.reduce((sum, each) => sum + each, 0),
    rows,
    people,
    blocks: blocks.length,
    characters,
  };
}
