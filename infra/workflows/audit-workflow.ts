// One audit, from a drop that was admitted to results that can be queried. All paths through it:
//
//  1. Read release          parses, checks and stores the release, with its original; infers unmarked generalised items.
//  2. Plan units            makes units of work of it, generalised items or clusters, writes manifests of pointers, pins the version of
//                           every source.
//  3. Anything to attack?   no unit -> 7, and from there to 11: the results say so.
//  4. Fetch counts          for each live source in order (none by default): asks what is still open, within its pace and budget; something
//                           left -> waits until the source says, asks again. One that fails for good: its counts stay unavailable.
//  5. Kind of release?      set-generalised -> 6, disassociated -> 9, anything else fails.
//  6. Attack units          a map over units: counts and scores, then all attacks on tables. Up to 5 % of the units may fail.
//  7. Anything to learn?    attacks on the whole release: Learn fits them, Decide units is a map that decides with them. None -> 8.
//  8. Measure slices        a map over slices: figures and the tables' parts. A lost unit is "errored", never "no leak". -> 11.
//  9. Anything to practise? an attack that learns: Learn placements trains it on the release itself.
//     Attack clusters       a map over units: counts and scores, then puts the pieces of each cluster back. Up to 5 % may fail.
// 10. Measure clusters      a map over slices, as 8; then Measure release: the claim, breaches, possible worlds, itemsets put together.
// 11. Publish               reconciles what is missing, writes attacked dataset, tables, report, and _SUCCESS.json last.
// 12. Gate closed?          the request has a policy gate and it says no: an event on the bus names the audit. Else, and then: Done.
//  R. Record rejection     from any state: the drop cannot be used (BadInput) and has its rejected.json by then. The ledger says "rejected"
//                           and the execution ends well, as Rejected: an answer to who dropped it, and nothing that an operator must mend.
//
// Any other failure ends the execution in the state where it happened, which is where a redrive goes on; record-status, which EventBridge
// tells of every change, time-outs and aborts too, writes it into the ledger.
//
// 4 stands in fetch-branch.ts, 6 to 8 in set-generalised-branch.ts, 9 and 10 in disassociated-branch.ts, R in rejected-end.ts.
// Every state adds one key to the document and takes none away. What it carries are pointers and figures, never an item.
import { Duration } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Choice, Condition, Fail, type IChainable, JsonPath, Succeed, TaskInput, Timeout } from 'aws-cdk-lib/aws-stepfunctions';
import { EventBridgePutEvents } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import type { AuditFunctions, BranchProps } from './branch.ts';
import { disassociatedBranch } from './disassociated-branch.ts';
import { fetchBranch } from './fetch-branch.ts';
import { rejectedEnd } from './rejected-end.ts';
import { setGeneralisedBranch } from './set-generalised-branch.ts';
import { RETRIES, step } from './steps.ts';

export interface AuditWorkflowProps {
  readonly functions: AuditFunctions;
  readonly work: IBucket;
  readonly childConcurrency: number;
}

/** Each map has one: it stands in the names of its runs, and permissions rest on it. */
export const MAP_LABELS = ['attack', 'decide', 'measure', 'clusters', 'measure-clusters'] as const;

export function auditWorkflow(scope: Construct, { functions, work, childConcurrency }: AuditWorkflowProps): IChainable {
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
  const planUnits = caught(
    step(scope, 'Plan units', {
      handler: functions.planUnits,
      payload: { audit },
      resultPath: '$.plan',
      timeout: Duration.minutes(15),
      comment: 'Makes units of work, writes the manifests, pins sources.',
    }),
  );
  const units: BranchProps['units'] = {
    bucket: work,
    manifest: '$.plan.manifest',
    most: { path: '$.plan.unitsPerBatch' },
    maxConcurrency: childConcurrency,
  };
  // A slice is up to 250,000 cells, or one unit larger than that: one to a child.
  const slices: BranchProps['slices'] = { ...units, manifest: '$.plan.slices', most: { fixed: 1 } };
  const fetchCounts = caught(fetchBranch(scope, functions.fetchCounts));
  const publish = caught(
    step(scope, 'Publish', {
      handler: functions.publishResults,
      payload: { audit },
      resultPath: '$.published',
      timeout: Duration.minutes(15),
      comment: '_SUCCESS.json is written last.',
    }),
  );
  const unknownKind = new Fail(scope, 'Unknown kind', {
    error: 'UnknownKind',
    cause: 'This version of the workflow has no path for the kind of this release.',
  });

  const anyUnits = Condition.numberGreaterThan('$.plan.units', 0);
  const learns = Condition.booleanEquals('$.plan.learns', true);
  const branch: BranchProps = { functions, units, slices, caught, publish };
  const setGeneralised = setGeneralisedBranch(scope, { ...branch, anyUnits, learns });
  readRelease.next(planUnits);
  planUnits.next(
    new Choice(scope, 'Anything to attack?')
      .when(anyUnits, fetchCounts)
      // The fits say of themselves that there was nothing to learn from.
      .when(learns, setGeneralised.learn)
      .otherwise(publish),
  );
  fetchCounts.next(
    new Choice(scope, 'Kind of release?')
      .when(Condition.stringEquals('$.release.kind', 'set-generalised'), setGeneralised.attack)
      .when(Condition.stringEquals('$.release.kind', 'disassociated'), disassociatedBranch(scope, { ...branch, learns }))
      .otherwise(unknownKind),
  );
  const done = new Succeed(scope, 'Done');
  // The results are published by now; a refusal that nobody heard of is still a failure, and a redrive says it again.
  const tell = tellGateClosed(scope).next(done);
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
