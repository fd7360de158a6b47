// Delete and deploy again from every state: leftovers of a deletion or rollback must not block the next deployment.
// For real: npm run cloud:smoke.
import { stackTemplates } from '../../cloud-local/snapshot.ts';
import { ACCOUNT, REGION } from '../helpers/aws/account.ts';

interface Resource {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

const resourcesOf = async (settings: Readonly<Record<string, unknown>> = {}): Promise<readonly (readonly [string, Resource])[]> =>
  (await stackTemplates(settings)).stacks.flatMap(({ template }) => Object.entries(template.Resources as Record<string, Resource>));

/** The property that gives a resource a name of its own, which no other of its type may have; without it CloudFormation makes a new one. */
const NAME: Readonly<Record<string, string>> = {
  'AWS::Athena::NamedQuery': '',
  'AWS::Athena::WorkGroup': 'Name',
  'AWS::Budgets::Budget': 'Budget',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Events::Rule': 'Name',
  'AWS::Glue::Database': 'DatabaseInput',
  'AWS::Glue::Table': 'TableInput',
  'AWS::IAM::ManagedPolicy': 'ManagedPolicyName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::KMS::Key': '',
  'AWS::Lambda::EventSourceMapping': '',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Lambda::Permission': '',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::S3::BucketPolicy': '',
  'AWS::SNS::Subscription': '',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SNS::TopicPolicy': '',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::SQS::QueuePolicy': '',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
};

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-deletionpolicy.html: RetainExceptOnCreate goes with a rollback. */
const survives = ({ DeletionPolicy = 'Delete' }: Resource, of: 'deletion' | 'rolled-back creation'): boolean =>
  DeletionPolicy === 'Retain' || (of === 'deletion' && DeletionPolicy === 'RetainExceptOnCreate');

const ownName = ({ Type, Properties = {} }: Resource): unknown => {
  if (!(Type in NAME)) throw new Error(`whether a name of ${Type} can be taken is not known here: look it up`);
  return Properties[NAME[Type] ?? ''];
};

describe.each([true, false])('with retain %s', (retain) => {
  test.each(['deletion', 'rolled-back creation'] as const)(
    'nothing that a %s leaves has a name that the next creation wants',
    async (of) => {
      const resources = await resourcesOf({ retain });
      const left = resources.filter(([, resource]) => survives(resource, of));
      expect(left.filter(([, resource]) => ownName(resource) !== undefined)).toEqual([]);
      // Data: kept by a deletion, and of it all but the tables, which are protected, goes with a creation that did not succeed.
      const kept = [...new Set(left.map(([, { Type }]) => Type))].toSorted();
      const data = of === 'deletion' ? ['AWS::DynamoDB::Table', 'AWS::KMS::Key', 'AWS::S3::Bucket'] : ['AWS::DynamoDB::Table'];
      expect(kept).toEqual(retain ? data : []);
    },
  );

  test('nothing that goes is held by what lies in it or protects it', async () => {
    const resources = await resourcesOf({ retain });
    for (const [id, { Type, DeletionPolicy, Properties = {} }] of resources) {
      // A work group with saved queries or a history is deleted only so.
      if (Type === 'AWS::Athena::WorkGroup') expect([id, Properties['RecursiveDeleteOption']]).toEqual([id, true]);
      const goes = DeletionPolicy !== 'Retain';
      if (Type === 'AWS::DynamoDB::Table') expect([id, Properties['DeletionProtectionEnabled'] === true && goes]).toEqual([id, false]);
    }
  });
});

test('what an earlier stack left is named by the template, and kept, as CloudFormation asks of what it adopts', async () => {
  const adopt = { inbox: 'old-inbox', work: 'old-work', results: 'old-results', assets: 'old-assets', accessLogs: 'old-logs', scores: 'old-scores', ledger: 'old-ledger', answers: 'old-answers' }; // biome-ignore format: one line
  const keyArn = `arn:aws:kms:${REGION}:${ACCOUNT}:key/11111111-2222-3333-4444-555555555555`;
  const macKeyArn = keyArn.replace('1111', '9999');
  const resources = await resourcesOf({ adopt, keyArn, macKeyArn });
  const names = resources
    .filter(([, { Type }]) => Type === 'AWS::S3::Bucket' || Type === 'AWS::DynamoDB::Table')
    .map(([, resource]) => [ownName(resource), survives(resource, 'deletion')]);
  expect(names.toSorted()).toEqual(
    Object.values(adopt)
      .map((name) => [name, true])
      .toSorted(),
  );
  // Under the keys that their content is encrypted with, and no new one.
  expect(resources.filter(([, { Type }]) => Type === 'AWS::KMS::Key')).toEqual([]);
  expect(JSON.stringify(resources)).toContain(keyArn);
  expect(JSON.stringify(resources)).toContain(macKeyArn);
});

test.each([
  [{ adopt: { inbox: 'old-inbox' } }, 'unveil.keyArn: what an earlier stack left'],
  [{ adopt: { outbox: 'x' } }, 'unveil.adopt.outbox'],
  [{ keyArn: 'alias/mine' }, 'unveil.keyArn: the ARN of a key'],
])('%j is refused with the key that is wrong', async (settings, message) => {
  await expect(stackTemplates(settings)).rejects.toThrow(message);
});

test('an audit that waits for a live source for weeks is neither stopped nor robbed of what it left', async () => {
  const year = 365 * 24 * 3600;
  const resources = await resourcesOf({ egress: ['wikipedia'], contact: 'ops@example.org' });
  const machines = resources.filter(([, { Type }]) => Type === 'AWS::StepFunctions::StateMachine');
  for (const [, { Properties }] of machines)
    expect(JSON.stringify(Properties?.['DefinitionString'])).toContain(`\\"TimeoutSeconds\\":${year}`);
  const work = resources.find(([id, { Type }]) => Type === 'AWS::S3::Bucket' && id.startsWith('Work'))?.[1];
  expect(work?.Properties?.['LifecycleConfiguration']).toMatchObject({ Rules: [{}, { ExpirationInDays: 365 }] });
});
