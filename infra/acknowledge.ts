import { Stack, Validations } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';

/** A finding of cdk-nag that stays, by its full id, and why. test/infra/stacks.test.ts counts them: at most 30. */
interface Acknowledgement {
  readonly id: string;
  readonly reason: string;
}

export function acknowledge(construct: IConstruct, ...findings: readonly Acknowledgement[]): void {
  for (const finding of findings) Validations.of(construct).acknowledge(finding);
}

/** The finding that objects of a bucket of another stack are allowed by a pattern: it names the export by which that stack hands the bucket on. */
export function objectsOf(bucket: IBucket, pattern: string): string {
  const stack = Stack.of(bucket);
  const exported = stack.resolve(stack.exportValue(bucket.bucketArn)) as { readonly 'Fn::ImportValue': string };
  return `AwsSolutions-IAM5[Resource::${exported['Fn::ImportValue']}/${pattern}]`;
}
