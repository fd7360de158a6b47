// The deployed system in this process: the synthesised state machine, the real handlers, and S3, DynamoDB, KMS and Step Functions with their wire protocols
// on loopback. One at a time, because handlers find their services through the environment.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { S3Client as Client, CreateBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { createTable, type DynamoServer, dynamoClient, startDynamo } from './dynamodb/server.ts';
import { EventBus } from './event-bus.ts';
import { startJsonService } from './json-server.ts';
import { type S3Server, startS3 } from './s3/server.ts';
import { type Execution, LocalStates } from './states.ts';
import { type Deployed, readTemplates, type StackTemplate } from './template.ts';
import type { Json } from './workflow/definition.ts';
import type { ExecutionOutcome, LoggedEvent, RunOptions } from './workflow/run.ts';

/** Called instead of a handler: its result or error replaces the call's. */
export type Intercept = (handler: string, payload: Json, call: () => Promise<Json>) => Promise<Json>;

export interface CloudOptions {
  readonly map?: RunOptions['map'];
  readonly onEvent?: (event: LoggedEvent) => void;
  readonly intercept?: Intercept;
  /** Error with which the service refuses to start an execution inside of another; undefined: it starts. */
  readonly refuseStart?: (name: string) => string | undefined;
  /** Module of a handler; by default its source. */
  readonly moduleOf?: (handler: string) => string;
  /** Endpoints of services in another process (cloud-local/services.ts); by default they run here. */
  readonly services?: { readonly s3: string; readonly dynamo: string };
}

export interface LocalCloud {
  readonly s3: S3Client;
  readonly server: S3Server | null;
  readonly dynamo: DynamoServer;
  readonly deployed: Deployed;
  readonly environment: Readonly<Record<string, string>>;
  /** By name, in the order of their start. */
  readonly executions: ReadonlyMap<string, Execution>;
  /** Events on the bus. */
  readonly events: readonly Json[];
  /** Step Functions, for ending an execution from outside, or redriving it. */
  readonly states: Pick<LocalStates, 'end' | 'redrive'>;
  /** Replaces options of later starts. */
  set(options: CloudOptions): void;
  /** Delivers the event for a write of `key` to the inbox, as S3 does through EventBridge and SQS; null without a matching rule. */
  deliver(key: string, at?: Date, versionId?: string): Promise<Json>;
  /** Delivers the messages that returned to the queue of drops, whatever their delay. */
  redeliver(): Promise<void>;
  invoke(handler: string, payload: Json): Promise<Json>;
  /** Messages that were set aside, and the delays in seconds of those that returned. */
  readonly setAside: readonly string[];
  readonly setBack: readonly number[];
  /** Runs everything scheduled now. */
  tick(): Promise<void>;
  /** Starts the audits' machine under any name, without the starter. */
  start(name: string, input: Json): Promise<ExecutionOutcome>;
  /** Waits for everything that was started, and for its events; returns the last outcome. */
  settle(): Promise<ExecutionOutcome | null>;
  stop(): Promise<void>;
}

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'LOCALACCESS', AWS_SECRET_ACCESS_KEY: 'LOCALSECRET', AWS_REGION: 'us-east-1' };
/** Telemetry has no receiver here. */
const SILENT = {
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_TRACE_ENABLED: 'false',
  POWERTOOLS_METRICS_DISABLED: 'true',
  POWERTOOLS_DEV: 'false',
  // Otherwise the tracer's library follows every promise of the process, for traces that are never collected.
  AWS_XRAY_MANUAL_MODE: 'true',
};

