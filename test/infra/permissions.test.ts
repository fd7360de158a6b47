// AWS enforces roles and resource policies, a local run does not: rendered policies compared with the calls of each state of
// both machines needs. Nothing missing, and nothing over: whatever else the stacks' own actions could do to the stacks' own resources is refused.
import { stackTemplates } from '../../cloud-local/snapshot.ts';
import type { StackTemplate } from '../../cloud-local/template.ts';
import { ACCOUNT, Account, type Placed, REGION } from '../helpers/aws/account.ts';
import { allowed, listOf, roleStatements, type Statement } from '../helpers/aws/iam.ts';
import { machineNeeds, type Need } from '../helpers/aws/machine-needs.ts';

const { stacks } = await stackTemplates();
const account = new Account(stacks);
const machines = account.ofType('AWS::StepFunctions::StateMachine');
const roleOf = (machine: Placed): string =>
  account.ofType('AWS::IAM::Role').find(({ arn }) => arn === machine.Properties['RoleArn'])?.id ?? '';

/** A template with a statement of a policy changed, to see that the test would see it. */
function planted(change: (statement: Statement, policy: string) => Statement | null): Account {
  const copy = structuredClone(stacks.map(({ stackName, template }) => ({ stackName, template }))) as StackTemplate[];
  for (const { template } of copy) {
    for (const [id, { Type, Properties }] of Object.entries(template.Resources as Record<string, Placed>)) {
      if (Type !== 'AWS::IAM::ManagedPolicy') continue;
      const document = Properties['PolicyDocument'] as { Statement: Statement[] };
      document.Statement = document.Statement.flatMap((statement) => change(statement, id) ?? []);
    }
  }
  return new Account(copy);
}

const missing = (of: Account, machine: Placed): string[] => {
  const by = { role: roleOf(machine) };
  const refused = machineNeeds(of, machine).filter((need) => !allowed(of, { ...need, by }));
  return [...new Set(refused.map(({ state, action, resource }) => `${state}: ${action} on ${resource}`))];
};

/** Every action of these policies on every resource of the stacks, and on foreign ones. */
function probes(of: Account): readonly Omit<Need, 'state'>[] {
  const statements = of.ofType('AWS::IAM::Role').flatMap(({ id }) => roleStatements(of, id));
  const actions = new Set(statements.flatMap(({ Action }) => listOf(Action)));
  const named = of.resources.map(({ arn }) => arn).filter((arn) => arn.startsWith('arn:'));
  const keys = ['audits/x', 'inbox/x', 'inbox/rejected.json', 'results/x', 'sources/x', 'athena/x', 'x'];
  const objects = of.ofType('AWS::S3::Bucket').flatMap(({ arn }) => keys.map((key) => `${arn}/${key}`));
  const executions = machines.flatMap(({ arn }) => {
    const execution = arn.replace(':stateMachine:', ':execution:');
    return [`${execution}:x`, `${execution}/other:x`, `${execution}-other:x`];
  });
  const strangers = [
    `arn:aws:lambda:${REGION}:${ACCOUNT}:function:other`,
    `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:other`,
    `arn:aws:states:${REGION}:${ACCOUNT}:execution:other:x`,
    `arn:aws:kms:${REGION}:${ACCOUNT}:key/other`,
    `arn:aws:events:${REGION}:${ACCOUNT}:rule/other`,
    `arn:aws:events:${REGION}:${ACCOUNT}:event-bus/other`,
    'arn:aws:s3:::other/audits/x',
  ];
  const resources = [...named, ...objects, ...executions, ...strangers];
  return [...actions].flatMap((action) => resources.map((resource) => ({ action, resource })));
}

/** The same call, whatever the name of the execution or the rest of the key: these are probed with names of their own. */
const kindOf = ({ action, resource }: Omit<Need, 'state'>): string =>
  `${action} ${resource.replace(/(:execution:[^:]+):.*$/, '$1:*').replace(/^(arn:aws:s3:::[^/]+\/audits\/).*$/, '$1*')}`;

