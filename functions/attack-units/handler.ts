// A child of the attacking map: counts and scores its units, and runs every attack that needs nothing but a unit.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { countingBy } from '../../shared/adapters/aws/counting.ts';
import { assetsBy } from '../../shared/adapters/aws/s3-assets.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { attackStep } from '../../shared/app/cloud/steps.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { unitPointer } from '../../shared/contracts/work.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const s3 = new S3Client({});
const open = new S3Sources(s3);
const [counting, assets] = [countingBy(open), assetsBy(s3, open)];

export const handler = handlerOf(
  { name: 'attack-units', input: z.strictObject({ audit: auditReference, pointers: z.array(unitPointer) }), environment },
  async ({ audit, pointers }, { environment: env, count, failed }) => {
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${audit.auditId}/` }), failed);
    for (const { source, found, missed, anew } of await attackStep(folder, KINDS, pointers, await counting(env, folder), assets(env))) {
      count('CountsFound', found, source);
      count('CountsMissed', missed, source);
      count('CountsAnew', anew, source);
    }
    count('UnitsAttacked', pointers.length);
    return { units: pointers.length };
  },
);
