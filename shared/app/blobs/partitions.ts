import type { WorkBlob } from '../../contracts/work-blob.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { readJsonPieces } from './json-lines.ts';

/** Lines held in memory, over all partitions together, before the fullest are written: characters, so about twice the bytes. */
const HELD = 16 * 1024 * 1024;

/**
 * Spreads values over partitions while they stream by, within bounded memory: each partition becomes a few blobs
 * `prefix/partition/chunk`, and is read back whole, in the order written.
 */
export class PartitionWriter {
  readonly #store: BlobStore;
  readonly #prefix: string;
  readonly #writer: string;
  readonly #held = new Map<string, { lines: string[]; size: number; chunks: number }>();
  #size = 0;

  /** `writer` tells apart those who write to the same partitions. */
  constructor(store: BlobStore, prefix: string, writer = '') {
    this.#store = store;
    this.#prefix = prefix;
    this.#writer = writer === '' ? '' : `${writer}-`;
  }

  /** Awaiting is needed only when this returns a promise, which is seldom: a write each 16 M characters. */
  add(partition: string, value: unknown): Promise<void> | undefined {
    let held = this.#held.get(partition);
    if (held === undefined) {
      held = { lines: [], size: 0, chunks: 0 };
      this.#held.set(partition, held);
    }
    const line = JSON.stringify(value);
    held.lines.push(line);
    held.size += line.length;
    this.#size += line.length;
    return this.#size > HELD ? this.#flush() : undefined;
  }

  /** Writes what is held; answers the partitions, in code-unit order. */
  async end(): Promise<string[]> {
    await this.#flush();
    return [...this.#held.keys()].toSorted();
  }

  async #flush(): Promise<void> {
    for (const [partition, held] of this.#held) {
      if (held.size === 0) continue;
      const key = `${this.#prefix}/${partition}/${this.#writer}${String(held.chunks).padStart(6, '0')}.jsonl`;
      const body = new TextEncoder().encode(`${held.lines.join('\n')}\n`);
      held.chunks += 1;
      held.lines = [];
      held.size = 0;
      await this.#store.write(key, body);
    }
    this.#size = 0;
  }
}

/** All values of one partition, in the order of its chunks. */
export async function* readPartition<T>(store: BlobStore, prefix: string, partition: string, blob: WorkBlob<T>): AsyncGenerator<T> {
  for await (const values of partitionPieces(store, prefix, partition, blob)) yield* values;
}

/** The same, many at a time. */
export async function* partitionPieces<T>(store: BlobStore, prefix: string, partition: string, blob: WorkBlob<T>): AsyncGenerator<T[]> {
  for await (const { key } of store.list(`${prefix}/${partition}/`)) yield* readJsonPieces(store, key, blob);
}
