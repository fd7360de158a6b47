// A child of the scoring map: asks the sources, by way of the score cache, about its units. The only map that reads it.
import * as z from 'zod';
import { countingBy } from '../../shared/adapters/aws/counting.ts';
import { assetsBy } from '../../shared/adapters/aws/s3-assets.ts';
import { S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import { unitPointer } from '../../shared/contracts/work.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { scoreStep } from '../../shared/pipeline/cloud/steps.ts';
import { auditStep, s3 } from '../audit-step.ts';

const open = new S3Sources(s3);
const [counting, assets] = [countingBy(open), assetsBy(s3, open)];

export const handler = auditStep(
  'score-units',
  { pointers: z.array(unitPointer) },
  async ({ pointers }, { environment: env, folder, count }) => {
    for (const { source, found, missed, anew } of await scoreStep(folder, KINDS, pointers, counting(env, folder), assets(env))) {
      count('CountsFound', found, source);
      count('CountsMissed', missed, source);
      count('CountsAnew', anew, source);
    }
    count('UnitsScored', pointers.length);
    return { units: pointers.length };
  },
);
