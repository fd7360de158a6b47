// Measures what needs the whole of a release, when its slices are measured.
import { assetsBy } from '../../shared/adapters/aws/s3-assets.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { measureReleaseStep } from '../../shared/pipeline/cloud/steps.ts';
import { auditStep, s3 } from '../audit-step.ts';

const assets = assetsBy(s3);

export const handler = auditStep('measure-release', {}, async (_, { environment: env, folder }) => {
  await measureReleaseStep(folder, KINDS, assets(env));
  return { measured: true };
});
