import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import {
  DistributedMap,
  ItemBatcher,
  JitterType,
  JsonPath,
  OutputType,
  ResultWriterV2,
  type RetryProps,
  S3JsonLItemReader,
  StateMachineType,
  TaskInput,
  Timeout,
  Transformation,
  WriterConfig,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';

/** Timeout of a function in a child. The rest of an Express child's five minutes is for throttling. */
export const CHILD_TIMEOUT = Duration.minutes(3);

/** Throttled: a map starts as many children as the account has room for, and on a new account others want that room too. */
const THROTTLED: Pick<RetryProps, 'errors'> = {
  errors: [
    'Lambda.TooManyRequestsException',
    'CacheThrottled',
    'PaceContended',
    'SlowDown',
    'ThrottlingException',
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
  ],
};

/** Within its child's time: together at most 94 s, beside one full run. */
const CHILD_THROTTLED: RetryProps = {
  ...THROTTLED,
  interval: Duration.seconds(2),
  backoffRate: 2,
  maxAttempts: 6,
  maxDelay: Duration.seconds(32),
  jitterStrategy: JitterType.FULL,
};

/** Of a step of its own: for about a quarter of an hour. */
const STEP_THROTTLED: RetryProps = {
  ...THROTTLED,
  interval: Duration.seconds(5),
  backoffRate: 2,
  maxAttempts: 10,
  maxDelay: Duration.minutes(2),
  jitterStrategy: JitterType.FULL,
};

/**
 * Other retries: five for the service's own failures, two for a step that ran out of time or memory, or that did not find the output of the step
 * before. Our own names are in shared/lambda/error-names.ts.
 */
const MISHAPS: readonly RetryProps[] = [
  {
    errors: [
      'Lambda.ServiceException',
      'Lambda.AWSLambdaException',
      'Lambda.SdkClientException',
      'Lambda.ClientExecutionTimeoutException',
      'Lambda.Unknown',
      'ServiceUnavailable',
      'InternalError',
      'TimeoutError',
      'NetworkingError',
    ],
    interval: Duration.seconds(2),
    backoffRate: 2,
    maxAttempts: 5,
    maxDelay: Duration.minutes(1),
    jitterStrategy: JitterType.FULL,
  },
  {
    errors: ['OutOfTime', 'OutOfMemory', 'MissingBlob', 'States.Timeout'],
    interval: Duration.seconds(5),
    backoffRate: 2,
    maxAttempts: 2,
    jitterStrategy: JitterType.FULL,
  },
  // Trying again changes nothing about these.
  { errors: ['BadInput', 'ContractError', 'EnvironmentError', 'OtherVersion'], maxAttempts: 0 },
  // A mishap without a name of its own: a connection that broke, a process that died.
  { errors: ['States.ALL'], interval: Duration.seconds(5), backoffRate: 2, maxAttempts: 2, jitterStrategy: JitterType.FULL },
];

export const RETRIES: readonly RetryProps[] = [STEP_THROTTLED, ...MISHAPS];
const CHILD_RETRIES: readonly RetryProps[] = [CHILD_THROTTLED, ...MISHAPS];

interface StepProps {
  readonly handler: IFunction;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Where the answer goes; states add to the document and take nothing away. */
  readonly resultPath: string;
  readonly timeout: Duration;
  readonly comment: string;
  /** By default those of a step of its own. */
  readonly retries?: readonly RetryProps[];
}

/** One function as a state, with the retries that all share. */
export function step(
  scope: Construct,
  id: string,
  { handler, payload, resultPath, timeout, comment, retries = RETRIES }: StepProps,
): LambdaInvoke {
  const state = new LambdaInvoke(scope, id, {
    lambdaFunction: handler,
    payloadResponseOnly: true,
    retryOnServiceExceptions: false,
    payload: TaskInput.fromObject({ ...payload }),
    resultPath,
    taskTimeout: Timeout.duration(timeout),
    comment,
  });
  for (const retry of retries) state.addRetry(retry);
  return state;
}

/** For a map that the service itself failed. */
export const MAP_RETRY: RetryProps = {
  errors: ['States.ItemReaderFailed', 'States.ResultWriterFailed'],
  interval: Duration.seconds(10),
  maxAttempts: 2,
  jitterStrategy: JitterType.FULL,
};

/**
 * A map with too many failed children is repeated once, with all children, which write under the same keys. A busy account is usually free minutes later;
 * after a real fault, a redrive runs only the failed children.
 */
const REPEAT: RetryProps = {
  errors: ['States.ExceedToleratedFailureThreshold'],
  interval: Duration.minutes(2),
  maxAttempts: 1,
  jitterStrategy: JitterType.FULL,
};

/** Where a map writes the end of each child. */
export const runsOf = (bucket: IBucket, label: string): ResultWriterV2 =>
  new ResultWriterV2({
    bucket,
    prefix: JsonPath.format(`audits/{}/runs/${label}`, JsonPath.stringAt('$.audit.auditId')),
    writerConfig: new WriterConfig({ outputType: OutputType.JSON, transformation: Transformation.NONE }),
  });

export interface FanOutProps {
  readonly label: string;
  readonly bucket: IBucket;
  /** The path of the manifest's key in the state's input. */
  readonly manifest: string;
  readonly handler: IFunction;
  /** Pointers to a child. */
  readonly most: { readonly fixed: number } | { readonly path: string };
  readonly toleratedFailurePercentage: number;
  readonly resultPath: string;
  readonly comment: string;
}

/** A manifest may have 100 million lines; a guard against a manifest that was made wrong. */
const MOST_ITEMS = 100_000_000;

/** One function over all pointers of a manifest: Express children, batched, their results in the work bucket. */
export function fanOut(scope: Construct, id: string, props: FanOutProps): DistributedMap {
  const { label, bucket, manifest, handler, most, toleratedFailurePercentage, resultPath, comment } = props;
  const map = new DistributedMap(scope, id, {
    label,
    comment,
    mapExecutionType: StateMachineType.EXPRESS,
    // The execution's tokens: never more, so that all executions fit into the account.
    maxConcurrencyPath: '$.children',
    toleratedFailurePercentage,
    itemReader: new S3JsonLItemReader({ bucket, key: JsonPath.stringAt(manifest), maxItems: MOST_ITEMS }),
    itemBatcher: new ItemBatcher({
      ...('fixed' in most ? { maxItemsPerBatch: most.fixed } : { maxItemsPerBatchPath: most.path }),
      // Below the service's 256 KiB, which the frame around the batch counts towards.
      maxInputBytesPerBatch: 200_000,
      // Written out as a path: CDK does not render JsonPath here.
      batchInput: { 'audit.$': '$.audit' },
    }),
    resultWriterV2: runsOf(bucket, label),
    resultPath,
  });
  const work = step(scope, `${id}: one batch`, {
    handler,
    payload: { audit: JsonPath.objectAt('$.BatchInput.audit'), pointers: JsonPath.objectAt('$.Items') },
    resultPath: '$',
    timeout: CHILD_TIMEOUT,
    retries: CHILD_RETRIES,
    comment: 'Writes under keys that follow from its pointers, so it may run twice.',
  });
  map.itemProcessor(work);
  map.addRetry(MAP_RETRY);
  map.addRetry(REPEAT);
  return map;
}
