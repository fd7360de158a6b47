import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { CatchProps, IChainable, INextable } from 'aws-cdk-lib/aws-stepfunctions';
import { Errors, Fail, JsonPath } from 'aws-cdk-lib/aws-stepfunctions';
import type { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { step } from './steps.ts';

interface StateText {
  readonly id: string;
  readonly comment: string;
}

export interface FailingEndProps {
  /** Writes the failure into the ledger. */
  readonly handler: IFunction;
  readonly record: StateText;
  readonly fail: StateText;
}

/** A step and what it may be caught with. */
interface Catching extends INextable, IChainable {
  addCatch(handler: IChainable, props?: CatchProps): unknown;
}

export interface FailingEnd {
  /** What follows it is up to the machine; `failed` is where it ends at last. */
  readonly record: LambdaInvoke;
  readonly failed: Fail;
  /** The same state, with every failure of it led here. */
  caught<S extends Catching>(state: S): S;
}

/** Where every failure of a machine ends: in the ledger first, and where that fails too, at once as a failed execution. */
export function failingEnd(scope: Construct, { handler, record: recorded, fail }: FailingEndProps): FailingEnd {
  const failed = new Fail(scope, fail.id, { comment: fail.comment, errorPath: '$.failure.Error', causePath: '$.failure.Cause' });
  const record = step(scope, recorded.id, {
    handler,
    payload: { audit: JsonPath.objectAt('$.audit'), failure: JsonPath.objectAt('$.failure') },
    resultPath: '$.recorded',
    timeout: Duration.minutes(1),
    comment: recorded.comment,
  });
  record.addCatch(failed, { errors: [Errors.ALL], resultPath: '$.unrecorded' });
  return {
    record,
    failed,
    caught: (state) => {
      state.addCatch(record, { errors: [Errors.ALL], resultPath: '$.failure' });
      return state;
    },
  };
}
