import { Duration } from 'aws-cdk-lib';
import { Choice, type Condition, type IChainable, JsonPath } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { type BranchProps, TOLERATED_PERCENT } from './branch.ts';
import { fanOut, step } from './steps.ts';

export interface DisassociatedProps extends BranchProps {
  /** Is there an attack that learns? */
  readonly learns: Condition;
}

/** Steps 9 and 10 of audit-workflow.ts. */
export function disassociatedBranch(
  scope: Construct,
  { functions, units, slices, caught, publish, learns }: DisassociatedProps,
): IChainable {
  const audit = JsonPath.objectAt('$.audit');
  const learn = caught(
    step(scope, 'Learn placements', {
      handler: functions.learnRelease,
      payload: { audit },
      resultPath: '$.learned',
      timeout: Duration.minutes(15),
      comment: 'Trains on the release itself, without its original.',
    }),
  );
  const attack = caught(
    fanOut(scope, 'Attack clusters', {
      ...units,
      label: 'clusters',
      handler: functions.attackClusters,
      toleratedFailurePercentage: TOLERATED_PERCENT,
      resultPath: '$.attacked',
      comment: 'Counts and scores, then puts the pieces of each cluster back.',
    }),
  );
  const measure = caught(
    fanOut(scope, 'Measure clusters', {
      ...slices,
      label: 'measure-clusters',
      handler: functions.measureClusters,
      toleratedFailurePercentage: 0,
      resultPath: '$.measured',
      comment: 'Figures and the parts of the results.',
    }),
  );
  const measureRelease = caught(
    step(scope, 'Measure release', {
      handler: functions.measureRelease,
      payload: { audit },
      resultPath: '$.found',
      timeout: Duration.minutes(15),
      comment: 'The claim, breaches, possible worlds: what needs all clusters.',
    }),
  );
  learn.next(attack);
  attack.next(measure);
  measure.next(measureRelease);
  measureRelease.next(publish);
  return new Choice(scope, 'Anything to practise?').when(learns, learn).otherwise(attack);
}
