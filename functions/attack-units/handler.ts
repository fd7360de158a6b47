// A child of the attacking map: every elimination or reconstruction on its units.
import * as z from 'zod';
import { assetsBy } from '../../shared/adapters/aws/s3-assets.ts';
import { unitPointer } from '../../shared/contracts/work.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { attackStep } from '../../shared/pipeline/cloud/steps.ts';
import { auditStep, s3 } from '../audit-step.ts';

const assets = assetsBy(s3);

export const handler = auditStep('attack-units', { pointers: z.array(unitPointer) }, async ({ pointers }, { environment: env, folder }) => {
  await attackStep(folder, KINDS, pointers, assets(env));
  return { units: pointers.length };
});
