import { Stack, Validations } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';

/** A finding of cdk-nag that stays, by its full id, and the reason. test/infra/stacks.test.ts allows at most 30. */
interface Acknowledgement {
  readonly id: string;
  readonly reason: string;
}

export function acknowledge(construct: IConstruct, ...findings: readonly Acknowledgement[]): void {
  for (const finding of findings) Validations.of(construct).acknowledge(finding);
}

/** The finding that a pattern allows objects of another stack's bucket. It names the export by which that stack passes the bucket on. */
export function objectsOf(bucket: IBucket, pattern: string): string {
  const stack = Stack.of(bucket);
  const exported = stack.resolve(stack.exportValue(bucket.bucketArn)) as { readonly 'Fn::ImportValue': string };
  return `AwsSolutions-IAM5[Resource::${exported['Fn::ImportValue']}/${pattern}]`;
}
