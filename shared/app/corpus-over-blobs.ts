import type { ByteSource } from '../core/corpus/byte-source.ts';
import { CorpusIndex } from '../core/corpus/corpus-index.ts';
import { TermCounter } from '../core/corpus/term-counter.ts';
import { BadInput } from '../core/model/bad-input.ts';
import type { WordSegmenter } from '../core/text/normalisation.ts';
import { type BlobStore, MissingBlob } from '../ports/blob-store.ts';
import type { HitCounter } from '../ports/hit-counter.ts';

/** Ranges that are read at one time: enough to hide the latency of a store, few enough for its connections. */
const CONCURRENT = 32;

export interface BlobCorpusOptions {
  /** The id of the source: `corpus:NAME`. */
  readonly id: string;
  readonly backOff?: boolean;
  /** Bytes of decoded lists that stay in memory. */
  readonly memory?: number;
  /** Finds words for an index that was built with --lang. */
  readonly segmenterFor?: (lang: string) => WordSegmenter;
}

/**
 * An index in a blob store, S3 above all, counted by ranges: its head and sparse dictionary once, then for each new word one
 * block of the dictionary and its postings. No part of it needs the whole file.
 */
export async function openBlobCorpus(store: BlobStore, key: string, options: BlobCorpusOptions): Promise<HitCounter> {
  const info = await store.info(key);
  if (info === null) throw new MissingBlob(key);
  const index = await CorpusIndex.open(blobSource(store, key, info.size));
  const { lang, plurals } = index.meta;
  if (lang !== null && options.segmenterFor === undefined)
    throw new BadInput('not computable: language. Words of this corpus were found by a segmenter', { file: key });
  const segmenter = lang === null ? null : (options.segmenterFor?.(lang) ?? null);
  const counter = new TermCounter(index, {
    normalisation: { plurals, segmenter },
    backOff: options.backOff ?? false,
    ...(options.memory === undefined ? {} : { memory: options.memory }),
  });
  return {
    source: { id: options.id, version: counter.version },
    size: async () => counter.size,
    count: (term, other) => counter.count(term, other),
    countAll: (request) => counter.countAll(request),
  };
}

export function blobSource(store: BlobStore, key: string, size: number): ByteSource {
  const waiting: (() => void)[] = [];
  let running = 0;
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    if (running >= CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      const bytes = new Uint8Array(length);
      let got = 0;
      for await (const part of store.read(key, { start: offset, end: offset + length })) {
        if (got + part.length > length) break;
        bytes.set(part, got);
        got += part.length;
      }
      if (got !== length) throw new BadInput('this index changed while it was read', { file: key });
      return bytes;
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
  return { name: key, size, read };
}
