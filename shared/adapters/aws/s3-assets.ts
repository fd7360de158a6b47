import type { S3Client } from '@aws-sdk/client-s3';
import { readNouns } from './s3-nouns.ts';
import { type CurrentSource, type PlannedCorpus, S3Sources } from './s3-sources.ts';

/** Opens the sources of a stack at the versions that an audit pinned; kept while the function's environment lives. */
export function assetsBy(client: S3Client, open = new S3Sources(client)) {
  return ({ ASSETS_BUCKET: bucket }: { readonly ASSETS_BUCKET: string }) => ({
    corpora: (sources: readonly PlannedCorpus[]) => open.corpora(bucket, sources),
    embeddings: (pinned: CurrentSource | null) => open.embeddings(bucket, pinned),
    nouns: (key: string) => readNouns(client, bucket, key),
  });
}
