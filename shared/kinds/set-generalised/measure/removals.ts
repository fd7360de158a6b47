import { type Entry, isGeneralised } from '../../../core/model/transaction.ts';
import { jsonLines } from '../../../kit/blobs/json-lines.ts';
import { type BucketRunWriter, Runs } from '../../../kit/blobs/sorted-runs.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { REMOVALS } from '../blobs.ts';
import { type Block, blockOf, blocksOfPart, type ReleaseSummary, readBlock } from '../read/store-release.ts';
import type { FinishedUnit } from './finished-units.ts';

/** Items to remove from one transaction. An item is in at most one generalised item, so its name is enough. */
export interface Removal {
  readonly t: number;
  readonly r: readonly string[];
}

export const REMOVALS_PREFIX = 'removals';
/** The removals of an attack from a block of the release, among those of all attacks: those of slices that are measured together are one blob, which is read by range. */
const bucketOf = (attack: number, block: number, blocks: readonly Block[]): number => attack * blocks.length + block;

/** Eliminations of attacks by index, read once from the slices. */
export const removalsOf = (store: BlobStore): Promise<Runs> => Runs.under(store, REMOVALS_PREFIX);

/** Spreads what attacks eliminated in a slice over the blocks of the release. */
export async function addRemovals(
  writer: BucketRunWriter,
  units: readonly FinishedUnit[],
  attacks: readonly number[],
  blocks: readonly Block[],
): Promise<void> {
  for (const attack of attacks) await addRemovalsBy(attack, writer, units, blocks);
}

async function addRemovalsBy(
  attack: number,
  writer: BucketRunWriter,
  units: readonly FinishedUnit[],
  blocks: readonly Block[],
): Promise<void> {
  for (const { group, verdicts } of units) {
    const verdict = verdicts[attack];
    if (verdict.kind !== 'decided') continue;
    const columns = group.members.length;
    const byRow = new Map<number, string[]>();
    for (const cell of verdict.cells) {
      const row = Math.floor(cell / columns);
      const items = byRow.get(row) ?? [];
      items.push(group.members[cell - row * columns]);
      byRow.set(row, items);
    }
    for (const [row, r] of byRow) {
      const t = group.rows[row]?.t ?? 0;
      await writer.add(bucketOf(attack, blockOf(blocks, t), blocks), { t, r } satisfies Removal);
    }
  }
}

export const attackedKey = (part: number): string => `attacked/${String(part).padStart(6, '0')}.jsonl`;

/** Writes a part of the release with what an attack eliminated taken out, as JSON Lines. */
export async function writeAttacked(store: BlobStore, removed: Removed, release: ReleaseSummary, part: number): Promise<void> {
  const own = attackedTransactions(store, removed, release.blocks, blocksOfPart(release, part));
  await store.write(attackedKey(part), jsonLines(publishedForm(own)));
}

interface Removed {
  readonly removals: Runs;
  readonly attack: number;
}

/** A generalised item with one member left becomes that item. */
async function* publishedForm(transactions: AsyncIterable<AttackedTransaction>): AsyncGenerator<AttackedTransaction> {
  for await (const { items, ...rest } of transactions)
    yield { ...rest, items: items.map((entry) => (isGeneralised(entry) && entry.length === 1 ? entry[0] : entry)) };
}

interface AttackedTransaction {
  readonly id?: string;
  readonly items: readonly Entry[];
}

/** Neighbouring blocks whose removals are read at once: they stand side by side in each run. */
const BLOCKS_AT_ONCE = 16;

/** For measures: a generalised item stays a list even with one member left. Memory: one block, and what is taken out of some. */
export async function* attackedTransactions(
  store: BlobStore,
  { removals, attack }: Removed,
  blocks: readonly Block[],
  numbers: readonly number[] = [...blocks.keys()],
): AsyncGenerator<AttackedTransaction> {
  let held = removals;
  for (const [at, number] of numbers.entries()) {
    if (at % BLOCKS_AT_ONCE === 0) {
      const last = numbers[Math.min(at + BLOCKS_AT_ONCE, numbers.length) - 1] as number;
      held = await removals.within(bucketOf(attack, number, blocks), bucketOf(attack, last, blocks) + 1);
    }
    const removed = new Map<number, Set<string>>();
    for await (const { values } of held.of(bucketOf(attack, number, blocks), REMOVALS)) {
      for (const { t, r } of values) {
        const items = removed.get(t) ?? new Set();
        for (const item of r) items.add(item);
        removed.set(t, items);
      }
    }
    for await (const { t, id, items } of readBlock(store, blocks[number])) {
      yield { ...(id === undefined ? {} : { id }), items: without(items, removed.get(t)) };
    }
  }
}

function without(items: readonly Entry[], removed: ReadonlySet<string> | undefined): readonly Entry[] {
  if (removed === undefined) return items;
  return items.map((entry) => (isGeneralised(entry) ? entry.filter((member) => !removed.has(member)) : entry));
}
