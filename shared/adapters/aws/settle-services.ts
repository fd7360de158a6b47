import { removeAll } from './drop-answers.ts';
import type { DynamoLedger } from './dynamo-ledger.ts';
import type { Clients, LineEnvironment } from './line-services.ts';
import { S3BlobStore } from './s3-blob-store.ts';
import { rejectionBeside } from './s3-drop.ts';

/** What telling of ends takes beside the line. */
export function settleServices(
  env: LineEnvironment & { readonly WORK_BUCKET: string; readonly RESULTS_BUCKET: string },
  { s3 }: Clients,
  ledger: DynamoLedger,
) {
  return {
    standing: {
      results: new S3BlobStore(s3, { bucket: env.RESULTS_BUCKET }),
      bucket: env.RESULTS_BUCKET,
      work: new S3BlobStore(s3, { bucket: env.WORK_BUCKET }),
      rejection: (key: string) => rejectionBeside(s3, env.INBOX_BUCKET, key),
    },
    stands: (...how: Parameters<DynamoLedger['stands']>) => ledger.stands(...how),
    remove: (key: string) => removeAll(s3, env.INBOX_BUCKET, [key]),
  };
}
