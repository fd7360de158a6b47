// One audit, from a drop that was admitted to results that can be queried. All paths through it, the same for every kind of release:
//
//  1. Read release          tells the kind, parses, checks and stores the release, with its original.
//  2. Large?                more than one part of some 16 million characters: Spread rows is a map over parts of the release, which sends
//                           each row to its bucket; Gather units a map over buckets, which makes the units of each. Else Plan does it.
//     Plan units            joins the units, such as generalised items or clusters, writes manifests of pointers, pins the version of
//                           every source, and says which of the steps below this audit has.
//  3. Anything to score?    no unit, or a kind that is attacked by its structure alone: to 6.
//  4. Fetch counts          for each live source in order (none by default): asks what is still open, within its pace and budget; something
//                           left -> waits until the source says, asks again. One that fails for good: its counts stay unavailable.
//  5. Score                 a map over units, such as generalised items: counts from the shared cache, the tables that follow from them, and
//                           what learned attacks need. Up to 5 % of the units may fail.
//  6. Anything to learn?    Learn fits the attacks that learn from the whole release. None -> 7. Asking a language model (none by default) it ends in
//                           time, with questions left -> waits until it says, learns again: answers are in their table.
//  7. Anything to attack?   Eliminate or reconstruct is a map over units: every attack, published or learned, on what 5 and 6 left. Up to 5 %
//                           of the units may fail. No unit: past 8, and the results say so.
//  8. Measure slices        a map over slices: figures and the tables' parts. A lost unit is "errored", never "no leak".
//     Finish?               large, as at 2: Finish parts is a map over the same parts, which writes each as the leading attack leaves it.
//                           Else Publish does it.
//  9. Whole release?        Measure release: what needs all units, where the kind has such measures. None -> 10.
// 10. Publish               reconciles what is missing, writes attacked dataset, tables, report, and _SUCCESS.json last.
// 11. Gate closed?          the request has a policy gate and it says no: an event on the bus names the audit. Else, and then: Done.
//  R. Record rejection     from any state: the drop cannot be used (BadInput) and has its rejected.json by then. The ledger says "rejected"
//                           and the execution ends well, as Rejected: an answer to who dropped it, and nothing that an operator must mend.
//
// Any other failure ends the execution in the state where it happened, which is where a redrive goes on; record-status, which EventBridge
// tells of every change, time-outs and aborts too, writes it into the ledger.
//
// Its input is the audit and `children`: how many functions its maps may run at once, the tokens that it was let in with (shared/pipeline/cloud/line).
//
// 4 is in fetch-branch.ts, R in rejected-end.ts.
// Every state adds one key to the document and takes none away. It carries pointers and figures, never an item.
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Choice, Condition, type IChainable, JsonPath, Succeed, TaskInput, Timeout, Wait, WaitTime } from 'aws-cdk-lib/aws-stepfunctions';
import { EventBridgePutEvents } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { fetchBranch } from './fetch-branch.ts';
import { rejectedEnd } from './rejected-end.ts';
import { type FanOutProps, fanOut, RETRIES, step } from './steps.ts';

interface AuditFunctions {
  readonly readRelease: IFunction;
  readonly spreadRows: IFunction;
  readonly gatherUnits: IFunction;
  readonly planUnits: IFunction;
  readonly fetchCounts: IFunction;
  readonly scoreUnits: IFunction;
  readonly learnRelease: IFunction;
  readonly attackUnits: IFunction;
  readonly measureSlice: IFunction;
  readonly finishParts: IFunction;
  readonly measureRelease: IFunction;
  readonly publishResults: IFunction;
  readonly recordRejection: IFunction;
}

interface AuditWorkflowProps {
  readonly functions: AuditFunctions;
  readonly work: IBucket;
}

/** Pointers of one manifest, and how many go to a child. */
type Pointers = Pick<FanOutProps, 'bucket' | 'manifest' | 'most'>;

/** Each map has one: the names of its runs contain it, and permissions depend on it. */
export const MAP_LABELS = ['spread', 'gather', 'score', 'attack', 'measure', 'finish'] as const;

/** Each is up to 4 million characters of the release: some twenty seconds together. */
const BUCKETS_A_CHILD = 8;

/** Lost units are "errored" in the results, and named there. More than one in twenty and the figures would say too little. */
const TOLERATED_PERCENT = 5;

