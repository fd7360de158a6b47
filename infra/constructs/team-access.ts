import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { Stores } from './access.ts';
import { allow } from './workflow-function.ts';

/**
 * What the people of one team need, and no more: to drop below their own inbox, and read what is answered and found there. For a role of
 * yours: attach it; the queue, the machines and the catalogue are the stack's own.
 */
export function teamAccess(
  scope: Construct,
  team: string,
  stores: Pick<Stores, 'key' | 'inbox' | 'results'>,
  stage: string,
): ManagedPolicy {
  const { key, inbox, results } = stores;
  const own = [`inbox/${team}/*`, `answers/inbox/${team}/*`];
  const policy = new ManagedPolicy(scope, `Team-${team}`, {
    description: `unveil ${stage}: the drops, answers and results of ${team}`,
    statements: [
      allow(['s3:PutObject', 's3:AbortMultipartUpload'], [inbox.arnForObjects(`inbox/${team}/*`)]),
      allow(['s3:GetObject'], [...own.map((each) => inbox.arnForObjects(each)), results.arnForObjects(`results/team=${team}/*`)]),
      allow(['s3:ListBucket'], [inbox.bucketArn], { StringLike: { 's3:prefix': own } }),
      allow(['s3:ListBucket'], [results.bucketArn], { StringLike: { 's3:prefix': [`results/team=${team}/*`] } }),
      allow(['kms:Decrypt', 'kms:GenerateDataKey'], [key.keyArn]),
    ],
  });
  const places = [
    `InboxA8E05DC3Arn851D17F2/inbox/${team}/*`,
    `InboxA8E05DC3Arn851D17F2/answers/inbox/${team}/*`,
    `Results25575328Arn5DD4F5AA/results/team=${team}/*`,
  ];
  for (const place of places)
    acknowledge(policy, {
      id: `AwsSolutions-IAM5[Resource::unveil-${stage}-data:ExportsOutputFnGetAtt${place}]`,
      reason: 'Whatever the team drops, and is answered.',
    });
  return policy;
}
