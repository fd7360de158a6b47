import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** A finding of cdk-nag that stays, by its full id, and why. test/infra/stacks.test.ts counts them: at most 30. */
interface Acknowledgement {
  readonly id: string;
  readonly reason: string;
}

export function acknowledge(construct: IConstruct, ...findings: readonly Acknowledgement[]): void {
  for (const finding of findings) Validations.of(construct).acknowledge(finding);
}
