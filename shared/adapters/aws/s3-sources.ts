import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { CorpusIndex, TermCounter } from '../../core/corpus/corpus.ts';
import { PackedVectors } from '../../core/embeddings/packed-vectors.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { Normalisation } from '../../core/text/normalisation.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import { segmenterFor } from '../node/segmenter.ts';
import { s3ByteSource } from './s3-byte-source.ts';
import { httpStatusOf } from './s3-status.ts';

/** `sources/<folder>/current.json`: the version that a request by name gets. Files are never written over, so a pinned one stays. */
export interface CurrentSource {
  /** What results call it. */
  readonly id: string;
  readonly key: string;
  readonly size: number;
}

/** `wordnet`, `corpus:NAME`, `embeddings` or `embeddings:FILE`, as a folder of the assets bucket. */
export const sourceFolder = (spec: string): string => `sources/${spec.replace(':', '/')}/`;

/** Which file a source is now; a request that names one that was never pushed is refused here. `pushed` is what brings it. */
export async function currentSource(client: S3Client, bucket: string, spec: string, pushed = spec): Promise<CurrentSource> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `${sourceFolder(spec)}current.json` }));
    return JSON.parse((await Body?.transformToString()) ?? '') as CurrentSource;
  } catch (error) {
    if (httpStatusOf(error) !== 404) throw error;
    throw new BadInput(`the stack does not have the source "${spec}"; push it with: unveil cloud push ${pushed}`, {}, { cause: error });
  }
}

/** An index in the assets bucket as a source: the same counts under the same version as at home. */
export async function openS3Source(client: S3Client, bucket: string, { id, key, size }: CurrentSource): Promise<HitCounter> {
  const index = await CorpusIndex.open(s3ByteSource(client, { Bucket: bucket, Key: key, size }));
  const { plurals, lang } = index.meta;
  const normalisation: Normalisation = { plurals, segmenter: lang === null ? null : segmenterFor(lang) };
  const counter = new TermCounter(index, { normalisation });
  return {
    source: { id, version: counter.version },
    size: async () => counter.size,
    count: (term, other) => counter.count(term, other),
    countAll: (request) => counter.countAll(request),
  };
}

/** A pack of word vectors in the assets bucket: the same numbers under the same version as at home. */
async function openS3Embeddings(client: S3Client, bucket: string, { id, key, size }: CurrentSource): Promise<Embeddings> {
  const vectors = await PackedVectors.open(s3ByteSource(client, { Bucket: bucket, Key: key, size }));
  if (vectors === null) throw new Error(`${key} is no pack of word vectors of this version: push it again`);
  return {
    source: { id, version: vectors.version },
    dimensions: vectors.dimensions,
    phrases: vectors.phrases,
    vectors: (words) => vectors.vectors(words),
  };
}

export interface PlannedCorpus {
  readonly spec: string;
  /** Null for a source that is not a corpus. */
  readonly index: { readonly key: string; readonly size: number } | null;
}

/** Open sources, kept while the function's environment lives: a file is the same bytes for every audit, and holds nothing of a release. */
export class S3Sources {
  readonly #client: S3Client;
  readonly #corpora = new Map<string, Promise<HitCounter>>();
  readonly #embeddings = new Map<string, Promise<Embeddings>>();

  constructor(client: S3Client) {
    this.#client = client;
  }

  /** The corpora among the sources of an audit, at their pinned versions, in order. */
  corpora(bucket: string, sources: readonly PlannedCorpus[]): Promise<HitCounter[]> {
    return Promise.all(sources.filter(({ index }) => index !== null).map((planned) => this.corpus(bucket, planned)));
  }

  /** One of them. */
  corpus(bucket: string, { spec, index }: PlannedCorpus): Promise<HitCounter> {
    if (index === null) throw new Error(`the source "${spec}" has no index`);
    return kept(this.#corpora, index.key, () => openS3Source(this.#client, bucket, { id: spec, ...index }));
  }

  /** The word vectors of an audit, if it has any. */
  async embeddings(bucket: string, pinned: CurrentSource | null): Promise<Embeddings | null> {
    return pinned === null ? null : kept(this.#embeddings, pinned.key, () => openS3Embeddings(this.#client, bucket, pinned));
  }
}

function kept<T>(known: Map<string, Promise<T>>, key: string, open: () => Promise<T>): Promise<T> {
  const opened = known.get(key) ?? open();
  known.set(key, opened);
  // What failed is opened anew by the next one that asks.
  opened.catch(() => known.delete(key));
  return opened;
}
