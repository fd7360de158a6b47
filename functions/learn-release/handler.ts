// Fits the attacks that learn from the whole release. Corpora answer from their index; nothing of the original can be reached from here. A language
// model is asked in turns, if the request and the stack name one: the answer says when to come again.
import { openBedrock } from '../../shared/adapters/aws/language-model.ts';
import { assetsBy } from '../../shared/adapters/aws/s3-assets.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { readEnvironment } from '../../shared/lambda/environment.ts';
import { learnStep } from '../../shared/pipeline/cloud/steps.ts';
import { auditStep, s3 } from '../audit-step.ts';
import { MODEL_ENVIRONMENT } from '../environments.ts';

const assets = assetsBy(s3);

export const handler = auditStep('learn-release', {}, (_, { environment: env, folder, fits, requestId, deadline }) =>
  learnStep(folder, KINDS, assets(env), fits, {
    open: (model) => openBedrock(readEnvironment(MODEL_ENVIRONMENT, process.env), model),
    owner: requestId,
    deadline,
    now: Date.now,
  }),
);
