import type { WorkBlob } from '../../contracts/work-blob.ts';
import { encodeColumns } from '../../core/format/columns.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { readColumnsOf } from './columns.ts';
import { parseJsonLines, readBytes } from './json-lines.ts';
import { readAhead } from './read-ahead.ts';

/** Lines held in memory before they are written: characters, so about twice the bytes. */
const HELD = 16 * 1024 * 1024;

/**
 * Spreads values over numbered buckets while they stream by, within bounded memory. Held values are written as one blob, a run, bucket after
 * bucket; one blob holds the offsets of all runs. Many writers and many buckets cost a blob each, not one for each pair.
 */
export class BucketRunWriter {
  readonly #store: BlobStore;
  readonly #prefix: string;
  readonly #held: string[][] = [];
  readonly #starts: Float64Array[] = [];
  #size = 0;

  /** `prefix`: whose runs these are. */
  constructor(store: BlobStore, prefix: string) {
    this.#store = store;
    this.#prefix = prefix;
  }

  /** Awaiting is needed only when this returns a promise, which is seldom: a write each 16 M characters. */
  add(bucket: number, value: unknown): Promise<void> | undefined {
    const line = JSON.stringify(value);
    while (this.#held.length <= bucket) this.#held.push([]);
    this.#held[bucket]?.push(line);
    this.#size += line.length;
    return this.#size > HELD ? this.#flush() : undefined;
  }

  async end(): Promise<void> {
    if (this.#size > 0) await this.#flush();
    await this.#store.write(startsKey(this.#prefix), encodeColumns(this.#starts));
  }

  async #flush(): Promise<void> {
    const starts = new Float64Array(this.#held.length + 1);
    await this.#store.write(runKey(this.#prefix, this.#starts.length), parts(this.#held, starts));
    this.#starts.push(starts);
    this.#size = 0;
  }
}

/** Encodes and frees the buckets in turn; writes their offsets to `starts`. */
async function* parts(held: string[][], starts: Float64Array): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const [bucket, lines] of held.entries()) {
    const part = encoder.encode(lines.length === 0 ? '' : `${lines.join('\n')}\n`);
    starts[bucket + 1] = starts[bucket] + part.length;
    held[bucket] = [];
    if (part.length > 0) yield part;
  }
}

const STARTS = '/starts.columns';
const startsKey = (prefix: string): string => `${prefix}${STARTS}`;
const runKey = (prefix: string, run: number): string => `${prefix}/${String(run).padStart(6, '0')}.jsonl`;

/** Runs of one writer, with the offsets of their buckets. */
interface Written {
  readonly prefix: string;
  readonly starts: readonly Float64Array[];
}

/** A part of a run that is in memory, and where it begins. */
interface HeldPart {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Where the buckets of some who wrote stand: read once for all buckets. */
export class Runs {
  readonly #store: BlobStore;
  readonly #writers: readonly Written[];
  /** By run; null where ranges are read as they are asked for. */
  readonly #parts: ReadonlyMap<string, HeldPart> | null;

  private constructor(store: BlobStore, writers: readonly Written[], parts: ReadonlyMap<string, HeldPart> | null = null) {
    this.#store = store;
    this.#writers = writers;
    this.#parts = parts;
  }

  /** Of all who wrote below a prefix, in code-unit order. */
  static async under(store: BlobStore, prefix: string): Promise<Runs> {
    const prefixes: string[] = [];
    for await (const { key } of store.list(`${prefix}/`)) if (key.endsWith(STARTS)) prefixes.push(key.slice(0, -STARTS.length));
    return Runs.open(store, prefixes);
  }

  static async open(store: BlobStore, prefixes: readonly string[]): Promise<Runs> {
    const writers: Written[] = [];
    const read = async (prefix: string): Promise<Written> => ({
      prefix,
      starts: readColumnsOf('starts of runs', await readBytes(store, startsKey(prefix)), Float64Array),
    });
    for await (const writer of readAhead(prefixes, read)) writers.push(writer);
    return new Runs(store, writers);
  }

  /** The same, with buckets `[from, to)` in memory: they stand side by side, so it takes a read a run, where each of them would take one. */
  async within(from: number, to: number): Promise<Runs> {
    const ranges = this.#writers.flatMap(({ prefix, starts }) =>
      starts.flatMap((each, run) => {
        const [start, end] = [each[Math.min(from, each.length - 1)], each[Math.min(to, each.length - 1)]];
        return end > start ? [{ key: runKey(prefix, run), start, end }] : [];
      }),
    );
    const parts = new Map<string, HeldPart>();
    const read = async ({ key, start, end }: (typeof ranges)[number]): Promise<HeldPart> => ({
      start,
      bytes: await readBytes(this.#store, key, { start, end }),
    });
    let at = 0;
    for await (const part of readAhead(ranges, read)) parts.set(ranges[at++].key, part);
    return new Runs(this.#store, this.#writers, parts);
  }

  /** The values of one bucket in the order written, run by run, each with the number of who wrote it. */
  async *of<T>(bucket: number, blob: WorkBlob<T>): AsyncGenerator<{ readonly writer: number; readonly values: readonly T[] }> {
    const ranges = this.#writers.flatMap(({ prefix, starts }, writer) =>
      starts.map((each, run) => ({ writer, key: runKey(prefix, run), start: each[bucket] ?? 0, end: each[bucket + 1] ?? 0 })),
    );
    const read = async ({ writer, key, start, end }: (typeof ranges)[number]) => {
      const held = this.#parts?.get(key);
      const bytes = held?.bytes.subarray(start - held.start, end - held.start) ?? (await readBytes(this.#store, key, { start, end }));
      return { writer, bytes };
    };
    // Bytes wait, not values, which are many times their size.
    for await (const { writer, bytes } of readAhead(
      ranges.filter(({ start, end }) => end > start),
      read,
    ))
      yield { writer, values: parseJsonLines(blob, bytes) };
  }
}
