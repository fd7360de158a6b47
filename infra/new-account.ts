// Quotas of an account, default or new, against the template, each with its source. npm run cloud:preflight prints them.
import { NEW_ACCOUNT_MB } from './step-memory.ts';

interface Quota {
  readonly what: string;
  readonly most: number;
  readonly source: string;
}

const LAMBDA = 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html';
const IAM = 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html';
const STATES = 'https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html';
const CLOUDFORMATION = 'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html';
const CLOUDWATCH = 'https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html';

const quota = (what: string, most: number, source: string): Quota => ({ what, most, source });

export const QUOTAS = {
  memory: quota('memory of a function in a new account, in MB', NEW_ACCOUNT_MB, `${LAMBDA} ("new accounts have reduced ... quotas"); aws-lambda-power-tuning #181`), // biome-ignore format: one line
  unreserved: quota(
    'functions reserved for single ones, of the ten that a new account runs at once',
    0,
    'awslabs/fhir-works-on-aws-deployment #691',
  ),
  timeout: quota('time of a function, in seconds', 900, LAMBDA),
  environment: quota('bytes of the environment of a function', 4_096, LAMBDA),
  mapConcurrency: quota('children of a map at once', 10_000, STATES),
  definition: quota('bytes of a definition', 1_000_000, STATES),
  policies: quota('managed policies of a role', 10, IAM),
  policySize: quota('characters of a managed policy', 6_144, IAM),
  queuePolicy: quota('actions in a statement of the policy of a queue', 7, 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html'), // biome-ignore format: one line
  resources: quota('resources of a stack', 500, CLOUDFORMATION),
  outputs: quota('outputs of a stack', 200, CLOUDFORMATION),
  template: quota('bytes of a template', 1_048_576, CLOUDFORMATION),
  pattern: quota('characters of the pattern of a rule', 2_048, 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html'),
  alarmMetrics: quota('metrics in the expression of an alarm', 10, CLOUDWATCH),
  tableReads: quota('read units a second of a table on demand', 40_000, 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html'), // biome-ignore format: one line
  tableWrites: quota('write units a second of a table on demand', 40_000, 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html'), // biome-ignore format: one line
} as const satisfies Readonly<Record<string, Quota>>;

/** A part of a template and its quota. */
export interface QuotaUse {
  readonly where: string;
  readonly quota: Quota;
  readonly value: number;
}

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

interface Template {
  readonly Resources?: unknown;
  readonly Outputs?: unknown;
}

const size = (value: unknown): number => JSON.stringify(value).replace(/\s+/g, '').length;

/** All parts of the template with a quota, in the order of the template. */
export function heldAgainstQuotas(stackName: string, template: Template): QuotaUse[] {
  const resources = Object.entries((template.Resources ?? {}) as Readonly<Record<string, Resource>>);
  const held: QuotaUse[] = [
    { where: stackName, quota: QUOTAS.resources, value: resources.length },
    { where: stackName, quota: QUOTAS.outputs, value: Object.keys((template.Outputs ?? {}) as object).length },
    { where: stackName, quota: QUOTAS.template, value: JSON.stringify(template).length },
  ];
  for (const [id, { Type, Properties = {} }] of resources) {
    const find = RULES[Type];
    for (const [kind, value] of find === undefined ? [] : find(Properties)) {
      held.push({ where: `${stackName}/${id}`, quota: QUOTAS[kind], value });
    }
  }
  return held;
}

type Found = readonly (readonly [kind: keyof typeof QUOTAS, value: number])[];

const RULES: Readonly<Record<string, (properties: Readonly<Record<string, unknown>>) => Found>> = {
  'AWS::Lambda::Function': ({ MemorySize = 128, Timeout = 3, Environment = {}, ReservedConcurrentExecutions = 0 }) => [
    ['memory', MemorySize as number],
    ['timeout', Timeout as number],
    ['environment', size(Environment)],
    ['unreserved', ReservedConcurrentExecutions as number],
  ],
  'AWS::StepFunctions::StateMachine': ({ DefinitionString }) => {
    const atOnce = [...JSON.stringify(DefinitionString).matchAll(/\\?"MaxConcurrency\\*":(\d+)/g)].map(([, each]) => Number(each));
    return [['definition', size(DefinitionString)], ...atOnce.map((each) => ['mapConcurrency', each] as const)];
  },
  'AWS::IAM::Role': ({ ManagedPolicyArns = [] }) => [['policies', (ManagedPolicyArns as readonly unknown[]).length]],
  'AWS::IAM::ManagedPolicy': ({ PolicyDocument }) => [['policySize', size(PolicyDocument)]],
  'AWS::SQS::QueuePolicy': ({ PolicyDocument }) =>
    (PolicyDocument as { readonly Statement: readonly { readonly Action: unknown }[] }).Statement.map(({ Action }) => [
      'queuePolicy',
      Array.isArray(Action) ? Action.length : 1,
    ]),
  // A scheduled rule has no pattern.
  'AWS::Events::Rule': ({ EventPattern }) => (EventPattern === undefined ? [] : [['pattern', size(EventPattern)]]),
  'AWS::CloudWatch::Alarm': ({ Metrics = [] }) => [
    ['alarmMetrics', (Metrics as readonly { readonly MetricStat?: unknown }[]).filter(({ MetricStat }) => MetricStat !== undefined).length],
  ],
  'AWS::DynamoDB::Table': ({ OnDemandThroughput = {} }) => {
    const { MaxReadRequestUnits: reads = 0, MaxWriteRequestUnits: writes = 0 } = OnDemandThroughput as Readonly<Record<string, number>>;
    return [
      ['tableReads', reads],
      ['tableWrites', writes],
    ];
  },
};
