// A child of the finishing map: what publishing has to write of its parts of a large release.
import * as z from 'zod';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { partPointer } from '../../shared/contracts/execution.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { finishStep } from '../../shared/pipeline/cloud/steps.ts';
import { auditStep } from '../audit-step.ts';

export const handler = auditStep('finish-parts', { pointers: z.array(partPointer) }, async ({ pointers }, { folder }) => {
  await finishStep(folder, KINDS, pointers, [parquetTables]);
  return { parts: pointers.length };
});
