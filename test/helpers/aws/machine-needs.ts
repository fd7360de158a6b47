// Permissions that each state needs, derived from the rendered definition.
import { type DistributedMap, isDistributed, type State, statesOf } from '../../../cloud-local/workflow/definition.ts';
import { ACCOUNT, type Account, type Placed, REGION } from './account.ts';
import type { Call } from './iam.ts';

export type Need = Omit<Call, 'by'> & { readonly state: string };

/** An audit as states name it; keys that a step answers lie in its folder. */
const ID = '0123456789abcdef0123456789abcdef01234567';
const FOLDER = `audits/${ID}`;

/** Permissions of the machine itself: traces and log delivery. */
const TRACES = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords', 'xray:GetSamplingRules', 'xray:GetSamplingTargets'];
/** https://docs.aws.amazon.com/step-functions/latest/dg/cw-logs.html, "IAM policies for logging". */
const LOGS = [
  'logs:CreateLogDelivery',
  'logs:GetLogDelivery',
  'logs:UpdateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:ListLogDeliveries',
  'logs:PutResourcePolicy',
  'logs:DescribeResourcePolicies',
  'logs:DescribeLogGroups',
];

export function machineNeeds(account: Account, machine: Placed): readonly Need[] {
  const { DefinitionString, TracingConfiguration, LoggingConfiguration } = machine.Properties;
  const needs: Need[] = [];
  const always = (state: string, actions: readonly string[]): void => {
    for (const action of actions) needs.push({ state, action, resource: '*' });
  };
  if (TracingConfiguration !== undefined) always('(traces)', TRACES);
  if (LoggingConfiguration !== undefined) always('(log)', LOGS);
  for (const [name, state] of statesOf(JSON.parse(DefinitionString as string))) {
    for (const need of needsOf(account, machine, state)) needs.push({ state: name, ...need });
  }
  return needs;
}

type Bare = Omit<Need, 'state'>;

function needsOf(account: Account, machine: Placed, state: State): readonly Bare[] {
  if (isDistributed(state)) return mapNeeds(account, machine, state);
  if (state.Type === 'Map' || state.Type !== 'Task') return [];
  const resource = state.Resource ?? '';
  if (resource.startsWith('arn:aws:lambda:')) return [{ action: 'lambda:InvokeFunction', resource }];
  const parameters = (state['Parameters'] ?? {}) as Readonly<Record<string, unknown>>;
  if (resource === 'arn:aws:states:::states:startExecution.sync:2') return nestedNeeds(String(parameters['StateMachineArn']));
  if (resource === 'arn:aws:states:::events:putEvents') {
    return (parameters['Entries'] as readonly { readonly Source: string }[]).map(({ Source }) => ({
      action: 'events:PutEvents',
      resource: `arn:aws:events:${REGION}:${ACCOUNT}:event-bus/default`,
      context: { 'events:source': Source },
    }));
  }
  throw new Error(`this test does not know what ${resource} takes: look it up, and write it here`);
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/connect-stepfunctions.html: the service's own rule tells when it ends. */
function nestedNeeds(arn: string): readonly Bare[] {
  const execution = `${arn.replace(':stateMachine:', ':execution:')}:${ID}`;
  const rule = `arn:aws:events:${REGION}:${ACCOUNT}:rule/StepFunctionsGetEventsForStepFunctionsExecutionRule`;
  return [
    { action: 'states:StartExecution', resource: arn },
    ...['states:DescribeExecution', 'states:StopExecution'].map((action) => ({ action, resource: execution })),
    ...['events:PutTargets', 'events:PutRule', 'events:DescribeRule'].map((action) => ({ action, resource: rule })),
  ];
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/iam-policies-eg-dist-map.html: children, their redrive, the reader, the writer. */
function mapNeeds(account: Account, { arn }: Placed, { Label, ItemReader, ResultWriter }: DistributedMap): readonly Bare[] {
  const executions = arn.replace(':stateMachine:', ':execution:');
  const needs: Bare[] = [{ action: 'states:StartExecution', resource: arn }];
  for (const execution of [`${executions}:${ID}`, `${executions}/${Label}:child`]) {
    for (const verb of ['Describe', 'Stop', 'Redrive']) needs.push({ action: `states:${verb}Execution`, resource: execution });
  }
  const at = (parameters: unknown, name: 'Key' | 'Prefix'): { readonly bucket: Placed; readonly key: string } => {
    const { Bucket, ...rest } = parameters as Readonly<Record<string, string>>;
    const bucket = account.ofType('AWS::S3::Bucket').find((each) => each.arn === `arn:aws:s3:::${Bucket}`);
    if (bucket === undefined) throw new Error(`${Bucket} is no bucket of the stacks`);
    return { bucket, key: rest[name] ?? filled(rest[`${name}.$`] ?? '') };
  };
  if (ItemReader !== undefined) {
    const { bucket, key } = at(ItemReader.Parameters, 'Key');
    needs.push({ action: 's3:GetObject', resource: `${bucket.arn}/${key}` }, ...keyNeeds(bucket, ['kms:Decrypt']));
  }
  if (ResultWriter !== undefined) {
    const { bucket, key } = at(ResultWriter.Parameters, 'Prefix');
    for (const verb of ['PutObject', 'GetObject', 'ListMultipartUploadParts', 'AbortMultipartUpload'])
      needs.push({ action: `s3:${verb}`, resource: `${bucket.arn}/${key}/run/SUCCEEDED_0.json` });
    // Parts are put together under the same data key: S3 decrypts it to encrypt the next.
    needs.push(...keyNeeds(bucket, ['kms:GenerateDataKey', 'kms:Decrypt']));
  }
  return needs;
}

/** `States.Format('audits/{}/runs/count', $.audit.auditId)` filled in; a path of the document is a key that a step answered. */
function filled(template: string): string {
  const format = /^States\.Format\('([^']*)', \$\.audit\.auditId\)$/.exec(template);
  if (format !== null) return (format[1] ?? '').replace('{}', ID);
  if (/^\$\.[A-Za-z.]+$/.test(template)) return `${FOLDER}/manifest.jsonl`;
  throw new Error(`this test cannot fill in ${template}`);
}

/** Permissions for an encrypted bucket. */
export function keyNeeds({ Properties }: Placed, actions: readonly string[]): readonly Bare[] {
  const { ServerSideEncryptionConfiguration: rules = [] } = (Properties['BucketEncryption'] ?? {}) as {
    readonly ServerSideEncryptionConfiguration?: readonly { ServerSideEncryptionByDefault: { KMSMasterKeyID?: string } }[];
  };
  return rules.flatMap(({ ServerSideEncryptionByDefault: { KMSMasterKeyID: resource } }) =>
    resource === undefined ? [] : actions.map((action) => ({ action, resource })),
  );
}