const over = (of: Account, machine: Placed): string[] => {
  const needs = machineNeeds(of, machine);
  const kinds = new Set(needs.map(kindOf));
  // Actions without resource-level permissions are allowed on all resources.
  const anywhere = new Set(needs.filter(({ resource }) => resource === '*').map(({ action }) => action));
  const by = { role: roleOf(machine) };
  const spare = probes(of).filter((probe) => !anywhere.has(probe.action) && !kinds.has(kindOf(probe)) && allowed(of, { ...probe, by }));
  return [...new Set(spare.map(kindOf))];
};

describe.each(machines.map((machine) => [machine.Properties['StateMachineName'] as string, machine] as const))('%s', (_name, machine) => {
  test('may do all that each of its states needs', () => {
    expect(machineNeeds(account, machine).length).toBeGreaterThan(30);
    expect(missing(account, machine)).toEqual([]);
  });

  test('may do nothing else', () => {
    expect(over(account, machine)).toEqual([]);
  });

  test('names no action that none of its states needs', () => {
    const needed = new Set(machineNeeds(account, machine).map(({ action }) => action));
    const named = roleStatements(account, roleOf(machine)).flatMap(({ Action }) => listOf(Action));
    expect(named.filter((action) => !needed.has(action))).toEqual([]);
  });

  test('would be seen to miss any one of its statements', () => {
    const own = roleStatements(account, roleOf(machine));
    expect(own.length).toBeGreaterThan(4);
    for (const dropped of own) {
      const text = JSON.stringify(dropped);
      const poorer = planted((statement) => (JSON.stringify(account.resolve(statement)) === text ? null : statement));
      expect([dropped.Action, missing(poorer, machine).length > 0]).toEqual([dropped.Action, true]);
    }
  });

  test.each([
    ['every execution', 'states:RedriveExecution', `arn:aws:states:${REGION}:${ACCOUNT}:execution:*`],
    ['every function', 'lambda:InvokeFunction', '*'],
    ['the whole work bucket and others', 's3:GetObject', 'arn:aws:s3:::*'],
    ['any key', 'kms:Decrypt', `arn:aws:kms:${REGION}:${ACCOUNT}:key/*`],
  ])('would be seen to be allowed %s', (_what, action, resource) => {
    const wider = planted((statement) => (listOf(statement.Action).includes(action) ? { ...statement, Resource: resource } : statement));
    expect(over(wider, machine)).not.toEqual([]);
  });
});

describe('a language model', () => {
  const askers = (of: Account): string[] =>
    of
      .ofType('AWS::IAM::Role')
      .filter(({ id }) => roleStatements(of, id).some(({ Action }) => listOf(Action).some((action) => action.startsWith('bedrock:'))))
      .map(({ Properties }) => String(Properties['Description']));

  test('by default no function may ask one', () => {
    expect(askers(account)).toEqual([]);
  });

  test('if the settings name one, learning may ask it and no other, and keep its answers', async () => {
    const model = 'amazon.nova-lite-v1:0';
    const asking = new Account((await stackTemplates({ languageModel: { model } })).stacks);
    expect(askers(asking)).toEqual(['What unveil-main-learn-release may do']);
    const role = asking.ofType('AWS::IAM::Role').find(({ id }) => id.startsWith('LearnRelease'))?.id ?? '';
    const may = (action: string, resource: string): boolean => allowed(asking, { by: { role }, action, resource });
    const of = (region: string, name: string): string => `arn:aws:bedrock:${region}::foundation-model/${name}`;
    expect(may('bedrock:InvokeModel', of(REGION, model))).toBe(true);
    for (const other of [of(REGION, 'other.model-v1:0'), of('us-west-2', model), `${of(REGION, model)}0`])
      expect([other, may('bedrock:InvokeModel', other)]).toEqual([other, false]);
    expect(may('bedrock:InvokeModelWithResponseStream', of(REGION, model))).toBe(false);
    for (const { id, arn } of asking.ofType('AWS::DynamoDB::Table'))
      expect([id, may('dynamodb:BatchWriteItem', arn)]).toEqual([id, id.startsWith('Answers')]);
  });
});

