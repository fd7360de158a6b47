// Parses, checks and stores a release with its original. An unusable drop gets rejected.json next to it, with the message of the laptop.
import { droppedBytes, rejectDrop } from '../../shared/adapters/aws/s3-drop.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import type { DroppedObject } from '../../shared/contracts/execution.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { readDrop } from '../../shared/pipeline/cloud/steps.ts';
import { auditStep, s3 } from '../audit-step.ts';

export const handler = auditStep('read-release', {}, async (_, { environment: { INBOX_BUCKET }, folder, prefix, count }) => {
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
});
