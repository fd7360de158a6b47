// Parses, checks and stores a release with its original. What cannot be used gets rejected.json beside the drop, with the laptop's message.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { droppedBytes, rejectDrop } from '../../shared/adapters/aws/s3-drop.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { readDrop } from '../../shared/app/cloud/read-drop.ts';
import { auditReference, type DroppedObject } from '../../shared/contracts/execution.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const s3 = new S3Client({});

export const handler = handlerOf(
  { name: 'read-release', input: z.strictObject({ audit: auditReference }), environment },
  async ({ audit }, { environment: { INBOX_BUCKET, WORK_BUCKET }, count }) => {
    const prefix = `audits/${audit.auditId}/`;
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: WORK_BUCKET, prefix }));
    const admitted = await folder.admission();
    try {
      const open = (object: DroppedObject) => droppedBytes(s3, INBOX_BUCKET, object);
      const answer = await readDrop(folder, KINDS, admitted, { open, gunzip, prefix });
      count('Transactions', answer.transactions);
      return answer;
    } catch (error) {
      await rejectDrop(s3, INBOX_BUCKET, admitted.rejectionKey, error);
      throw error;
    }
  },
);
