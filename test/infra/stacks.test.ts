import { readdirSync, readFileSync } from 'node:fs';
import validate from 'asl-validator';
import { App, type Stack, Validations } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IDLE } from '../../cli/cloud/estimate.ts';
import { stackTemplates } from '../../cloud-local/snapshot.ts';
import { appOf, synthesise } from '../../cloud-local/synth.ts';
import { readTemplates } from '../../cloud-local/template.ts';
import { type State, statesOf } from '../../cloud-local/workflow/definition.ts';
import { readSettings } from '../../infra/settings.ts';
import { NEW_ACCOUNT_MB, STEP_MEMORY } from '../../infra/step-memory.ts';
import { PaceContended } from '../../shared/adapters/aws/dynamo-host-pacer.ts';
import { CacheThrottled } from '../../shared/adapters/aws/dynamo-retry.ts';
import { ContractError } from '../../shared/contracts/parse.ts';
import { BY_DAY, QUERY_TABLES } from '../../shared/contracts/result-tables.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { EnvironmentError } from '../../shared/lambda/environment.ts';
import { ErrorName } from '../../shared/lambda/error-names.ts';
import { OtherVersion } from '../../shared/pipeline/audit/stamp.ts';
import { MissingBlob } from '../../shared/ports/blob-store.ts';
import { ACCOUNT, Account, REGION } from '../helpers/aws/account.ts';
import { allowed } from '../helpers/aws/iam.ts';

const assembly = synthesise();
const templates = new Map(assembly.stacks.map((stack) => [stack.stackName, stack.template as object]));
const data = Template.fromJSON(templates.get('unveil-main-data') ?? {});
const compute = Template.fromJSON(templates.get('unveil-main') ?? {});
const deployed = readTemplates(assembly);
const [definition] = deployed.machines.values();
const states: readonly (readonly [string, State])[] = definition === undefined ? [] : [...statesOf(definition)];

interface ThrottleRetry {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds?: number;
  readonly BackoffRate?: number;
  readonly MaxAttempts?: number;
  readonly MaxDelaySeconds?: number;
}

describe('cdk-nag', () => {
  test('no finding is open: synthesis refuses one that is planted', () => {
    // Synthesis at the top of this file would have failed as this one does.
    const app = appOf();
    const compute = app.node.findChild('unveil-main') as Stack;
    const statements = [new PolicyStatement({ actions: ['s3:*'], resources: ['*'] })];
    new ManagedPolicy(compute, 'Planted', { statements });
    expect(() => app.synth()).toThrow(/AwsSolutions-IAM5\[Action::s3:\*\]/);
  });

  test('every acknowledged finding names its resource and its reason, and there are at most 33', () => {
    const found = appOf()
      .node.findAll()
      .flatMap((construct) =>
        construct.node.metadata
          .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
          .map(({ data: rules }) => ({ path: construct.node.path, rules: rules as Record<string, string> })),
      );
    const acknowledged = found.flatMap(({ path, rules }) =>
      Object.entries(rules).map(([id, reason]) => ({ path, id, reason: String(reason) })),
    );
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(acknowledged.length).toBeLessThanOrEqual(34);
    for (const { id, reason } of acknowledged) expect([id, reason.length > 15]).toEqual([id, true]);
  });
});

test('the snapshot that the local cloud runs from is what synthesis makes', async () => {
  const { stacks } = await stackTemplates();
  expect(new Map(stacks.map(({ stackName, template }) => [stackName, template]))).toEqual(templates);
});

describe('data', () => {
  test('every bucket is private, encrypted, TLS only, and kept when the stack goes', () => {
    const buckets = Object.values(data.findResources('AWS::S3::Bucket'));
    expect(buckets).toHaveLength(5);
    for (const bucket of buckets) {
      expect(bucket['DeletionPolicy']).toBe('RetainExceptOnCreate');
      expect(bucket['Properties']['PublicAccessBlockConfiguration']['BlockPublicPolicy']).toBe(true);
      expect(bucket['Properties']['OwnershipControls']['Rules'][0]['ObjectOwnership']).toBe('BucketOwnerEnforced');
    }
    const policies = Object.values(data.findResources('AWS::S3::BucketPolicy'));
    expect(policies).toHaveLength(5);
    for (const policy of policies) expect(JSON.stringify(policy)).toContain('aws:SecureTransport');
  });

  test('only the inbox announces what is dropped, and it keeps versions', () => {
    data.resourcePropertiesCountIs(
      'AWS::S3::Bucket',
      {
        NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
        VersioningConfiguration: { Status: 'Enabled' },
      },
      1,
    );
    compute.resourceCountIs('Custom::S3BucketNotifications', 0);
  });

  test('the score cache is on demand, capped and forgets by itself; the ledger can be restored', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'k', KeyType: 'HASH' }],
      OnDemandThroughput: { MaxReadRequestUnits: 12000, MaxWriteRequestUnits: 4000 },
      TimeToLiveSpecification: { AttributeName: 'x', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
    });
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });

  test('the small tables, which are asked across audits, are partitioned by day alone; the others want an audit', () => {
    const byDay = Object.values(data.findResources('AWS::Glue::Table'))
      .map(({ Properties }) => Properties['TableInput'])
      .filter(({ PartitionKeys }) => PartitionKeys.length === 1);
    expect(byDay.map(({ Name }) => Name).toSorted()).toEqual(['all_attacks', 'all_audits', 'attacks', 'audits', 'campaigns']);
    const places = byDay.map(({ Parameters }) => JSON.stringify(Parameters['storage.location.template']));
    expect(places.filter((place) => place.includes('/compact/')).length).toBe(2);
    for (const { Parameters, PartitionKeys } of byDay) {
      expect(PartitionKeys[0].Name).toBe('dt');
      expect(JSON.stringify(Parameters)).not.toContain('audit_id');
    }
  });

  test.each(QUERY_TABLES.map((table) => [table.name, table] as const))(
    'the Glue table %s has the columns that files have',
    (name, table) => {
      data.hasResourceProperties('AWS::Glue::Table', {
        TableInput: {
          Name: name,
          Parameters: Match.objectLike({
            'projection.enabled': 'true',
            ...(BY_DAY.includes(table) ? {} : { 'projection.audit_id.type': 'injected' }),
            'projection.dt.type': 'date',
          }),
          StorageDescriptor: { Columns: table.columns.map((column) => Match.objectLike({ Name: column.name })) },
        },
      });
    },
  );

  test('data lies under a key that is changed yearly; the key of the cache never leaves KMS', () => {
    data.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true });
    data.hasResourceProperties('AWS::KMS::Key', { KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' });
    for (const { DeletionPolicy } of Object.values(data.findResources('AWS::KMS::Key')))
      expect(DeletionPolicy).toBe('RetainExceptOnCreate');
    for (const type of ['AWS::DynamoDB::Table', 'AWS::KMS::Key', 'AWS::S3::Bucket']) compute.resourceCountIs(type, 0);
  });

  test('Athena cannot scan more than the settings say', () => {
    data.hasResourceProperties('AWS::Athena::WorkGroup', {
      WorkGroupConfiguration: { EnforceWorkGroupConfiguration: true, BytesScannedCutoffPerQuery: 10_000_000_000 },
    });
  });
});

