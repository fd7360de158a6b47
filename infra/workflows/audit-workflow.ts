// One audit, from a drop that was admitted to results that can be queried. All paths through it:
//
//  1. Read release          parses, checks and stores the release in blocks, with its original; infers unmarked generalised items.
//  2. Kind of release?      set-generalised -> 3, anything else -> F.
//  3. Plan units            groups the work into units, writes manifests of pointers, pins the version of every source.
//  4. Anything to attack?   no generalised item -> 9: the results say so.
//  5. Count pairs           a map over units: counts what the score cache does not hold yet from the corpora, into the cache.
//  6. Attack units          a map over units: scores from the cache, then all attacks on tables. Up to 5 % of the units may fail.
//  7. Anything to learn?    attacks on the whole release: Learn fits them, Decide units is a map that decides with them. None -> 8.
//  8. Measure slices        a map over slices: figures and the tables' parts. A lost unit is "errored", never "no leak".
//  9. Publish               reconciles what is missing, writes attacked dataset, tables, report, and _SUCCESS.json last. Done.
//  F. Record failure        from any state: what failed, in the ledger; then Failed. A drop that cannot be used (BadInput) has its
//                           rejected.json by then: the same path, recorded as "rejected".
//
// Every state adds one key to the document and takes none away. What it carries are pointers and figures, never an item.
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { CatchProps, IChainable, INextable } from 'aws-cdk-lib/aws-stepfunctions';
import { Choice, Condition, Errors, Fail, JsonPath, Pass, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { fanOut, step } from './steps.ts';

export interface AuditFunctions {
  readonly readRelease: IFunction;
  readonly planUnits: IFunction;
  readonly countUnits: IFunction;
  readonly attackUnits: IFunction;
  readonly learnRelease: IFunction;
  readonly decideUnits: IFunction;
  readonly measureSlice: IFunction;
  readonly publishResults: IFunction;
  readonly recordFailure: IFunction;
}

export interface AuditWorkflowProps {
  readonly functions: AuditFunctions;
  readonly work: IBucket;
  readonly childConcurrency: number;
}

/** Lost units are "errored" in the results, and named there. More than one in twenty and the figures would say too little. */
const TOLERATED_PERCENT = 5;

/** Each map has one: it stands in the names of its runs, and permissions rest on it. */
export const MAP_LABELS = ['count', 'attack', 'decide', 'measure'] as const;

/** A step and what it may be caught with. */
interface Catching extends INextable, IChainable {
  addCatch(handler: IChainable, props?: CatchProps): unknown;
}

export function auditWorkflow(scope: Construct, { functions, work, childConcurrency }: AuditWorkflowProps): IChainable {
  const audit = JsonPath.objectAt('$.audit');
  const failed = new Fail(scope, 'Failed', {
    comment: 'The record says what failed; redriving the execution goes on where it stopped.',
    errorPath: '$.failure.Error',
    causePath: '$.failure.Cause',
  });
  const recordFailure = step(scope, 'Record failure', {
    handler: functions.recordFailure,
    payload: { audit, failure: JsonPath.objectAt('$.failure') },
    resultPath: '$.recorded',
    timeout: Duration.minutes(1),
    comment: 'The one place where every failure ends.',
  });
  recordFailure.addCatch(failed, { errors: [Errors.ALL], resultPath: '$.unrecorded' });
  recordFailure.next(failed);
  const caught = <S extends Catching>(state: S): S => {
    state.addCatch(recordFailure, { errors: [Errors.ALL], resultPath: '$.failure' });
    return state;
  };

  const readRelease = caught(
    step(scope, 'Read release', {
      handler: functions.readRelease,
      payload: { audit },
      resultPath: '$.release',
      timeout: Duration.minutes(15),
      comment: 'A drop that cannot be used ends here, with rejected.json beside it.',
    }),
  );
  const planUnits = caught(
    step(scope, 'Plan units', {
      handler: functions.planUnits,
      payload: { audit },
      resultPath: '$.plan',
      timeout: Duration.minutes(15),
      comment: 'Groups rows by generalised item, writes the manifests, pins sources.',
    }),
  );
  const units = { bucket: work, manifest: '$.plan.manifest', most: { path: '$.plan.unitsPerBatch' }, maxConcurrency: childConcurrency };
  const countPairs = caught(
    fanOut(scope, 'Count pairs', {
      ...units,
      label: 'count',
      handler: functions.countUnits,
      toleratedFailurePercentage: 0,
      resultPath: '$.counted',
      timeout: Duration.minutes(4),
      comment: 'What the corpora say of the pairs that the score cache does not hold.',
    }),
  );
  const attackUnits = caught(
    fanOut(scope, 'Attack units', {
      ...units,
      label: 'attack',
      handler: functions.attackUnits,
      toleratedFailurePercentage: TOLERATED_PERCENT,
      resultPath: '$.attacked',
      timeout: Duration.minutes(4),
      comment: 'Scores from the cache, then every attack of the request.',
    }),
  );
  const learn = caught(
    step(scope, 'Learn', {
      handler: functions.learnRelease,
      payload: { audit },
      resultPath: '$.learned',
      timeout: Duration.minutes(15),
      comment: 'Fits what needs the whole release, without its original.',
    }),
  );
  const decideUnits = caught(
    fanOut(scope, 'Decide units', {
      ...units,
      label: 'decide',
      handler: functions.decideUnits,
      toleratedFailurePercentage: TOLERATED_PERCENT,
      resultPath: '$.decided',
      timeout: Duration.minutes(4),
      comment: 'What the fitted attacks say of each unit.',
    }),
  );
  const measureSlices = caught(
    fanOut(scope, 'Measure slices', {
      bucket: work,
      manifest: '$.plan.slices',
      // A slice is up to a million cells: one to a child.
      most: { fixed: 1 },
      maxConcurrency: childConcurrency,
      label: 'measure',
      handler: functions.measureSlice,
      toleratedFailurePercentage: 0,
      resultPath: '$.measured',
      timeout: Duration.minutes(4),
      comment: 'Figures and the parts of the result tables.',
    }),
  );
  const publish = caught(
    step(scope, 'Publish', {
      handler: functions.publishResults,
      payload: { audit },
      resultPath: '$.published',
      timeout: Duration.minutes(15),
      comment: '_SUCCESS.json is written last.',
    }),
  );
  const unknownKind = new Pass(scope, 'Unknown kind', {
    parameters: { Error: 'UnknownKind', Cause: 'This version of the workflow has no path for the kind of this release.' },
    resultPath: '$.failure',
  });

  unknownKind.next(recordFailure);
  readRelease.next(
    new Choice(scope, 'Kind of release?')
      .when(Condition.stringEquals('$.release.kind', 'set-generalised'), planUnits)
      .otherwise(unknownKind),
  );
  planUnits.next(
    new Choice(scope, 'Anything to attack?').when(Condition.numberGreaterThan('$.plan.units', 0), countPairs).otherwise(publish),
  );
  countPairs.next(attackUnits);
  attackUnits.next(
    new Choice(scope, 'Anything to learn?').when(Condition.booleanEquals('$.plan.learns', true), learn).otherwise(measureSlices),
  );
  learn.next(decideUnits);
  decideUnits.next(measureSlices);
  measureSlices.next(publish);
  publish.next(new Succeed(scope, 'Done'));
  return readRelease;
}