describe('services that act for the stacks', () => {
  const one = (type: string, id: RegExp): Placed => {
    const [found, ...others] = account.ofType(type).filter((each) => id.test(each.id));
    if (found === undefined || others.length > 0) throw new Error(`${type} ${id}: ${others.length + 1}`);
    return found;
  };
  const may = (service: string, action: string, resource: string, context: Readonly<Record<string, string>> = {}): boolean =>
    allowed(account, { by: { service }, action, resource, context });

  test('every target of every rule may be reached by that rule, and by no other', () => {
    const rules = account.ofType('AWS::Events::Rule');
    for (const rule of rules) {
      for (const { Arn, DeadLetterConfig, RoleArn } of rule.Properties['Targets'] as {
        Arn: string;
        DeadLetterConfig?: { Arn: string };
        RoleArn?: string;
      }[]) {
        // With a role of its own a target is the role's matter.
        expect(RoleArn).toBeUndefined();
        for (const target of [Arn, ...(DeadLetterConfig === undefined ? [] : [DeadLetterConfig.Arn])]) {
          const action = target.includes(':sqs:') ? 'sqs:SendMessage' : 'lambda:InvokeFunction';
          expect([target, may('events.amazonaws.com', action, target, { 'aws:SourceArn': rule.arn })]).toEqual([target, true]);
          const other = `arn:aws:events:${REGION}:${ACCOUNT}:rule/other`;
          expect([target, may('events.amazonaws.com', action, target, { 'aws:SourceArn': other })]).toEqual([target, false]);
        }
      }
    }
    expect(rules.length).toBeGreaterThan(0);
  });

  test.each(['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'])('%s may tell the topic, whose key it may use', (service) => {
    const topic = one('AWS::SNS::Topic', /^WatchTopic/);
    expect(may(service, 'sns:Publish', topic.arn)).toBe(true);
    // https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html: a service that publishes to an encrypted topic takes both.
    const key = topic.Properties['KmsMasterKeyId'] as string;
    for (const action of ['kms:Decrypt', 'kms:GenerateDataKey']) expect([action, may(service, action, key)]).toEqual([action, true]);
  });

  test('S3 may deliver the access logs of each bucket to its prefix', () => {
    const logged = account.ofType('AWS::S3::Bucket').filter(({ Properties }) => Properties['LoggingConfiguration'] !== undefined);
    expect(logged).toHaveLength(4);
    for (const { arn, Properties } of logged) {
      const { DestinationBucketName, LogFilePrefix } = Properties['LoggingConfiguration'] as Readonly<Record<string, string>>;
      const context = { 'aws:SourceArn': arn, 'aws:SourceAccount': ACCOUNT };
      const resource = `arn:aws:s3:::${DestinationBucketName}/${LogFilePrefix}x`;
      expect([arn, may('logging.s3.amazonaws.com', 's3:PutObject', resource, context)]).toEqual([arn, true]);
    }
  });

  test('nobody reads a bucket without TLS', () => {
    const by = { role: account.ofType('AWS::IAM::Role').find(({ id }) => id.startsWith('ReadRelease'))?.id ?? '' };
    const call = { by, action: 's3:GetObject', resource: `${one('AWS::S3::Bucket', /^Inbox/).arn}/inbox/x` };
    expect(allowed(account, call)).toBe(true);
    expect(allowed(account, { ...call, context: { 'aws:SecureTransport': 'false' } })).toBe(false);
    expect(allowed(account, { ...call, context: { 's3:TlsVersion': '1.1' } })).toBe(false);
  });

  test('the queue of drops is read by the starter, whose role may', () => {
    for (const { Properties } of account.ofType('AWS::Lambda::EventSourceMapping')) {
      const target = account.ofType('AWS::Lambda::Function').find(({ arn }) => arn.endsWith(`:${Properties['FunctionName']}`));
      const role = account.ofType('AWS::IAM::Role').find(({ arn }) => arn === target?.Properties['Role'])?.id ?? '';
      // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html, "Execution role permissions".
      for (const verb of ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes']) {
        const call = { by: { role }, action: `sqs:${verb}`, resource: Properties['EventSourceArn'] as string };
        expect([verb, allowed(account, call)]).toEqual([verb, true]);
      }
    }
  });
});