describe('functions', () => {
  const functions = Object.values(compute.findResources('AWS::Lambda::Function'));

  test('one for each folder, on the newest runtime and arm64, traced, with a log group that forgets', () => {
    const folders = readdirSync('functions').filter((name) => !name.endsWith('.ts'));
    expect([...deployed.handlers.values()].toSorted()).toEqual(folders.toSorted());
    for (const { Properties } of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], TracingConfig: { Mode: 'Active' } });
    }
    const logs = Object.values(compute.findResources('AWS::Logs::LogGroup'));
    expect(logs).toHaveLength(functions.length + 2);
    for (const { Properties } of logs) expect(Properties['RetentionInDays']).toBe(90);
  });

  test('has memory that a new account accepts, and another by a setting of its name', () => {
    const memoryOf = (found: typeof functions): Record<string, number> =>
      Object.fromEntries(found.map(({ Metadata, Properties }) => [Metadata?.['unveil:handler'], Properties['MemorySize']]));
    expect(memoryOf(functions)).toEqual(Object.fromEntries(Object.entries(STEP_MEMORY).map(([name, { mb }]) => [name, mb])));
    expect(Math.max(...Object.values(memoryOf(functions)))).toBeLessThanOrEqual(NEW_ACCOUNT_MB);
    const raised = synthesise({ memoryMb: { 'learn-release': 6_144 } }).stacks.find(({ stackName }) => stackName === 'unveil-main');
    const others = Template.fromJSON(raised?.template as object).findResources('AWS::Lambda::Function');
    expect(memoryOf(Object.values(others))).toEqual({ ...memoryOf(functions), 'learn-release': 6_144 });
  });

  test('docs/operations.md has the memory of each, and what it carries', () => {
    const page = readFileSync('docs/operations.md', 'utf8');
    for (const [name, { mb, carries }] of Object.entries(STEP_MEMORY))
      expect(page).toContain(`| ${name} | ${mb.toLocaleString('en')} | ${carries} |`);
  });

  test('no role may do everything somewhere: actions are named', () => {
    const statements = Object.values(compute.findResources('AWS::IAM::ManagedPolicy')).flatMap(
      ({ Properties }) => Properties['PolicyDocument']['Statement'] as { readonly Action: string | string[] }[],
    );
    for (const action of statements.flatMap(({ Action }) => Action)) expect(action).not.toContain('*');
  });

  test('only what counts and scores reads the cache key; only what starts, paces or records the ledger', () => {
    const with_ = (name: string): string[] =>
      [...deployed.environments].filter(([, environment]) => name in environment).map(([handler]) => handler);
    expect(with_('MAC_KEY').toSorted()).toEqual(['fetch-counts', 'score-units']);
    const keepers = ['admit-audit', 'fetch-counts', 'record-rejection', 'record-status', 'report-campaign', 'start-audit', 'take-turn'];
    expect(with_('LEDGER_TABLE').toSorted()).toEqual(keepers);
  });
});

/** Attempts that are made again without jitter: all that failed together would come back together. */
const withoutJitter = (all: readonly (readonly [string, State])[]): string[] =>
  all.flatMap(([name, state]) =>
    ((state['Retry'] ?? []) as { readonly JitterStrategy?: string; readonly MaxAttempts: number }[])
      .filter(({ MaxAttempts, JitterStrategy }) => MaxAttempts !== 0 && JitterStrategy !== 'FULL')
      .map(() => name),
  );

