// One audit, from a drop that was admitted to results that can be queried. All paths through it:
//
//  1. Read release          parses, checks and stores the release, with its original; infers unmarked generalised items.
//  2. Plan units            makes units of work of it, generalised items or clusters, writes manifests of pointers, pins the version of
//                           every source.
//  3. Anything to attack?   no unit -> 8, and from there to 12: the results say so.
//  4. Count pairs           a map over units: counts what the score cache does not hold yet from the corpora, into the cache.
//  5. Fetch counts          for each live source in order (none by default): asks what is still open, within its pace and budget; something
//                           left -> waits until the source says, asks again. One that fails for good: its counts stay unavailable.
//  6. Kind of release?      set-generalised -> 7, disassociated -> 10, anything else -> F.
//  7. Attack units          a map over units: scores from the cache, then all attacks on tables. Up to 5 % of the units may fail.
//  8. Anything to learn?    attacks on the whole release: Learn fits them, Decide units is a map that decides with them. None -> 9.
//  9. Measure slices        a map over slices: figures and the tables' parts. A lost unit is "errored", never "no leak". -> 12.
// 10. Anything to practise? an attack that learns: Learn placements trains it on the release itself.
//     Attack clusters       a map over units: scores from the cache, then puts the pieces of each cluster back. Up to 5 % may fail.
// 11. Measure clusters      a map over slices, as 9; then Measure release: the claim, breaches, possible worlds, itemsets put together.
// 12. Publish               reconciles what is missing, writes attacked dataset, tables, report, and _SUCCESS.json last.
// 13. Gate closed?          the request has a policy gate and it says no: an event on the bus names the audit. Else, and then: Done.
//  F. Record failure        from any state: what failed, in the ledger; then Failed. A drop that cannot be used (BadInput) has its
//                           rejected.json by then: it is recorded as "rejected" and the execution ends well, as Rejected. It is an
//                           answer to who dropped it, and nothing that an operator must mend.
//
// Every state adds one key to the document and takes none away. What it carries are pointers and figures, never an item.
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { CatchProps, IChainable, INextable } from 'aws-cdk-lib/aws-stepfunctions';
import {
  Choice,
  Condition,
  Errors,
  Fail,
  Map as InlineMap,
  JsonPath,
  Pass,
  Succeed,
  TaskInput,
  Timeout,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { EventBridgePutEvents } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { fanOut, RETRIES, step } from './steps.ts';

export interface AuditFunctions {
  readonly readRelease: IFunction;
  readonly planUnits: IFunction;
  readonly countUnits: IFunction;
  readonly fetchCounts: IFunction;
  readonly attackUnits: IFunction;
  readonly learnRelease: IFunction;
  readonly decideUnits: IFunction;
  readonly measureSlice: IFunction;
  readonly attackClusters: IFunction;
  readonly measureClusters: IFunction;
  readonly measureRelease: IFunction;
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
export const MAP_LABELS = ['count', 'attack', 'decide', 'measure', 'clusters', 'measure-clusters'] as const;

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
  recordFailure.next(
    new Choice(scope, 'Rejected?')
      .when(Condition.stringEquals('$.recorded.status', 'rejected'), new Succeed(scope, 'Rejected'))
      .otherwise(failed),
  );
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
      comment: 'Makes units of work, writes the manifests, pins sources.',
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
  // A slice is up to 250,000 cells, or one unit larger than that: one to a child.
  const slices = { bucket: work, manifest: '$.plan.slices', most: { fixed: 1 }, maxConcurrency: childConcurrency };
  const measureSlices = caught(
    fanOut(scope, 'Measure slices', {
      ...slices,
      label: 'measure',
      handler: functions.measureSlice,
      toleratedFailurePercentage: 0,
      resultPath: '$.measured',
      timeout: Duration.minutes(4),
      comment: 'Figures and the parts of the result tables.',
    }),
  );
  const learnPlacements = caught(
    step(scope, 'Learn placements', {
      handler: functions.learnRelease,
      payload: { audit },
      resultPath: '$.learned',
      timeout: Duration.minutes(15),
      comment: 'Trains on the release itself, without its original.',
    }),
  );
  const attackClusters = caught(
    fanOut(scope, 'Attack clusters', {
      ...units,
      label: 'clusters',
      handler: functions.attackClusters,
      toleratedFailurePercentage: TOLERATED_PERCENT,
      resultPath: '$.attacked',
      timeout: Duration.minutes(4),
      comment: 'Scores from the cache, then puts the pieces of each cluster back.',
    }),
  );
  const measureClusters = caught(
    fanOut(scope, 'Measure clusters', {
      ...slices,
      label: 'measure-clusters',
      handler: functions.measureClusters,
      toleratedFailurePercentage: 0,
      resultPath: '$.measured',
      timeout: Duration.minutes(4),
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
  const anyUnits = Condition.numberGreaterThan('$.plan.units', 0);
  readRelease.next(planUnits);
  planUnits.next(
    new Choice(scope, 'Anything to attack?')
      .when(anyUnits, countPairs)
      // The fits say of themselves that there was nothing to learn from.
      .when(Condition.booleanEquals('$.plan.learns', true), learn)
      .otherwise(publish),
  );
  const fetchCounts = caught(fetchBranch(scope, functions.fetchCounts));
  countPairs.next(fetchCounts);
  fetchCounts.next(
    new Choice(scope, 'Kind of release?')
      .when(Condition.stringEquals('$.release.kind', 'set-generalised'), attackUnits)
      .when(
        Condition.stringEquals('$.release.kind', 'disassociated'),
        new Choice(scope, 'Anything to practise?')
          .when(Condition.booleanEquals('$.plan.learns', true), learnPlacements)
          .otherwise(attackClusters),
      )
      .otherwise(unknownKind),
  );
  attackUnits.next(
    new Choice(scope, 'Anything to learn?').when(Condition.booleanEquals('$.plan.learns', true), learn).otherwise(measureSlices),
  );
  learn.next(new Choice(scope, 'Anything to decide?').when(anyUnits, decideUnits).otherwise(publish));
  decideUnits.next(measureSlices);
  measureSlices.next(publish);
  learnPlacements.next(attackClusters);
  attackClusters.next(measureClusters);
  measureClusters.next(measureRelease);
  measureRelease.next(publish);
  const done = new Succeed(scope, 'Done');
  // The results are published by now; a refusal that nobody heard of is still a failure, and a redrive says it again.
  const tell = caught(tellGateClosed(scope)).next(done);
  publish.next(new Choice(scope, 'Gate closed?').when(Condition.stringEquals('$.published.gate', 'closed'), tell).otherwise(done));
  return readRelease;
}

/** What the event is called: rules of other systems match it. */
export const GATE_EVENT = { source: 'unveil', detailType: 'unveil gate closed' } as const;

function tellGateClosed(scope: Construct): EventBridgePutEvents {
  const event = new EventBridgePutEvents(scope, 'Tell gate closed', {
    entries: [
      {
        ...GATE_EVENT,
        detail: TaskInput.fromObject({
          message: 'gate says no',
          auditId: JsonPath.stringAt('$.audit.auditId'),
          day: JsonPath.stringAt('$.audit.day'),
        }),
      },
    ],
    resultPath: JsonPath.DISCARD,
    taskTimeout: Timeout.duration(Duration.minutes(1)),
    comment: 'Which audit; what its gate says in words is in gate.json beside the results.',
  });
  for (const retry of RETRIES) event.addRetry(retry);
  return event;
}

/** Asks each live source until nothing is left that it would answer today, then waits until it would. */
function fetchBranch(scope: Construct, handler: IFunction): InlineMap {
  const ask = step(scope, 'Ask source', {
    handler,
    payload: { audit: JsonPath.objectAt('$.audit'), source: JsonPath.stringAt('$.source') },
    resultPath: '$.fetched',
    timeout: Duration.minutes(15),
    comment: 'Ends by itself at four fifths of its time, or where the budget ends.',
  });
  const wait = new Wait(scope, 'Wait for source', { time: WaitTime.timestampPath('$.fetched.resumeAt') });
  const fetched = new Succeed(scope, 'Source is done');
  // About ten events of the history a turn: 25,000 allow some 2,500 turns, more than a source's epoch has days.
  wait.next(ask);
  ask.next(new Choice(scope, 'Anything left?').when(Condition.booleanEquals('$.fetched.done', false), wait).otherwise(fetched));
  const given = new Pass(scope, 'Source failed', { comment: 'Its counts stay unavailable, and the results say so.' });
  ask.addCatch(given, { errors: [Errors.ALL], resultPath: '$.failure' });
  const map = new InlineMap(scope, 'Fetch counts', {
    itemsPath: '$.plan.live',
    itemSelector: { audit: JsonPath.objectAt('$.audit'), source: JsonPath.stringAt('$$.Map.Item.Value') },
    // One after another: a later source is asked only for what the earlier ones leave open.
    maxConcurrency: 1,
    resultPath: JsonPath.DISCARD,
    comment: 'One turn after another for each live source of the request.',
  });
  map.itemProcessor(ask);
  return map;
}