export async function startCloud(assembly: { readonly stacks: readonly StackTemplate[] }, initial: CloudOptions = {}): Promise<LocalCloud> {
  let options = initial;
  const deployed = readTemplates(assembly);
  const { services, moduleOf = sourceOf } = initial;
  const server = services === undefined ? await startS3() : null;
  const dynamo = services === undefined ? await startDynamo() : remoteDynamo(services.dynamo);
  const secret = randomBytes(32);
  const kms = await startJsonService({
    GenerateMac: async ({ Message }: { Message: string }) => ({
      Mac: createHmac('sha256', secret).update(Message, 'base64').digest('base64'),
    }),
  });
  const events: Json[] = [];
  const bus = new EventBus(deployed.rules, (handler, event) => invoke(handler, event));
  const states = new LocalStates({
    machines: deployed.machines,
    s3: () => s3,
    invoke: (resource, payload) => invoke(deployed.handlers.get(resource) ?? resource, payload),
    putEvents: (entries) => events.push(...entries),
    current: () => options,
    changed: (event) => bus.put(event),
  });
  const statesService = await startJsonService(states.operations);
  const busService = await startJsonService({
    PutEvents: async ({ Entries }: { Entries: { Detail: string }[] }) => {
      events.push(...Entries.map((entry) => asJson({ ...entry, Detail: JSON.parse(entry.Detail) })));
      return { FailedEntryCount: 0, Entries: Entries.map((_, at) => ({ EventId: String(at) })) };
    },
  });
  const delayed: string[] = [];
  const setBack: number[] = [];
  const queueService = await startJsonService({
    ChangeMessageVisibility: async ({ VisibilityTimeout }: { VisibilityTimeout: number }) => {
      setBack.push(VisibilityTimeout);
      return {};
    },
    SendMessage: async ({ MessageBody }: { MessageBody: string }) => {
      delayed.push(MessageBody);
      return { MessageId: String(delayed.length), MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
    },
  });
  const environment = {
    ...CREDENTIALS,
    ...SILENT,
    AWS_ENDPOINT_URL_S3: services?.s3 ?? server?.endpoint ?? '',
    AWS_ENDPOINT_URL_DYNAMODB: dynamo.endpoint,
    AWS_ENDPOINT_URL_KMS: kms.endpoint,
    AWS_ENDPOINT_URL_SFN: statesService.endpoint,
    AWS_ENDPOINT_URL_EVENTBRIDGE: busService.endpoint,
    AWS_ENDPOINT_URL_SQS: queueService.endpoint,
    ...Object.assign({}, ...deployed.environments.values()),
    // There is no account to ask.
    ACCOUNT_CONCURRENCY: '1000',
  };
  Object.assign(process.env, environment);
  const s3 = new Client({ forcePathStyle: true });
  for (const { name, versioned } of deployed.buckets.values()) {
    if (server === null) await s3.send(new CreateBucketCommand({ Bucket: name }));
    else server.objects.create(name).versioned = versioned;
  }
  for (const { name, key, type } of deployed.tables.values()) await createTable(dynamo.client, name, key, type);

  const invoke = async (handler: string, payload: Json): Promise<Json> => {
    const call = async (): Promise<Json> => asJson(await (await load(moduleOf(handler)))(asJson(payload), contextOf(handler)));
    try {
      return await (options.intercept === undefined ? call() : options.intercept(handler, payload, call));
    } catch (error) {
      throw asLambdaError(error);
    }
  };
  return {
    s3,
    server,
    dynamo,
    deployed,
    environment,
    executions: states.executions,
    events,
    states,
    invoke,
    setAside: bus.setAside,
    setBack,
    tick: () => bus.tick(),
    start: (name, input) => states.begin(environment['AUDIT_MACHINE'] ?? '', name, input).outcome,
    set(next) {
      options = next;
    },
    async deliver(key, at, versionId) {
      const bucket = environment['INBOX_BUCKET'] ?? '';
      const event = objectCreated(bucket, key, at, versionId ?? server?.objects.bucket(bucket).current(key)?.id);
      if (!bus.heeds(event)) return null;
      return invoke('start-audit', { Records: [{ messageId: '1', receiptHandle: 'r', body: JSON.stringify(event) }] });
    },
    async redeliver() {
      for (const body of delayed.splice(0)) await invoke('start-audit', { Records: [{ messageId: '1', body }] });
    },
    async settle() {
      let last: ExecutionOutcome | null = null;
      for (const { outcome } of states.executions.values()) last = await outcome;
      await bus.settled();
      return last;
    },
    async stop() {
      s3.destroy();
      await Promise.all([server?.close(), dynamo.close(), ...[kms, statesService, busService, queueService].map((each) => each.close())]);
    },
  };
}

function remoteDynamo(endpoint: string): DynamoServer {
  const client = dynamoClient(endpoint);
  return { endpoint, client, close: async () => client.destroy() };
}

type Handler = (event: Json, context: object) => Promise<unknown>;

/** Handlers create their clients on loading, so the environment must be set before. */
const load = async (module: string): Promise<Handler> => ((await import(module)) as { readonly handler: Handler }).handler;

const sourceOf = (handler: string): string => new URL(`../functions/${handler}/handler.ts`, import.meta.url).href;

const contextOf = (functionName: string): object => ({
  functionName,
  functionVersion: '1',
  invokedFunctionArn: `arn:local:${functionName}`,
  // Limits are for one function; this is the whole process.
  memoryLimitInMB: '1000000',
  awsRequestId: randomBytes(8).toString('hex'),
  getRemainingTimeInMillis: () => 240_000,
});

const asJson = (value: unknown): Json => (value === undefined ? null : (JSON.parse(JSON.stringify(value)) as Json));

/** A failed invocation as Lambda reports it to Step Functions: the class as error, the rest as cause. */
function asLambdaError(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const reported = new Error(JSON.stringify({ errorType: name, errorMessage: message }));
  reported.name = name;
  return reported;
}

/** Object Created as EventBridge delivers it (docs.aws.amazon.com, "EventBridge event message structure" of S3). */
export const objectCreated = (bucket: string, key: string, at = new Date(), versionId?: string): Json =>
  asJson({
    version: '0',
    id: '17793124-05d4-b198-2fde-7ededc63b103',
    'detail-type': 'Object Created',
    source: 'aws.s3',
    account: '000000000000',
    region: 'us-east-1',
    time: at.toISOString(),
    detail: {
      version: '0',
      bucket: { name: bucket },
      object: { key, size: 5, etag: 'b1946ac92492d2347c6235b4d2611184', sequencer: '617f08299329d189', 'version-id': versionId },
      'source-ip-address': '2001:db8::1',
      reason: 'PutObject',
    },
  });