export function auditWorkflow(scope: Construct, { functions, work }: AuditWorkflowProps): IChainable {
  const audit = JsonPath.objectAt('$.audit');
  const caught = rejectedEnd(scope, functions.recordRejection);

  const readRelease = caught(
    step(scope, 'Read release', {
      handler: functions.readRelease,
      payload: { audit },
      resultPath: '$.release',
      timeout: Duration.minutes(15),
      comment: 'A drop that cannot be used ends here, with rejected.json beside it.',
    }),
  );
  const parts: Pointers = { bucket: work, manifest: '$.release.partsManifest', most: { fixed: 1 } };
  const spread = caught(
    fanOut(scope, 'Spread rows', {
      ...parts,
      label: 'spread',
      handler: functions.spreadRows,
      toleratedFailurePercentage: 0,
      resultPath: '$.spread',
      comment: 'Each part of the release, to the buckets of its units.',
    }),
  );
  const gather = caught(
    fanOut(scope, 'Gather units', {
      ...parts,
      manifest: '$.release.bucketsManifest',
      most: { fixed: BUCKETS_A_CHILD },
      label: 'gather',
      handler: functions.gatherUnits,
      toleratedFailurePercentage: 0,
      resultPath: '$.gathered',
      comment: 'The units of each bucket.',
    }),
  );
  const planUnits = caught(
    step(scope, 'Plan units', {
      handler: functions.planUnits,
      payload: { audit },
      resultPath: '$.plan',
      timeout: Duration.minutes(15),
      comment: 'Joins the units of work, or makes them; writes the manifests, pins sources.',
    }),
  );
  const units: Pointers = {
    bucket: work,
    manifest: '$.plan.manifest',
    most: { path: '$.plan.unitsPerBatch' },
  };
  // A pointer has up to a million cells, in slices of at most 250,000 or one larger unit: one to a child.
  const slices: Pointers = { ...units, manifest: '$.plan.slices', most: { fixed: 1 } };
  const fetchCounts = caught(fetchBranch(scope, functions.fetchCounts));
  const score = caught(
    fanOut(scope, 'Score', {
      ...units,
      label: 'score',
      handler: functions.scoreUnits,
      toleratedFailurePercentage: TOLERATED_PERCENT,
      resultPath: '$.scored',
      comment: 'What the sources say of each unit.',
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
  const turnOver = new Wait(scope, 'Wait for model', { time: WaitTime.timestampPath('$.learned.resumeAt') });
  const attack = caught(
    fanOut(scope, 'Eliminate or reconstruct', {
      ...units,
      label: 'attack',
      handler: functions.attackUnits,
      toleratedFailurePercentage: TOLERATED_PERCENT,
      resultPath: '$.attacked',
      comment: 'Every attack on each unit, on what scoring and learning left.',
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
  const finish = caught(
    fanOut(scope, 'Finish parts', {
      ...parts,
      label: 'finish',
      handler: functions.finishParts,
      toleratedFailurePercentage: 0,
      resultPath: '$.finished',
      comment: 'Each part of the release as the leading attack leaves it.',
    }),
  );
  const measureRelease = caught(
    step(scope, 'Measure release', {
      handler: functions.measureRelease,
      payload: { audit },
      resultPath: '$.found',
      timeout: Duration.minutes(15),
      comment: 'What needs all units.',
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

  const anyUnits = Condition.numberGreaterThan('$.plan.units', 0);
  const scores = Condition.booleanEquals('$.plan.scores', true);
  const measured = new Choice(scope, 'Whole release?')
    .when(Condition.booleanEquals('$.plan.measuresRelease', true), measureRelease)
    .otherwise(publish);
  const finished = new Choice(scope, 'Finish?').when(Condition.numberGreaterThan('$.release.parts', 0), finish).otherwise(measured);
  readRelease.next(new Choice(scope, 'Large?').when(Condition.numberGreaterThan('$.release.parts', 0), spread).otherwise(planUnits));
  spread.next(gather);
  gather.next(planUnits);
  const attacked = new Choice(scope, 'Anything to attack?').when(anyUnits, attack).otherwise(finished);
  // Without units too: the fits say of themselves that there was nothing to learn from.
  const learned = new Choice(scope, 'Anything to learn?').when(Condition.booleanEquals('$.plan.learns', true), learn).otherwise(attacked);
  planUnits.next(new Choice(scope, 'Anything to score?').when(Condition.and(anyUnits, scores), fetchCounts).otherwise(learned));
  fetchCounts.next(score);
  score.next(learned);
  turnOver.next(learn);
  // Its questions are not all answered, within the calls of a day and the time of a function.
  learn.next(new Choice(scope, 'Learned?').when(Condition.booleanEquals('$.learned.learned', false), turnOver).otherwise(attacked));
  attack.next(measure);
  measure.next(finished);
  finish.next(measured);
  measureRelease.next(publish);
  const done = new Succeed(scope, 'Done');
  // The results are published by now; an event that was not sent is still a failure, and a redrive sends it again.
  const tell = tellGateClosed(scope).next(done);
  publish.next(new Choice(scope, 'Gate closed?').when(Condition.stringEquals('$.published.gate', 'closed'), tell).otherwise(done));
  return readRelease;
}

/** Name of the event, which other systems' rules match. */
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
    comment: 'Which audit; what its gate says in words is in verdict.json beside the results.',
  });
  for (const retry of RETRIES) event.addRetry(retry);
  return event;
}
