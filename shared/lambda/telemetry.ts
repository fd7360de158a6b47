import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { logMetrics } from '@aws-lambda-powertools/metrics/middleware';
import { Tracer } from '@aws-lambda-powertools/tracer';
import { captureLambdaHandler } from '@aws-lambda-powertools/tracer/middleware';

const NAMESPACE = 'unveil';

/** Suppresses the warning that a failed call has no figures to publish. */
const QUIET = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, trace: () => {} };

/** Logger, tracer and metrics of one function, which never record its input or output. */
export function telemetryOf(serviceName: string) {
  const { STAGE: stage = 'none' } = process.env;
  const logger = new Logger({ serviceName });
  const tracer = new Tracer({ serviceName });
  const metrics = new Metrics({ serviceName, namespace: NAMESPACE, defaultDimensions: { function: serviceName, stage }, logger: QUIET });
  return {
    logger,
    metrics,
    middlewares: [
      injectLambdaContext(logger, { logEvent: false, resetKeys: true }),
      captureLambdaHandler(tracer, { captureResponse: false }),
      logMetrics(metrics, { captureColdStartMetric: false, throwOnEmptyMetrics: false }),
    ],
  };
}
