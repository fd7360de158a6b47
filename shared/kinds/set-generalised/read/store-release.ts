import { type Warning, Warnings } from '../../../core/format/warnings.ts';
import { type MatchedFile, matchOriginal, STRANGER } from '../../../core/model/match-original.ts';
import { OrderCheck, type OrderFinding } from '../../../core/model/order.ts';
import { type Entry, isGeneralised, type LocatedTransaction } from '../../../core/model/transaction.ts';
import { jsonLines, readAllJsonLines, readJsonLines } from '../../../kit/blobs/json-lines.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Progress } from '../../../ports/progress.ts';
import { ORIGINALS, TRANSACTIONS } from '../blobs.ts';
import { inferGeneralised } from '../core/infer-generalised.ts';

/** A transaction as the steps pass it on: `t` is its ordinal in the release, from 0. */
export interface StoredTransaction {
  readonly t: number;
  readonly id?: string;
  readonly items: readonly Entry[];
}

/** Transactions `[start, end)` and where they stand. The originals' block has the same number and order. */
export interface Block {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

export interface ReleaseSummary {
  readonly transactions: number;
  readonly blocks: readonly Block[];
  /** Some generalised item is marked, or was inferred. */
  readonly marked: boolean;
  /** The rule by which generalised items were inferred. */
  readonly inferred: string | null;
  readonly order: OrderFinding;
  readonly hasOriginal: boolean;
  /** Some transaction has an id. */
  readonly hasIds: boolean;
  /** Characters of all items; they decide the number of buckets. */
  readonly characters: number;
  /** Members of all generalised items, row by row; learning depends on them. */
  readonly cells: number;
  readonly warnings: readonly Warning[];
  /** Claimed itemsets with an item that occurs nowhere: it may have been suppressed. */
  readonly unknownConstraints?: number;
}

/** A block ends at either limit. The same in both homes. */
const BLOCK_TRANSACTIONS = 10_000;
const BLOCK_CHARACTERS = 4 * 1024 * 1024;

/** Reads the release together with its original once, and stores them in independently readable blocks. Memory: one block. */
export async function storeRelease(
  release: MatchedFile,
  original: MatchedFile | null,
  store: BlobStore,
  progress: Progress,
  options: { readonly allowSuppressed?: boolean } = {},
): Promise<ReleaseSummary> {
  progress.step('read', null);
  const warnings = new Warnings(release.name);
  const order = new OrderCheck();
  const blocks: Block[] = [];
  let held: StoredTransaction[] = [];
  let originals: (readonly string[])[] = [];
  let heldCharacters = 0;
  let total = 0;
  let characters = 0;
  let cells = 0;
  let marked = false;
  let hasIds = false;
  const flush = async (): Promise<void> => {
    if (held.length === 0) return;
    const number = blocks.length;
    const block = { key: blockKey('release', number), start: total - held.length, end: total };
    await store.write(block.key, jsonLines(held));
    if (original !== null) await store.write(blockKey('original', number), jsonLines(originals));
    blocks.push(block);
    held = [];
    originals = [];
    heldCharacters = 0;
    progress.advance(total);
  };
  const pairs = original === null ? alone(release.transactions) : matchOriginal(release, original, { warnings, ...options });
  for await (const { release: transaction, original: source } of pairs) {
    const { id, items } = transaction;
    held.push({ t: total, ...(id === undefined ? {} : { id }), items });
    if (source !== null) originals.push(source.items.filter((item) => typeof item === 'string'));
    order.add(transaction);
    total += 1;
    const size = sizeOf(items);
    heldCharacters += size;
    characters += size;
    cells += cellsOf(items);
    marked ||= items.some(isGeneralised);
    hasIds ||= id !== undefined;
    if (held.length >= BLOCK_TRANSACTIONS || heldCharacters >= BLOCK_CHARACTERS) await flush();
  }
  await flush();
  progress.end();
  return {
    transactions: total,
    blocks,
    marked,
    inferred: null,
    order: order.finding(),
    hasOriginal: original !== null,
    hasIds,
    characters,
    cells,
    warnings: [...(release.warnings?.() ?? []), ...(original?.warnings?.() ?? []), ...warnings.list()],
  };
}

async function* alone(
  transactions: AsyncIterable<LocatedTransaction>,
): AsyncGenerator<{ readonly release: LocatedTransaction; readonly original: null }> {
  for await (const release of transactions) yield { release, original: null };
}

interface InferenceInput {
  readonly k?: number;
  readonly utility?: readonly (readonly string[])[];
}

/** Infers generalised items that no mark shows and rewrites the blocks with them. Needs the whole release in memory. */
export async function inferRelease(store: BlobStore, summary: ReleaseSummary, knowledge: InferenceInput): Promise<ReleaseSummary> {
  const release = await Array.fromAsync(readBlocks(store, summary.blocks));
  const { transactions, rule, groups } = inferGeneralised(release, knowledge);
  for (const block of summary.blocks) await store.write(block.key, jsonLines(transactions.slice(block.start, block.end)));
  // Before they were inferred all members stood alone, and those that were added looked like strangers.
  const warnings = summary.warnings.filter(({ message }) => message !== STRANGER);
  const cells = transactions.reduce((total, { items }) => total + cellsOf(items), 0);
  return { ...summary, marked: groups > 0, inferred: rule, cells, warnings };
}

export async function* readBlocks(store: BlobStore, blocks: readonly Block[]): AsyncGenerator<StoredTransaction> {
  for (const block of blocks) yield* readBlock(store, block);
}

export const readBlock = (store: BlobStore, block: Block): AsyncGenerator<StoredTransaction> =>
  readJsonLines(store, block.key, TRANSACTIONS);

/** The items of the originals of one block, in the release's order. Measures alone read them. */
export const readOriginalBlock = (store: BlobStore, number: number): Promise<(readonly string[])[]> =>
  readAllJsonLines(store, blockKey('original', number), ORIGINALS);

export const readOriginals = async (store: BlobStore, { blocks }: ReleaseSummary): Promise<(readonly string[])[]> =>
  (await Promise.all(blocks.map((_, number) => readOriginalBlock(store, number)))).flat();

const blockKey = (kind: 'release' | 'original', block: number): string => `${kind}/${String(block).padStart(6, '0')}.jsonl`;

function sizeOf(items: readonly Entry[]): number {
  let size = 16;
  for (const entry of items) {
    if (typeof entry === 'string') size += entry.length + 3;
    else for (const member of entry) size += member.length + 3;
  }
  return size;
}

const cellsOf = (items: readonly Entry[]): number =>
  items.reduce((cells, entry) => (isGeneralised(entry) ? cells + entry.length : cells), 0);

export function blockOf(blocks: readonly Block[], transaction: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (blocks[middle].start <= transaction) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Neighbouring blocks of a part: up to 32 million characters, some twenty seconds. Each part reads of all that others left, so they are few. */
const PART_BLOCKS = 8;
/** Characters of the release that one bucket of rows is to hold, roughly. */
const BUCKET_CHARACTERS = 4 * 1024 * 1024;

export const partCount = ({ blocks }: ReleaseSummary): number => Math.ceil(blocks.length / PART_BLOCKS);
export const bucketCount = ({ characters }: ReleaseSummary): number => Math.max(1, Math.ceil(characters / BUCKET_CHARACTERS));

export function blocksOfPart({ blocks }: ReleaseSummary, part: number): number[] {
  const from = part * PART_BLOCKS;
  return Array.from({ length: Math.min(PART_BLOCKS, blocks.length - from) }, (_, at) => from + at);
}

/** Buckets part the names of groups, which are hashes, into ranges of equal width: their order is that of the names. */
export const groupBucket = (group: string, buckets: number): number =>
  Math.floor((Number.parseInt(group.slice(0, 8), 16) / 2 ** 32) * buckets);

const numbered = (number: number): string => String(number).padStart(6, '0');
export const rowsPrefix = (part: number): string => `rows/${numbered(part)}`;
export const groupsKey = (bucket: number): string => `groups/${numbered(bucket)}.jsonl`;
/** Key of a bucket's summary for the join. */
export const listKey = (bucket: number): string => `listed/${numbered(bucket)}.columns`;
export const bucketTruthKey = (bucket: number): string => `truth/${numbered(bucket)}.jsonl`;
/** Key of the truths that belong to a blob of groups. */
export const truthBeside = (groups: string): string => groups.replace('groups/', 'truth/');
