// A child of the spreading map: sends the rows of its parts of a large release to buckets of units.
import * as z from 'zod';
import { partPointer } from '../../shared/contracts/execution.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { spreadStep } from '../../shared/pipeline/cloud/steps.ts';
import { auditStep } from '../audit-step.ts';

export const handler = auditStep('spread-rows', { pointers: z.array(partPointer) }, async ({ pointers }, { folder }) => {
  await spreadStep(folder, KINDS, pointers);
  return { parts: pointers.length };
});