describe('the state machine', () => {
  test('is one that the service accepts', () => {
    expect(definition).toBeDefined();
    const { isValid, errorsText } = validate(definition as never, { checkPaths: true, checkArn: false });
    expect([isValid, isValid ? '' : errorsText('\n')]).toEqual([true, '']);
  });

  test('every task has a timeout and retries; what is caught is a drop that cannot be used, and a live source that fails for good', () => {
    for (const [name, state] of states.filter(([, { Type }]) => Type === 'Task')) {
      expect([name, typeof state['TimeoutSeconds']]).toEqual([name, 'number']);
      expect([name, Array.isArray(state['Retry'])]).toEqual([name, true]);
    }
    const caught = states.flatMap(([name, state]) =>
      ((state['Catch'] ?? []) as { ErrorEquals: string[]; Next: string }[])
        .map(({ ErrorEquals, Next }) => `${ErrorEquals}: ${Next}`)
        .map((way) => [name, way] as const),
    );
    expect(caught.filter(([name]) => name !== 'Ask source').map(([, way]) => way)).toContain('BadInput: Record rejection');
    expect([...new Set(caught.map(([, way]) => way))].toSorted()).toEqual(['BadInput: Record rejection', 'States.ALL: Source failed']);
  });

  test('an execution that fails ends in the state that failed, where a redrive goes on', () => {
    // A Fail that errors are led to would be what a redrive enters again.
    const fails = states.filter(([, { Type }]) => Type === 'Fail').map(([name]) => name);
    const led = states.flatMap(([, state]) => ((state['Catch'] ?? []) as { Next: string }[]).map(({ Next }) => Next));
    expect(led.filter((name) => fails.includes(name))).toEqual([]);
  });

  test('every change of an execution of either machine is told to the recorder of the ledger', () => {
    compute.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.states'],
        'detail-type': ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [{ Ref: Match.stringLikeRegexp('^Audit') }, Match.anyValue()] },
      },
      Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Ends'), 'Arn'] }, DeadLetterConfig: Match.anyValue() })],
    });
    const rule = deployed.rules.find(({ pattern }) => JSON.stringify(pattern)?.includes('Execution Status Change'));
    expect(rule?.pattern?.['detail']).toEqual({ stateMachineArn: [...deployed.machines.keys()] });
    expect(rule?.targets).toEqual([{ handler: 'record-status', deliveries: 10, input: null }]);
  });

  test('whatever is tried again, in tasks and maps, is so with full jitter', () => {
    expect(states.filter(([, state]) => state['Retry'] !== undefined).length).toBeGreaterThan(12);
    expect(withoutJitter(states)).toEqual([]);
  });

  test('every map is distributed, labelled, bounded, batched, and writes its results', () => {
    // The one inline map goes over the live sources of a request: a handful.
    const maps = states.filter(([name, { Type }]) => Type === 'Map' && name !== 'Fetch counts');
    expect(maps.map(([, { Label }]) => Label).toSorted()).toEqual(['attack', 'finish', 'gather', 'measure', 'score', 'spread']);
    for (const [, map] of maps) {
      expect(map.ItemProcessor?.ProcessorConfig).toEqual({ Mode: 'DISTRIBUTED', ExecutionType: 'EXPRESS' });
      // Its execution's tokens.
      expect([map['MaxConcurrency'], map['MaxConcurrencyPath']]).toEqual([undefined, '$.children']);
      expect(map['ResultWriter']).toMatchObject({ WriterConfig: { Transformation: 'NONE', OutputType: 'JSON' } });
      expect(map['ItemReader']).toMatchObject({ ReaderConfig: { InputType: 'JSONL', MaxItems: 100_000_000 } });
      expect(map['ItemBatcher']).toMatchObject({ BatchInput: { 'audit.$': '$.audit' }, MaxInputBytesPerBatch: 200_000 });
      expect(Object.keys(map['ItemReader'] as object).length).toBeGreaterThan(0);
    }
  });

  test('a child that is throttled as often as it can be still has its whole run within its five minutes', () => {
    const children = states.filter(([, { ItemProcessor }]) => ItemProcessor?.ProcessorConfig?.ExecutionType === 'EXPRESS');
    expect(children).toHaveLength(6);
    const childSeconds = 300;
    for (const [name, { ItemProcessor }] of children) {
      for (const [, task] of statesOf(ItemProcessor as never)) {
        const [retry] = (task['Retry'] as ThrottleRetry[]).filter(({ ErrorEquals }) =>
          ErrorEquals.includes('Lambda.TooManyRequestsException'),
        );
        const { IntervalSeconds = 1, BackoffRate = 2, MaxAttempts = 3, MaxDelaySeconds = 0 } = retry ?? {};
        const waits = Array.from({ length: MaxAttempts }, (_, at) => Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** at));
        const most = waits.reduce((sum, each) => sum + each, Number(task['TimeoutSeconds']));
        expect([name, MaxAttempts >= 6, most <= childSeconds]).toEqual([name, true, true]);
      }
    }
  });

  test('a map of which too many children failed runs once more', () => {
    for (const [name, map] of states.filter(([, { ItemProcessor }]) => ItemProcessor?.ProcessorConfig?.Mode === 'DISTRIBUTED')) {
      const repeats = (map['Retry'] as ThrottleRetry[]).filter(({ ErrorEquals }) =>
        ErrorEquals.includes('States.ExceedToleratedFailureThreshold'),
      );
      expect([name, repeats[0]?.MaxAttempts]).toEqual([name, 1]);
    }
  });

  test('a closed gate puts an event on the default bus, and the machine may put no other', () => {
    const tell = states.find(([name]) => name === 'Tell gate closed')?.[1];
    expect(tell?.['Parameters']).toMatchObject({
      Entries: [{ Source: 'unveil', DetailType: 'unveil gate closed', Detail: { 'auditId.$': '$.audit.auditId', 'day.$': '$.audit.day' } }],
    });
    compute.hasResourceProperties('AWS::IAM::ManagedPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Action: 'events:PutEvents', Condition: { StringEquals: { 'events:source': 'unveil' } } }),
        ]),
      },
    });
  });

  test('logs states and errors, never data', () => {
    compute.hasResourceProperties('AWS::StepFunctions::StateMachine', {
      LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
      TracingConfiguration: { Enabled: true },
    });
  });

  test('each error name of ours in Retry is the name of a class, and each that a function may throw is listed', () => {
    const classes = [
      new BadInput(''),
      new CacheThrottled(),
      new MissingBlob(),
      new PaceContended(),
      new ContractError('', ''),
      new EnvironmentError(),
      new OtherVersion('', 1, 2),
    ].map(({ name }) => name);
    const all = [...deployed.machines.values()].flatMap((machine) => [...statesOf(machine)]);
    const named = new Set(
      all.flatMap(([, state]) => ((state['Retry'] ?? []) as { ErrorEquals: string[] }[]).flatMap((each) => each.ErrorEquals)),
    );
    expect(Object.values(ErrorName).toSorted()).toEqual([...classes, 'OutOfTime', 'OutOfMemory', 'FilesMissing', 'NotYourTurn'].toSorted());
    for (const name of Object.values(ErrorName)) expect([name, named.has(name)]).toEqual([name, true]);
  });
});

