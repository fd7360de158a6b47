import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { HeldSource } from '../../contracts/execution.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { CorpusIndex } from '../../corpus/corpus.ts';
import { PackedVectors } from '../../corpus/vectors/packed-vectors.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import { builtNormalisation, hitCounters } from '../node/index-counter.ts';
import { s3ByteSource } from './s3-byte-source.ts';
import { httpStatusOf } from './s3-status.ts';

/** `sources/<folder>/current.json`: the version that a request by name gets. Files are never overwritten, so a pinned one stays. */
export interface CurrentSource {
  readonly id: string;
  readonly key: string;
  readonly size: number;
}

/** `wordnet`, `corpus:NAME`, `embeddings` or `embeddings:FILE`, as a folder of the assets bucket. */
export const sourceFolder = (spec: string): string => `sources/${spec.replace(':', '/')}/`;

/** The current file of a source, or BadInput for a source that was never pushed. `pushed` is the source to push for it. */
export async function currentSource(client: S3Client, bucket: string, spec: string, pushed = spec): Promise<CurrentSource> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `${sourceFolder(spec)}current.json` }));
    return JSON.parse((await Body?.transformToString()) ?? '') as CurrentSource;
  } catch (error) {
    if (httpStatusOf(error) !== 404) throw error;
    throw new BadInput(`the stack does not have the source "${spec}"; push it with: unveil cloud push ${pushed}`, {}, { cause: error });
  }
}

/** An index in the assets bucket: the same counts under the same version as at home. */
export async function openS3Source(client: S3Client, bucket: string, { id, key, size }: CurrentSource): Promise<HitCounter> {
  const index = await CorpusIndex.open(s3ByteSource(client, { Bucket: bucket, Key: key, size }));
  const { exact, backedOff } = hitCounters(id, index, builtNormalisation(index));
  return { ...exact, backedOff };
}

/** A pack of word vectors in the assets bucket: the same numbers under the same version as at home. */
async function openS3Embeddings(client: S3Client, bucket: string, { id, key, size }: CurrentSource): Promise<Embeddings> {
  const vectors = await PackedVectors.open(s3ByteSource(client, { Bucket: bucket, Key: key, size }));
  if (vectors === null) throw new BadInput(`${key} is no pack of word vectors of this version: push it again`);
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

/** Open sources, kept while the function's environment lives: a file is the same for every audit, and contains nothing of a release. */
export class S3Sources {
  readonly #client: S3Client;
  readonly #corpora = new Map<string, Promise<HitCounter>>();
  readonly #embeddings = new Map<string, Promise<Embeddings>>();

  constructor(client: S3Client) {
    this.#client = client;
  }

  /** A source or word vectors as they are now. */
  async held(bucket: string, spec: string): Promise<HeldSource> {
    const { id, key, size } = await currentSource(this.#client, bucket, spec);
    const current = { id, key, size };
    const opened = spec.startsWith('embeddings')
      ? await this.embeddings(bucket, current)
      : await this.corpus(bucket, { spec, index: current });
    return { ...current, version: opened?.source.version ?? '' };
  }

  /** The corpora among the sources of an audit, at their pinned versions, in order. */
  corpora(bucket: string, sources: readonly PlannedCorpus[]): Promise<HitCounter[]> {
    return Promise.all(sources.filter(({ index }) => index !== null).map((planned) => this.corpus(bucket, planned)));
  }

  corpus(bucket: string, { spec, index }: PlannedCorpus): Promise<HitCounter> {
    if (index === null) throw new Error(`the source "${spec}" has no index`);
    return keptUnlessFailed(this.#corpora, index.key, () => openS3Source(this.#client, bucket, { id: spec, ...index }));
  }

  /** The word vectors of an audit, if it has any. */
  async embeddings(bucket: string, pinned: CurrentSource | null): Promise<Embeddings | null> {
    if (pinned === null) return null;
    return keptUnlessFailed(this.#embeddings, pinned.key, () => openS3Embeddings(this.#client, bucket, pinned));
  }
}

/** The value of a key, made on first use. A failure is not kept, so that the next caller tries again. */
export function keptUnlessFailed<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const made = known.get(key) ?? make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}
