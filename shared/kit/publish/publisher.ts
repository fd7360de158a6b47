import { partName, tablePrefix } from '../../contracts/result-tables.ts';
import type { CellValue, ResultTable } from '../../contracts/table.ts';
import { type Digest, startDigest } from '../../core/keys/digest.ts';
import { inParallel } from '../../core/pacing/in-parallel.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import { rowBlocks } from './row-blocks.ts';

/** Files of the results with their hashes: what `_SUCCESS.json` lists. */
interface PublishedFile {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes results and remembers their hashes. `_SUCCESS.json`, written last, says that all are there. */
export class Publisher {
  readonly #results: BlobStore;
  readonly #files: PublishedFile[] = [];

  constructor(results: BlobStore) {
    this.#results = results;
  }

  async file(key: string, body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    const digest = startDigest();
    const size = { bytes: 0 };
    await this.#results.write(key, counted(body, digest, size));
    this.#files.push({ key, bytes: size.bytes, sha256: digest.hex() });
  }

  async text(key: string, pieces: Iterable<string>): Promise<void> {
    const encoder = new TextEncoder();
    await this.file(
      key,
      Iterator.from(pieces).map((piece) => encoder.encode(piece)),
    );
  }

  async success(facts: Readonly<Record<string, unknown>>): Promise<void> {
    const files = this.#files.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const body = new TextEncoder().encode(`${JSON.stringify({ version: 1, ...facts, files }, null, 1)}\n`);
    await this.#results.write('_SUCCESS.json', body);
  }

  get files(): readonly PublishedFile[] {
    return this.#files;
  }
}

async function* counted(
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  digest: Digest,
  size: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    digest.update(piece);
    size.bytes += piece.length;
    yield piece;
  }
}

export interface Partition {
  readonly day: string;
  readonly auditId: string;
}

/** One part of a table with all its rows: the small tables. */
export async function publishRows(
  publisher: Publisher,
  table: ResultTable,
  rows: readonly (readonly CellValue[])[],
  encoders: readonly TableEncoder[],
  partition: Partition,
): Promise<void> {
  for (const encoder of encoders) {
    await publisher.file(
      keyOf(table, encoder, partition, 0),
      after(encoder.joined?.(table), encoder.encode(table, rowBlocks(table, rows))),
    );
  }
}

/** Parts copied concurrently: a large release has thousands, and each mostly waits for the store. */
const COPIES = 16;

/** The parts that the slices left: columnar ones as they are, lines one after the other in one file. */
export async function publishParts(
  publisher: Publisher,
  work: BlobStore,
  table: ResultTable,
  slices: number,
  encoders: readonly TableEncoder[],
  partition: Partition,
): Promise<void> {
  for (const encoder of encoders) {
    const parts = Array.from({ length: slices }, (_, slice) => partKey(table.name, slice, encoder.extension));
    const head = encoder.joined?.(table);
    if (slices === 0) await publisher.file(keyOf(table, encoder, partition, 0), after(head, encoder.encode(table, [])));
    else if (head !== undefined) await publisher.file(keyOf(table, encoder, partition, 0), after(head, concatenated(work, parts)));
    else
      await inParallel([...parts.entries()], COPIES, ([slice, part]) =>
        publisher.file(keyOf(table, encoder, partition, slice), work.read(part)),
      );
  }
}

/** Line formats are next to the report, for people; columnar files are in partitions, for queries over many audits. */
function keyOf(table: ResultTable, { extension, joined }: TableEncoder, { day, auditId }: Partition, part: number): string {
  return joined !== undefined ? `${table.name}.${extension}` : `${tablePrefix(table.name, day, auditId)}/${partName(part, extension)}`;
}

async function* after(head: Uint8Array | undefined, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head !== undefined && head.length > 0) yield head;
  yield* rest;
}

export async function* concatenated(store: BlobStore, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) yield* store.read(key);
}

/** Where a slice's part of a table waits to be published. */
export const partKey = (table: string, slice: number, extension: string): string => `tables/${table}/${partName(slice, extension)}`;
