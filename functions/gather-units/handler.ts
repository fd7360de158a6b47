// A child of the gathering map: makes the units of its buckets.
import * as z from 'zod';
import { bucketPointer } from '../../shared/contracts/execution.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { gatherStep } from '../../shared/pipeline/cloud/steps.ts';
import { auditStep } from '../audit-step.ts';

export const handler = auditStep('gather-units', { pointers: z.array(bucketPointer) }, async ({ pointers }, { folder }) => {
  await gatherStep(folder, KINDS, pointers);
  return { buckets: pointers.length };
});
