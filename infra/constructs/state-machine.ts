import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { type IManagedPolicy, ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { DefinitionBody, type IChainable, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { acknowledge, objectsOf } from '../acknowledge.ts';
import type { Settings } from '../settings.ts';
import { GATE_EVENT } from '../workflows/audit-workflow.ts';
import { allow } from './workflow-function.ts';

interface AuditMachineProps {
  readonly settings: Settings;
  readonly definition: IChainable;
  readonly functions: readonly IFunction[];
  /** What all machines may do: `machineAccess`. */
  readonly common: IManagedPolicy;
  /** Of the maps in the definition. */
  readonly labels: readonly string[];
  readonly name: string;
  /** Machines that it runs and waits for, by ARN, with the ARN pattern of their executions. */
  readonly runs?: { readonly machineArn: string; readonly executions: string };
}

export const machineName = ({ stage }: Pick<Settings, 'stage'>, machine: 'audit' | 'campaign' = 'audit'): string =>
  `unveil-${stage}-${machine}`;

/** The longest that Step Functions lets an execution run: a live source is asked at its own pace, for weeks, and waits cost nothing. */
export const LONGEST_AUDIT = Duration.days(365);

/** Manifests and results of maps, traces, logs: what every machine may do. */
export function machineAccess(scope: Construct, { work, key }: { readonly work: IBucket; readonly key: IKey }): ManagedPolicy {
  const policy = new ManagedPolicy(scope, 'MachineAccess', {
    statements: [
      allow(['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'], [work.arnForObjects('audits/*')]),
      allow(['kms:Decrypt', 'kms:GenerateDataKey'], [key.keyArn]),
      // X-Ray and log delivery have no resources to name.
      allow(
        [
          'xray:PutTraceSegments',
          'xray:PutTelemetryRecords',
          'xray:GetSamplingRules',
          'xray:GetSamplingTargets',
          'logs:CreateLogDelivery',
          'logs:GetLogDelivery',
          'logs:UpdateLogDelivery',
          'logs:DeleteLogDelivery',
          'logs:ListLogDeliveries',
          'logs:PutResourcePolicy',
          'logs:DescribeResourcePolicies',
          'logs:DescribeLogGroups',
        ],
        ['*'],
      ),
    ],
  });
  acknowledge(
    policy,
    { id: 'AwsSolutions-IAM5[Resource::*]', reason: 'X-Ray and log delivery have no resources to name.' },
    {
      id: objectsOf(work, 'audits/*'),
      reason: 'Manifests and results of maps, in a folder for each audit.',
    },
  );
  return policy;
}

/**
 * A Standard machine with Express map children. Its role is written out here: what CDK derives from the definition covers whole buckets and
 * every version of every function. Its log holds states and errors, never data.
 */
export function auditMachine(
  scope: Construct,
  id: string,
  { settings, definition, functions, common, labels, name: stateMachineName, runs }: AuditMachineProps,
): StateMachine {
  const { partition, region, account } = Stack.of(scope);
  const policy = new ManagedPolicy(scope, `${id}Policy`, {
    statements: [
      allow(
        ['lambda:InvokeFunction'],
        functions.map(({ functionArn }) => functionArn),
      ),
      ...mapStatements(`arn:${partition}:states:${region}:${account}`, stateMachineName, labels),
      ...(runs === undefined
        ? [
            allow(['events:PutEvents'], [`arn:${partition}:events:${region}:${account}:event-bus/default`], {
              StringEquals: { 'events:source': GATE_EVENT.source },
            }),
          ]
        : runStatements(runs, `arn:${partition}:events:${region}:${account}:rule`)),
    ],
  });
  const executions = (of: string): string => `arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${of}:*`;
  const named = [
    stateMachineName,
    ...labels.map((label) => `${stateMachineName}/${label}`),
    ...(runs === undefined ? [] : [machineName(settings)]),
  ];
  for (const of of named) {
    acknowledge(policy, { id: `AwsSolutions-IAM5[Resource::${executions(of)}]`, reason: 'Executions are named when they start.' });
  }
  const role = new Role(scope, `${id}Role`, {
    assumedBy: new ServicePrincipal('states.amazonaws.com'),
    description: `What ${stateMachineName} may do`,
    managedPolicies: [policy, common],
  });
  const machine = new StateMachine(scope, id, {
    stateMachineName,
    stateMachineType: StateMachineType.STANDARD,
    definitionBody: DefinitionBody.fromChainable(definition),
    timeout: LONGEST_AUDIT,
    role: role.withoutPolicyUpdates(),
    tracingEnabled: true,
    logs: {
      destination: new LogGroup(scope, `${id}Log`, {
        logGroupName: `/aws/vendedlogs/states/${stateMachineName}`,
        retention: settings.logDays as RetentionDays,
        // As those of the functions: states and errors, no data.
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      level: LogLevel.ALL,
      includeExecutionData: false,
    },
    removalPolicy: RemovalPolicy.DESTROY,
  });
  machine.node.addDependency(policy, common);
  // CDK derives the same for its maps, and attaches it to the role as it was given: with our kind of role it would never be rendered.
  machine.node.tryRemoveChild('DistributedMapPolicy');
  return machine;
}

/**
 * What a machine with distributed maps takes (https://docs.aws.amazon.com/step-functions/latest/dg/iam-policies-eg-dist-map.html): starting
 * children, which are executions of the machine itself, looking after them, and running again those that failed when it is redriven.
 */
const mapStatements = (states: string, name: string, labels: readonly string[]) => [
  allow(['states:StartExecution'], [`${states}:stateMachine:${name}`]),
  allow(
    ['states:DescribeExecution', 'states:StopExecution', 'states:RedriveExecution'],
    [name, ...labels.map((label) => `${name}/${label}`)].map((each) => `${states}:execution:${each}:*`),
  ),
];

/** What waiting for another machine takes: starting it, looking after its executions, and the service's own rule that tells when they end. */
const runStatements = ({ machineArn, executions }: NonNullable<AuditMachineProps['runs']>, rules: string) => [
  allow(['states:StartExecution'], [machineArn]),
  allow(['states:DescribeExecution', 'states:StopExecution'], [executions]),
  allow(['events:PutTargets', 'events:PutRule', 'events:DescribeRule'], [`${rules}/StepFunctionsGetEventsForStepFunctionsExecutionRule`]),
];
