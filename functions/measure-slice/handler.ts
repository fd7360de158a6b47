// A child of the measuring map: the figures of its slices and their parts of the result tables.
import * as z from 'zod';
import { assetsBy } from '../../shared/adapters/aws/s3-assets.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { slicesPointer } from '../../shared/contracts/execution.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { measureStep } from '../../shared/pipeline/cloud/steps.ts';
import { auditStep, s3 } from '../audit-step.ts';

const assets = assetsBy(s3);

export const handler = auditStep(
  'measure-slice',
  { pointers: z.array(slicesPointer) },
  async ({ pointers }, { environment: env, folder }) => {
    await measureStep(folder, KINDS, pointers, [parquetTables], assets(env));
    return { slices: pointers.reduce((total, { slices }) => total + slices.length, 0) };
  },
);