describe('the campaign machine', () => {
  const campaign = [...deployed.machines.values()][1];
  const own = campaign === undefined ? [] : [...statesOf(campaign)];
  const state = (name: string): State => own.find(([each]) => each === name)?.[1] as State;

  test('is one that the service accepts', () => {
    const { isValid, errorsText } = validate(campaign as never, { checkPaths: true, checkArn: false });
    expect([isValid, isValid ? '' : errorsText('\n')]).toEqual([true, '']);
  });

  test('runs audits in standard children of a labelled map, some at once, and tolerates that some fail', () => {
    expect(state('Run audits')).toMatchObject({
      Label: 'audits',
      MaxConcurrency: 1,
      ToleratedFailurePercentage: 100,
      ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' } },
      ItemReader: { ReaderConfig: { InputType: 'JSONL', MaxItems: 10_000 } },
    });
    expect(state('Run audit')['Resource']).toBe('arn:aws:states:::states:startExecution.sync:2');
  });

  test('every task has a timeout, retries with jitter, and a way on', () => {
    const tasks = own.filter(([, { Type }]) => Type === 'Task');
    expect(tasks.map(([name]) => name).toSorted()).toEqual(['Admit audit', 'Report campaign', 'Run audit', 'Take turn']);
    for (const [name, task] of tasks) {
      // An audit that cannot be admitted or started is no failure of the campaign.
      expect([name, typeof task['TimeoutSeconds'], Array.isArray(task['Catch'])]).toEqual([name, 'number', name !== 'Report campaign']);
      expect((task['Retry'] as readonly object[]).length).toBeGreaterThan(0);
    }
    expect(withoutJitter(own)).toEqual([]);
  });
});

