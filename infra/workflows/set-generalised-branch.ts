import { Duration } from 'aws-cdk-lib';
import { Choice, type Condition, type IChainable, JsonPath } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { type BranchProps, TOLERATED_PERCENT } from './branch.ts';
import { fanOut, step } from './steps.ts';

export interface SetGeneralisedProps extends BranchProps {
  /** Is there a unit of work, and is there an attack that learns? */
  readonly anyUnits: Condition;
  readonly learns: Condition;
}

/** Steps 6 to 8 of audit-workflow.ts. `learn` is entered by itself where there is nothing to attack. */
export function setGeneralisedBranch(
  scope: Construct,
  { functions, units, slices, caught, publish, anyUnits, learns }: SetGeneralisedProps,
): { readonly attack: IChainable; readonly learn: IChainable } {
  const attack = caught(
    fanOut(scope, 'Attack units', {
      ...units,
      label: 'attack',
      handler: functions.attackUnits,
      toleratedFailurePercentage: TOLERATED_PERCENT,
      resultPath: '$.attacked',
      comment: 'Counts and scores, then every attack of the request.',
    }),
  );
  const learn = caught(
    step(scope, 'Learn', {
      handler: functions.learnRelease,
      payload: { audit: JsonPath.objectAt('$.audit') },
      resultPath: '$.learned',
      timeout: Duration.minutes(15),
      comment: 'Fits what needs the whole release, without its original.',
    }),
  );
  const decide = caught(
    fanOut(scope, 'Decide units', {
      ...units,
      label: 'decide',
      handler: functions.decideUnits,
      toleratedFailurePercentage: TOLERATED_PERCENT,
      resultPath: '$.decided',
      comment: 'What the fitted attacks say of each unit.',
    }),
  );
  const measure = caught(
    fanOut(scope, 'Measure slices', {
      ...slices,
      label: 'measure',
      handler: functions.measureSlice,
      toleratedFailurePercentage: 0,
      resultPath: '$.measured',
      comment: 'Figures and the parts of the result tables.',
    }),
  );
  attack.next(new Choice(scope, 'Anything to learn?').when(learns, learn).otherwise(measure));
  learn.next(new Choice(scope, 'Anything to decide?').when(anyUnits, decide).otherwise(publish));
  decide.next(measure);
  measure.next(publish);
  return { attack, learn };
}
