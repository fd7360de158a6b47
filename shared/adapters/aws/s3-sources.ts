import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { CorpusIndex } from '../../core/corpus/corpus-index.ts';
import { TermCounter } from '../../core/corpus/term-counter.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { type Normalisation, normalisationId } from '../../core/text/normalisation.ts';
import type { HitCounter, SourceVersion } from '../../ports/hit-counter.ts';
import { segmenterFor } from '../node/segmenter.ts';
import { s3ByteSource } from './s3-byte-source.ts';
import { statusOf } from './s3-status.ts';

/** `sources/<folder>/current.json`: the version that a request by name gets. Indexes are never written over, so a pinned one stays. */
export interface CurrentSource {
  readonly key: string;
  readonly size: number;
}

/** `wordnet` or `corpus:NAME`, as a folder of the assets bucket. */
export const sourceFolder = (spec: string): string => `sources/${spec.replace(':', '/')}/`;

export interface PinnedIndex extends CurrentSource {
  readonly spec: string;
}

/** Which index a source is now; a request that names one that was never pushed is refused here, before anything is read. */
export async function currentIndex(client: S3Client, bucket: string, spec: string): Promise<PinnedIndex> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `${sourceFolder(spec)}current.json` }));
    return { spec, ...(JSON.parse((await Body?.transformToString()) ?? '') as CurrentSource) };
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    throw new BadInput(`the stack does not have the source "${spec}"; push it with: unveil cloud push ${spec}`, {}, { cause: error });
  }
}

/** An index in the assets bucket as a source: the same counts under the same version as at home. */
export async function openS3Source(client: S3Client, bucket: string, { spec, key, size }: PinnedIndex): Promise<HitCounter> {
  const index = await CorpusIndex.open(s3ByteSource(client, { Bucket: bucket, Key: key, size }));
  const { plurals, lang } = index.meta;
  const normalisation: Normalisation = { plurals, segmenter: lang === null ? null : segmenterFor(lang) };
  const counter = new TermCounter(index, { normalisation });
  const source: SourceVersion = { id: spec, version: `${index.head.contentHash.slice(0, 16)}/${normalisationId(normalisation)}` };
  return {
    source,
    size: async () => counter.size,
    count: (term, other) => counter.count(term, other),
    countAll: (request) => counter.countAll(request),
  };
}

interface PlannedCorpus {
  readonly spec: string;
  /** Null for a source that is not a corpus. */
  readonly index: CurrentSource | null;
}

/** Open corpora, kept while the function's environment lives: an index is the same bytes for every audit, and holds nothing of a release. */
export class S3Sources {
  readonly #client: S3Client;
  readonly #open = new Map<string, Promise<HitCounter>>();

  constructor(client: S3Client) {
    this.#client = client;
  }

  /** The corpora among the sources of an audit, at their pinned versions, in order. */
  corpora(bucket: string, sources: readonly PlannedCorpus[]): Promise<HitCounter[]> {
    return Promise.all(
      sources.flatMap(({ spec, index }) => {
        if (index === null) return [];
        const opened = this.#open.get(index.key) ?? openS3Source(this.#client, bucket, { spec, ...index });
        this.#open.set(index.key, opened);
        opened.catch(() => this.#open.delete(index.key));
        return opened;
      }),
    );
  }
}