describe('the way in, and the watch', () => {
  test('drops and ends go through encrypted queues with a queue for what cannot be taken', () => {
    compute.resourcePropertiesCountIs('AWS::SQS::Queue', { SqsManagedSseEnabled: true }, 3);
    compute.resourcePropertiesCountIs('AWS::SQS::Queue', { RedrivePolicy: Match.objectLike({ maxReceiveCount: 10 }) }, 2);
    compute.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 2 },
    });
    compute.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: { source: ['aws.s3'], 'detail-type': ['Object Created'], detail: { object: { key: [{ prefix: 'inbox/' }] } } },
    });
  });

  test('who takes messages may set back those that fail, in its own queue and no other', () => {
    const account = new Account(assembly.stacks.map(({ stackName, template }) => ({ stackName, template })) as never);
    const queues = account.ofType('AWS::SQS::Queue');
    for (const [queue, taker] of [
      ['Drops', 'start-audit'],
      ['Ends', 'record-status'],
    ] as const) {
      const role = account
        .ofType('AWS::IAM::Role')
        .find(({ Properties }) => Properties['Description'] === `What unveil-main-${taker} may do`);
      const may = queues
        .filter(({ arn }) => allowed(account, { by: { role: role?.id ?? '' }, action: 'sqs:ChangeMessageVisibility', resource: arn }))
        .map(({ id }) => id.replace(/[0-9A-F]{8}$/, ''));
      expect(may).toEqual([expect.stringMatching(new RegExp(`^${queue}`))]);
    }
  });

  test('what EventBridge cannot deliver goes to the same queue', () => {
    compute.hasResourceProperties('AWS::Events::Rule', { Targets: [Match.objectLike({ DeadLetterConfig: { Arn: Match.anyValue() } })] });
  });

  const ENDS_BADLY = ['ExecutionsFailed', 'ExecutionsTimedOut', 'ExecutionsAborted'];
  test.each([
    ['DropSetAside', ['ApproximateNumberOfMessagesVisible'], []],
    ['AuditFailed', ENDS_BADLY, ['unveil-main-audit']],
    ['CampaignFailed', ENDS_BADLY, ['unveil-main-campaign']],
    ['FunctionsThrottled', ['Throttles'], []],
    ['CacheThrottled', ['ReadThrottleEvents', 'WriteThrottleEvents'], []],
  ])('the alarm %s watches %j of the machines %j, and tells the topic', (name, metrics, machines) => {
    const alarms = Object.values(compute.findResources('AWS::CloudWatch::Alarm'));
    expect(alarms).toHaveLength(6);
    const alarm = alarms.find(({ Properties }) => Properties['AlarmName'] === `unveil-main-${name}`)?.['Properties'];
    const watched = JSON.stringify(alarm).matchAll(/"MetricName":"(\w+)"/g);
    expect(new Set([...watched].map(([, metric]) => metric))).toEqual(new Set(metrics));
    const named = Object.entries(compute.findResources('AWS::StepFunctions::StateMachine'))
      .filter(([id]) => JSON.stringify(alarm).includes(`{"Ref":"${id}"}`))
      .map(([, { Properties }]) => Properties['StateMachineName']);
    expect(named).toEqual(machines);
    expect(alarm).toMatchObject({ TreatMissingData: 'notBreaching', ComparisonOperator: 'GreaterThanThreshold' });
    expect(alarm?.['AlarmActions']).toHaveLength(1);
  });

  test('an alarm over several metrics has a value where some of them say nothing, and reads throttles row by row', () => {
    const alarms = Object.values(compute.findResources('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties);
    const sums = alarms.flatMap(({ Metrics = [] }) => (Metrics as { Expression?: string }[]).flatMap(({ Expression }) => Expression ?? []));
    expect(sums).toHaveLength(4);
    for (const sum of sums) expect(sum).toMatch(/^SUM\(\[FILL\(\w+, 0\)(, FILL\(\w+, 0\))+\]\)$/);
    const cache = alarms.find(({ AlarmName }) => AlarmName === 'unveil-main-CacheThrottled');
    expect(JSON.stringify(cache)).not.toContain('"Operation"');
  });

  test('what functions tell of themselves is told by stage, and an expression is no longer than the service takes', () => {
    const [dashboard] = Object.values(compute.findResources('AWS::CloudWatch::Dashboard'));
    const body = JSON.stringify(dashboard);
    expect(body).toContain('\\"stage\\",\\"main\\"');
    for (const { Properties } of Object.values(compute.findResources('AWS::Lambda::Function')))
      expect(Properties).toMatchObject({ Environment: { Variables: { STAGE: 'main' } } });
    const lengths = [...body.matchAll(/expression\\*":\\*"([^"\\]+)/g)].map(([, expression]) => expression?.length ?? 0);
    expect(lengths.length).toBeGreaterThan(5);
    expect(Math.max(...lengths)).toBeLessThan(2_048);
    // Of prices none is 0, and none is written with an exponent.
    const prices = [...body.matchAll(/FILL\(\w+, 0\) \* ([^,\]]+)/g)].map(([, price]) => price ?? '');
    expect(prices.length).toBeGreaterThan(20);
    for (const each of prices) expect([each, /^0\.\d+$/.test(each), Number(each) > 0]).toEqual([each, true, true]);
  });

  test('nothing names a partition: the stacks go into those of China and of the government as they are', () => {
    for (const template of templates.values()) {
      const literal = [...JSON.stringify(template).matchAll(/arn:aws:[a-z0-9-]+/g)].map(([arn]) => arn);
      expect([...new Set(literal)]).toEqual([]);
    }
    compute.hasOutput('DashboardPage', { Value: Match.objectLike({ 'Fn::Join': Match.anyValue() }) });
    compute.hasMapping('Consoles', { 'aws-cn': { domain: 'console.amazonaws.cn' } });
  });

  test('throttles are watched of all functions that maps and drops run many of, those of campaigns too', () => {
    const alarms = Object.values(compute.findResources('AWS::CloudWatch::Alarm'));
    const alarm = alarms.find(({ Properties }) => Properties['AlarmName'] === 'unveil-main-FunctionsThrottled');
    const watched = [...JSON.stringify(alarm).matchAll(/"Value":\{"Ref":"([A-Za-z]+?)[0-9A-F]{8}"\}/g)].map(([, name]) => name);
    const maps = ['SpreadRows', 'GatherUnits', 'ScoreUnits', 'AttackUnits', 'MeasureSlice', 'FinishParts', 'AdmitAudit'];
    for (const name of [...maps, 'StartAudit']) expect(watched.filter((each) => each?.includes(name))).toHaveLength(1);
  });

  test('a month in which nobody audits is priced by what the stacks have', () => {
    const all = [...Object.values(data.toJSON()['Resources']), ...Object.values(compute.toJSON()['Resources'])] as {
      readonly Type: string;
      readonly Properties: { readonly Metrics?: readonly { readonly MetricStat?: unknown }[]; readonly ScheduleExpression?: string };
    }[];
    const of = (type: string) => all.filter(({ Type }) => Type === type);
    const metrics = of('AWS::CloudWatch::Alarm').map(
      ({ Properties: { Metrics = [{ MetricStat: true }] } }) => Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length,
    );
    expect(IDLE).toMatchObject({
      keys: of('AWS::KMS::Key').length,
      alarmMetrics: metrics.reduce((total, each) => total + each, 0),
      dashboards: of('AWS::CloudWatch::Dashboard').length,
    });
    // Of a month of 730 hours.
    const rates = { '5 minutes': 8_760, '15 minutes': 2_920, '1 hour': 730 } as const;
    const scheduled = of('AWS::Events::Rule').flatMap(
      ({ Properties: { ScheduleExpression = '' } }) => rates[/^rate\((.*)\)$/.exec(ScheduleExpression)?.[1] as keyof typeof rates] ?? [],
    );
    expect(of('AWS::Events::Rule').filter(({ Properties }) => Properties.ScheduleExpression !== undefined)).toHaveLength(3);
    expect(scheduled.toSorted((a, b) => a - b)).toEqual([IDLE.canaries, IDLE.copies, IDLE.looks]);
    // Functions that go by the clock are priced as if they had 1 GB.
    for (const name of ['start-audit', 'compact-results'] as const) expect([name, STEP_MEMORY[name].mb]).toEqual([name, 1_024]);
  });

  test('spend is told at 50 and 80 % of the budget, and when it is forecast to be spent; one dashboard shows the rest', () => {
    compute.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY', CostFilters: { TagKeyValue: ['user:unveil$main'] } },
      NotificationsWithSubscribers: [50, 80, 100].map((Threshold) => Match.objectLike({ Notification: Match.objectLike({ Threshold }) })),
    });
    const [dashboard] = Object.values(compute.findResources('AWS::CloudWatch::Dashboard'));
    const shown = [
      'ExecutionsStarted',
      'ReadThrottleEvents',
      'ExecutionTime',
      'Duration',
      'ConsumedWriteCapacityUnits',
      'GatesClosed',
      'AuditsRejected',
      'CampaignAuditsFailed',
      'CountsFound',
      'CountsMissed',
      'CountsAnew',
    ];
    for (const metric of [...shown, 'ApproximateNumberOfMessagesVisible']) expect(JSON.stringify(dashboard)).toContain(metric);
    for (const id of Object.keys(compute.findResources('AWS::StepFunctions::StateMachine'))) {
      expect(JSON.stringify(dashboard)).toContain(`{"Ref":"${id}"}`);
    }
  });
});

describe('cdk.json', () => {
  const { notices, telemetry } = JSON.parse(readFileSync('cdk.json', 'utf8')) as Record<string, unknown>;

  test('asks nobody anything', () => {
    expect([notices, telemetry]).toEqual([false, false]);
  });

  test.each([
    [{ stage: 'Main Stage' }, 'unveil.stage'],
    [{ retian: false }, 'unveil.retian'],
    [{ egress: ['wikipedia'] }, 'unveil.contact'],
    [{ athenaScanGb: 0 }, 'unveil.athenaScanGb'],
    [{ sources: ['wikipedia'] }, 'unveil.sources.0: a source is wordnet or corpus:NAME'],
    [{ childConcurrency: 0 }, 'unveil.childConcurrency'],
    [{ monthlyBudgetUsd: '50' }, 'unveil.monthlyBudgetUsd'],
    [{ logDays: 91 }, 'unveil.logDays'],
    [{ memoryMb: { 'learn-relase': 4096 } }, 'unveil.memoryMb'],
    [{ memoryMb: { 'learn-release': 20_000 } }, 'unveil.memoryMb.learn-release'],
    [{ tags: { unveil: 'x' } }, 'unveil.tags.unveil'],
    [{ permissionsBoundaryArn: 'bounds' }, 'unveil.permissionsBoundaryArn: the ARN of a managed policy'],
    [{ teams: ['campaigns'] }, 'unveil.teams.0'],
    [{ teams: ['a', 'a'] }, 'unveil.teams: a team stands there twice'],
    [{ waitForFilesMinutes: 10_000 }, 'unveil.waitForFilesMinutes'],
    [{ languageModel: { model: 'us.amazon.nova-lite-v1:0' } }, 'unveil.languageModel.model: the id of a foundation model'],
    [{ languageModel: { model: '*' } }, 'unveil.languageModel.model'],
  ])('%j is refused with the key that is wrong', (override, key) => {
    expect(() => synthesise(override)).toThrow(key);
  });

  test('without the settings it says which are missing', () => {
    expect(() => readSettings(new App())).toThrow('cdk.json, context:\n  unveil: ');
  });

  test('live sources, a key for one of them and somebody to tell synthesise clean, and only the fetcher may read keys', () => {
    const settings = { egress: ['wikipedia', 'openalex'], contact: 'ops@example.org', alarmEmail: 'ops@example.org' };
    const stack = Template.fromJSON(synthesise(settings).stacks.find(({ stackName }) => stackName === 'unveil-main')?.template as object);
    stack.hasResourceProperties('AWS::SNS::Subscription', { Endpoint: 'ops@example.org', Protocol: 'email' });
    const [policy, ...others] = Object.entries(stack.findResources('AWS::IAM::ManagedPolicy')).filter(([, each]) =>
      JSON.stringify(each).includes('secretsmanager:GetSecretValue'),
    );
    expect(others).toEqual([]);
    const readers = Object.values(stack.findResources('AWS::IAM::Role')).filter((role) => JSON.stringify(role).includes(policy?.[0] ?? ''));
    expect(readers.map(({ Properties }) => Properties['Description'])).toEqual(['What unveil-main-fetch-counts may do']);
  });

  test('a topic of answers hears of every end of a drop of this stage, may be told by the bus alone, and is in the outputs', () => {
    const stack = Template.fromJSON(
      synthesise({ answersTopic: true }).stacks.find(({ stackName }) => stackName === 'unveil-main')?.template as object,
    );
    const ends = ['completed', 'failed', 'rejected'];
    stack.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['unveil'],
        'detail-type': [...ends.map((end) => `unveil audit ${end}`), ...ends.map((end) => `unveil campaign ${end}`)],
        detail: { stage: ['main'] },
      },
      Targets: [Match.objectLike({ Arn: { Ref: Match.stringLikeRegexp('^AnswersTopic') }, DeadLetterConfig: Match.anyValue() })],
    });
    stack.hasOutput('AnswersTopic', { Value: { Ref: Match.stringLikeRegexp('^AnswersTopic') } });
    stack.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([Match.objectLike({ Action: 'sns:Publish', Principal: { Service: 'events.amazonaws.com' } })]),
      },
    });
    compute.resourceCountIs('AWS::SNS::Topic', 1);
  });

  test('a team is a partition of every table, and may drop, and read answers and results, below its own folders alone', () => {
    const { stacks } = synthesise({ teams: ['cardiology', 'oncology'] });
    const [kept, runs] = stacks.map(({ template }) => Template.fromJSON(template as object));
    for (const { Properties } of Object.values(kept?.findResources('AWS::Glue::Table') ?? {})) {
      const { PartitionKeys, Parameters } = Properties['TableInput'];
      expect(PartitionKeys[0].Name).toBe('team');
      expect(Parameters['projection.team.values']).toBe('cardiology,oncology');
      expect(JSON.stringify(Parameters['storage.location.template'])).toMatch(/\/(results|compact)\/team=\$\{team\}\/table=/);
    }
    const policy = Object.values(runs?.findResources('AWS::IAM::ManagedPolicy') ?? {}).find(({ Properties }) =>
      String(Properties['Description']).endsWith('of oncology'),
    );
    const text = JSON.stringify(policy?.['Properties']['PolicyDocument']);
    for (const place of ['/inbox/oncology/*', '/answers/inbox/oncology/*', '/results/team=oncology/*']) expect(text).toContain(place);
    expect(text).not.toContain('cardiology');
    expect(text).not.toContain('DeleteObject');
    runs?.hasOutput('TeamPolicies', {});
  });

  test("each team asks Athena in a work group of its own; the policy oracle lets it read its own results and answers, and no other's", () => {
    const { stacks } = synthesise({ teams: ['cardiology', 'oncology'] });
    // As an operator does it: a role for the people of a team.
    const withRole = stacks.map(({ stackName, template }) => {
      const copy = structuredClone(template) as { Resources: Record<string, { Type: string; Properties: Record<string, unknown> }> };
      const policy = Object.entries(copy.Resources).find(([, { Properties }]) =>
        String(Properties?.['Description']).endsWith('of oncology'),
      )?.[0];
      if (policy !== undefined) {
        const Properties = { AssumeRolePolicyDocument: {}, ManagedPolicyArns: [{ Ref: policy }] };
        copy.Resources['People'] = { Type: 'AWS::IAM::Role', Properties };
      }
      return { stackName, template: copy };
    });
    const account = new Account(withRole as never);
    const bucket = (id: RegExp): string => account.ofType('AWS::S3::Bucket').find((each) => id.test(each.id))?.arn ?? '';
    const [results, inbox] = [bucket(/^Results/), bucket(/^Inbox/)];
    const may = (action: string, resource: string, context: Readonly<Record<string, string>> = {}): boolean =>
      allowed(account, { by: { role: 'People' }, action, resource, context });
    const group = (name: string): string => `arn:aws:athena:${REGION}:${ACCOUNT}:workgroup/${name}`;
    const groups = account.ofType('AWS::Athena::WorkGroup').map(({ Properties }) => {
      const { ResultConfiguration } = Properties['WorkGroupConfiguration'] as { ResultConfiguration: { OutputLocation: string } };
      return [Properties['Name'], ResultConfiguration.OutputLocation.replace(/^s3:\/\/[^/]+\//, '')];
    });
    expect(groups).toEqual([
      ['unveil-main', 'athena/stack/'],
      ['unveil-main-cardiology', 'athena/team=cardiology/'],
      ['unveil-main-oncology', 'athena/team=oncology/'],
    ]);
    // Permissions of a query (https://docs.aws.amazon.com/athena/latest/ug/example-policies-workgroup.html and s3-permissions.html).
    const takes = (team: string): [string, string, Readonly<Record<string, string>>?][] => [
      ...['StartQueryExecution', 'GetQueryExecution', 'GetQueryResults', 'StopQueryExecution', 'GetWorkGroup'].map(
        (verb): [string, string] => [`athena:${verb}`, group(`unveil-main-${team}`)],
      ),
      ['s3:GetObject', `${results}/results/team=${team}/table=audits/dt=2026-11-19/x.parquet`],
      ['s3:GetObject', `${results}/compact/team=${team}/table=all_audits/dt=2026-11-19/x.parquet`],
      ['s3:ListBucket', results, { 's3:prefix': `results/team=${team}/table=audits/` }],
      ['s3:ListBucket', results, { 's3:prefix': `compact/team=${team}/table=all_audits/` }],
      ['s3:PutObject', `${results}/athena/team=${team}/answer.csv`],
      ['s3:GetObject', `${results}/athena/team=${team}/answer.csv`],
      ['s3:ListMultipartUploadParts', `${results}/athena/team=${team}/answer.csv`],
      ['s3:PutObject', `${inbox}/inbox/${team}/x.txt`],
      ['s3:GetObject', `${inbox}/answers/inbox/${team}/x.txt.done.json`],
    ];
    for (const [action, resource, context] of takes('oncology'))
      expect([action, resource, may(action, resource, context)]).toEqual([action, resource, true]);
    for (const [action, resource, context] of takes('cardiology'))
      expect([action, resource, may(action, resource, context)]).toEqual([action, resource, false]);
    expect(may('s3:GetBucketLocation', results)).toBe(true);
    for (const table of ['catalog', 'database/unveil_main', 'table/unveil_main/audits'])
      expect(may('glue:GetTable', `arn:aws:glue:${REGION}:${ACCOUNT}:${table}`)).toBe(true);
    // Nor in the work group of the stack, whose answers are an operator's, nor of the whole bucket.
    expect(may('athena:StartQueryExecution', group('unveil-main'))).toBe(false);
    for (const key of ['athena/stack/answer.csv', 'athena/answer.csv', 'results/table=audits/x', 'results/team=oncology-2/x'])
      expect([key, may('s3:GetObject', `${results}/${key}`)]).toEqual([key, false]);
    for (const prefix of ['', 'results/', 'athena/', 'results/team=cardiology/'])
      expect([prefix, may('s3:ListBucket', results, { 's3:prefix': prefix })]).toEqual([prefix, false]);
  });

  test("the same stage in another region: no name that is an account's own is the same", () => {
    const named = Object.values({ ...compute.toJSON()['Resources'], ...data.toJSON()['Resources'] } as Record<
      string,
      { Type: string; Properties: Record<string, unknown> }
    >);
    // https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-quotas.html, CloudWatch dashboards, IAM and S3 have no region in their
    // names.
    const ofAccount: Readonly<Record<string, (properties: Record<string, unknown>) => unknown>> = {
      'AWS::Budgets::Budget': ({ Budget }) => (Budget as Record<string, unknown>)['BudgetName'],
      'AWS::CloudWatch::Dashboard': ({ DashboardName }) => DashboardName,
      'AWS::IAM::Role': ({ RoleName }) => RoleName,
      'AWS::IAM::ManagedPolicy': ({ ManagedPolicyName }) => ManagedPolicyName,
      'AWS::S3::Bucket': ({ BucketName }) => BucketName,
    };
    const found = named.flatMap(({ Type, Properties }) =>
      ofAccount[Type] === undefined ? [] : [[Type, ofAccount[Type](Properties ?? {})] as const],
    );
    expect(
      found
        .filter(([, name]) => name !== undefined)
        .map(([type]) => type)
        .toSorted(),
    ).toEqual(['AWS::Budgets::Budget', 'AWS::CloudWatch::Dashboard']);
    for (const [type, name] of found)
      if (name !== undefined) expect([type, JSON.stringify(name)]).toEqual([type, expect.stringContaining('{"Ref":"AWS::Region"}')]);
  });

  test('inbox, answers and results are deleted after so many days where that is set, and what the hourly drop leaves always', () => {
    const rulesOf = (overrides: object): Readonly<Record<string, number>> => {
      const [kept] = synthesise({ ...overrides }).stacks;
      const buckets = Object.values(Template.fromJSON(kept?.template as object).findResources('AWS::S3::Bucket'));
      const rules = buckets.flatMap(
        ({ Properties }) => (Properties['LifecycleConfiguration']?.Rules ?? []) as { Prefix?: string; ExpirationInDays?: number }[],
      );
      return Object.fromEntries(
        rules.flatMap(({ Prefix, ExpirationInDays }) =>
          Prefix === undefined || ExpirationInDays === undefined ? [] : [[Prefix, ExpirationInDays]],
        ),
      );
    };
    const always = { 'athena/': 7, 'inbox/canary/': 2, 'answers/inbox/canary/': 2, 'results/team=canary/': 2 };
    expect(rulesOf({})).toEqual(always);
    expect(rulesOf({ inboxDays: 30, resultsDays: 365 })).toEqual({ ...always, 'inbox/': 30, 'answers/': 30, 'results/': 365 });
  });

  test('the hourly drop is watched: an alarm tells when it is not answered, or nobody dropped it', () => {
    const alarm = Object.values(compute.findResources('AWS::CloudWatch::Alarm')).find(
      ({ Properties }) => Properties['AlarmName'] === 'unveil-main-CanarySilent',
    );
    expect(alarm?.['Properties']).toMatchObject({
      MetricName: 'CanaryAnswered',
      Period: 3_600,
      EvaluationPeriods: 2,
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      TreatMissingData: 'breaching',
    });
    const without = synthesise({ canary: false }).stacks.find(({ stackName }) => stackName === 'unveil-main');
    expect(JSON.stringify(without?.template)).not.toContain('drop-canary');
  });

  test('questions to the logs are saved, each of log groups that there are', () => {
    const groups = Object.values(compute.findResources('AWS::Logs::LogGroup')).map(({ Properties }) => Properties['LogGroupName']);
    const queries = Object.values(compute.findResources('AWS::Logs::QueryDefinition'));
    expect(queries.length).toBeGreaterThanOrEqual(5);
    for (const { Properties } of queries) for (const group of Properties['LogGroupNames']) expect(groups).toContain(group);
  });

  test('tags of your own stand on everything that takes tags, and a boundary on every role', () => {
    const boundary = 'arn:aws:iam::111122223333:policy/bounds';
    const { stacks } = synthesise({ tags: { 'cost-centre': '4711' }, permissionsBoundaryArn: boundary });
    for (const { template } of stacks) {
      const resources = Object.values((template as { Resources: Record<string, { Type: string; Properties?: object }> }).Resources);
      for (const { Type, Properties } of resources) {
        if (Type === 'AWS::IAM::Role') expect(Properties).toMatchObject({ PermissionsBoundary: boundary });
        if (['AWS::S3::Bucket', 'AWS::DynamoDB::Table', 'AWS::Lambda::Function', 'AWS::StepFunctions::StateMachine'].includes(Type))
          expect(JSON.stringify(Properties)).toContain('{"Key":"cost-centre","Value":"4711"}');
      }
    }
  });

  test('another stage synthesises clean as well, and without retention nothing is kept', () => {
    const [kept] = synthesise({ stage: 'try-2', retain: false }).stacks;
    const policies = Object.values(Template.fromJSON(kept?.template as object).findResources('AWS::S3::Bucket')).map(
      (each) => each['DeletionPolicy'],
    );
    expect(new Set(policies)).toEqual(new Set(['Delete']));
  });
});
