import { Stack } from 'aws-cdk-lib';
import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { copiesRoot, resultsRoot } from '../../shared/contracts/result-tables.ts';
import { acknowledge, objectsOf } from '../acknowledge.ts';
import type { Settings } from '../settings.ts';
import type { Stores } from './access.ts';
import { answersPrefix, databaseOf, workgroupOf } from './query-workgroup.ts';
import { allow } from './workflow-function.ts';

/**
 * Permissions of a team's people: to drop below their own inbox, to read their answers and results, and to ask Athena in a work group of their own, whose
 * answers no other team reads. Attach the policy to a role of yours; queues and machines belong to the stack.
 */
export function teamAccess(
  scope: Construct,
  team: string,
  stores: Pick<Stores, 'key' | 'inbox' | 'results'>,
  settings: Settings,
): ManagedPolicy {
  const { key, inbox, results } = stores;
  const { partition, region, account } = Stack.of(scope);
  const own = [`inbox/${team}/*`, `answers/inbox/${team}/*`];
  const found = [resultsRoot(team), copiesRoot(team)].map((each) => `${each}*`);
  const answers = `${answersPrefix(team)}*`;
  const athena = `arn:${partition}:athena:${region}:${account}:workgroup/`;
  const glue = `arn:${partition}:glue:${region}:${account}:`;
  const tables = `table/${databaseOf(settings)}/*`;
  const policy = new ManagedPolicy(scope, `Team-${team}`, {
    description: `unveil ${settings.stage}: the drops, answers and results of ${team}`,
    statements: [
      allow(['s3:PutObject', 's3:AbortMultipartUpload'], [inbox.arnForObjects(`inbox/${team}/*`), results.arnForObjects(answers)]),
      allow(['s3:ListMultipartUploadParts'], [results.arnForObjects(answers)]),
      allow(
        ['s3:GetObject'],
        [...own.map((each) => inbox.arnForObjects(each)), ...[...found, answers].map((each) => results.arnForObjects(each))],
      ),
      allow(['s3:ListBucket'], [inbox.bucketArn], { StringLike: { 's3:prefix': own } }),
      allow(['s3:ListBucket'], [results.bucketArn], { StringLike: { 's3:prefix': [...found, answers] } }),
      allow(['s3:GetBucketLocation'], [results.bucketArn]),
      allow(
        [
          'athena:GetWorkGroup',
          'athena:StartQueryExecution',
          'athena:StopQueryExecution',
          'athena:GetQueryExecution',
          'athena:GetQueryResults',
        ],
        [`${athena}${workgroupOf(settings, team)}`],
      ),
      // The text of saved queries is shared by all.
      allow(['athena:ListNamedQueries', 'athena:GetNamedQuery'], [`${athena}${workgroupOf(settings)}`]),
      allow(
        ['glue:GetDatabase', 'glue:GetTable', 'glue:GetTables', 'glue:GetPartitions'],
        ['catalog', `database/${databaseOf(settings)}`, tables].map((each) => `${glue}${each}`),
      ),
      allow(['kms:Decrypt', 'kms:GenerateDataKey'], [key.keyArn]),
    ],
  });
  for (const place of own) acknowledge(policy, { id: objectsOf(inbox, place), reason: 'Whatever the team drops, and is answered.' });
  for (const place of [...found, answers])
    acknowledge(policy, { id: objectsOf(results, place), reason: 'Whatever is found for the team.' });
  acknowledge(policy, {
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:glue:<AWS::Region>:<AWS::AccountId>:${tables}]`,
    reason: 'Descriptions of tables: which files they are of, the bucket says.',
  });
  return policy;
}
