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
  /** Common permissions of all machines: `machineAccess`. */
  readonly common: IManagedPolicy;
  /** Labels of the maps in the definition. */
  readonly labels: readonly string[];
  readonly name: string;
  /** Machines that it runs and waits for: ARN, and ARN pattern of their executions. */
  readonly runs?: { readonly machineArn: string; readonly executions: string };
}

export const machineName = ({ stage }: Pick<Settings, 'stage'>, machine: 'audit' | 'campaign' = 'audit'): string =>
  `unveil-${stage}-${machine}`;

/** Step Functions' limit for an execution. Live sources are called at their own pace, for weeks, and waiting costs nothing. */
export const LONGEST_AUDIT = Duration.days(365);

/** Permissions of every machine: manifests and results of maps, traces, logs. */
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
 * A Standard machine with Express map children. Its role is explicit: CDK's would cover whole buckets and every version of every function. Its log has states
 * and errors, never data.
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
        // Like the functions' logs: states and errors, no data.
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      level: LogLevel.ALL,
      includeExecutionData: false,
    },
    removalPolicy: RemovalPolicy.DESTROY,
  });
  machine.node.addDependency(policy, common);
  // CDK's own policy for its maps is attached to the role as given: with our kind of role it would never be rendered.
  machine.node.tryRemoveChild('DistributedMapPolicy');
  return machine;
}

/**
 * Permissions for distributed maps (https://docs.aws.amazon.com/step-functions/latest/dg/iam-policies-eg-dist-map.html): starting children, which are
 * executions of the same machine, watching them, and repeating failed ones in a redrive.
 */
const mapStatements = (states: string, name: string, labels: readonly string[]) => [
  allow(['states:StartExecution'], [`${states}:stateMachine:${name}`]),
  allow(
    ['states:DescribeExecution', 'states:StopExecution', 'states:RedriveExecution'],
    [name, ...labels.map((label) => `${name}/${label}`)].map((each) => `${states}:execution:${each}:*`),
  ),
];

/** Permissions to wait for another machine: starting it, watching its executions, and the service's own rule for their ends. */
const runStatements = ({ machineArn, executions }: NonNullable<AuditMachineProps['runs']>, rules: string) => [
  allow(['states:StartExecution'], [machineArn]),
  allow(['states:DescribeExecution', 'states:StopExecution'], [executions]),
  allow(['events:PutTargets', 'events:PutRule', 'events:DescribeRule'], [`${rules}/StepFunctionsGetEventsForStepFunctionsExecutionRule`]),
];
