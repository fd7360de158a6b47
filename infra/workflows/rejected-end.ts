import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type CatchProps, type IChainable, type INextable, JsonPath, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { step } from './steps.ts';

/** A step and what it may be caught with. */
interface Catching extends INextable, IChainable {
  addCatch(handler: IChainable, props?: CatchProps): unknown;
}

/** The same state, with a drop that cannot be used led to its end. */
type Rejecting = <S extends Catching>(state: S) => S;

/**
 * The one end that is caught: a drop that cannot be used. Every other failure ends the execution where it happened, so that a redrive goes on
 * there; what stands outside the machine (functions/record-status) tells of it, and of time-outs and aborts, which no state sees.
 */
export function rejectedEnd(scope: Construct, handler: IFunction): Rejecting {
  const record = step(scope, 'Record rejection', {
    handler,
    payload: { audit: JsonPath.objectAt('$.audit') },
    resultPath: '$.recorded',
    timeout: Duration.minutes(1),
    comment: 'rejected.json is beside the drop by then.',
  });
  record.next(new Succeed(scope, 'Rejected'));
  return (state) => {
    state.addCatch(record, { errors: ['BadInput'], resultPath: '$.failure' });
    return state;
  };
}
