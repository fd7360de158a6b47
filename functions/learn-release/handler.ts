// Fits the attacks that learn from the whole release. Corpora answer from their index; nothing of the original can be reached from here.
import { assetsBy } from '../../shared/adapters/aws/s3-assets.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { learnStep } from '../../shared/pipeline/cloud/steps.ts';
import { auditStep, s3 } from '../audit-step.ts';

const assets = assetsBy(s3);

export const handler = auditStep('learn-release', {}, async (_, { environment: env, folder, fits }) => {
  await learnStep(folder, KINDS, assets(env), fits);
  return { learned: true };
});
