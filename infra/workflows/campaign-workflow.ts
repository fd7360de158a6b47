// Many audits under one parent execution. All paths through it:
//
//  1. Run audits       a map over the audits of the campaign, some at once; each child is an execution of its own:
//       Admit audit      pins its files and names it by their content. Cannot be used -> the child is done: it is rejected alone. One of
//                        them is missing -> asks again every minute, for as long as the settings say, since a copy may be under way.
//       New audit?       it ran or runs already -> done: the same audit never runs twice.
//       Run audit        the audit's machine, until it ends. That it fails, or exists already, ends the child well: the ledger says why.
//  2. Report campaign  how each audit ended, by name, in the results; one that left nothing is "lost". Done.
//
// A failure of the campaign itself ends it where it happened, and record-status writes it into the ledger; its audits stay what they are.
//
// The states carry references: no name of a dataset, no item.
import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import {
  Choice,
  Condition,
  DistributedMap,
  Errors,
  type IChainable,
  IntegrationPattern,
  type IStateMachine,
  JitterType,
  JsonPath,
  Pass,
  type RetryProps,
  S3JsonLItemReader,
  StateMachineType,
  Succeed,
  TaskInput,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions';
import { StepFunctionsStartExecution } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { LONGEST_WAIT_MINUTES } from '../settings.ts';
import { MAP_RETRY, RETRIES, runsOf, step } from './steps.ts';

interface CampaignWorkflowProps {
  readonly functions: { readonly admitAudit: IFunction; readonly takeTurn: IFunction; readonly reportCampaign: IFunction };
  readonly audits: IStateMachine;
  readonly work: IBucket;
  /** Audits at once. */
  readonly concurrency: number;
}

export const CAMPAIGN_LABELS = ['audits'] as const;

/** As the format allows (shared/pipeline/cloud/campaign.ts). */
const MOST_AUDITS = 10_000;

/** The function itself says when it has been long enough: this only outlasts it. */
const FILES_MISSING: RetryProps = {
  errors: ['FilesMissing'],
  // A minute on average, with full jitter.
  interval: Duration.minutes(2),
  backoffRate: 1,
  maxAttempts: 2 * LONGEST_WAIT_MINUTES,
  jitterStrategy: JitterType.FULL,
};

export function campaignWorkflow(scope: Construct, { functions, audits, work, concurrency }: CampaignWorkflowProps): IChainable {
  const run = new DistributedMap(scope, 'Run audits', {
    label: 'audits',
    comment: 'Standard children: a child waits for its audit.',
    mapExecutionType: StateMachineType.STANDARD,
    maxConcurrency: concurrency,
    // A child that the service fails must not stop the others; the report names it.
    toleratedFailurePercentage: 100,
    itemReader: new S3JsonLItemReader({
      bucket: work,
      key: JsonPath.format('audits/{}/manifest.jsonl', JsonPath.stringAt('$.audit.auditId')),
      maxItems: MOST_AUDITS,
    }),
    resultWriterV2: runsOf(work, 'audits'),
    resultPath: '$.ran',
  });
  run.itemProcessor(oneAudit(scope, functions, audits));
  run.addRetry(MAP_RETRY);
  const report = step(scope, 'Report campaign', {
    handler: functions.reportCampaign,
    payload: { audit: JsonPath.objectAt('$.audit') },
    resultPath: '$.reported',
    timeout: Duration.minutes(15),
    comment: 'How each audit ended, by name.',
  });
  return run.next(report).next(new Succeed(scope, 'Campaign done'));
}

/** As long as the history of a child goes, of 25,000 events: some days. */
const NOT_YOUR_TURN: RetryProps = {
  errors: ['NotYourTurn'],
  interval: Duration.minutes(2),
  backoffRate: 1,
  maxAttempts: 5_000,
  jitterStrategy: JitterType.FULL,
};

function oneAudit(scope: Construct, { admitAudit, takeTurn }: CampaignWorkflowProps['functions'], audits: IStateMachine): IChainable {
  const done = new Succeed(scope, 'Audit done');
  // Why its audit failed, the ledger and Step Functions know; a failure to admit or to start leaves nothing, and the report says "lost".
  const notRun = new Pass(scope, 'Audit not run', { comment: 'The others go on.' });
  notRun.next(done);
  const admit = step(scope, 'Admit audit', {
    handler: admitAudit,
    payload: { campaign: JsonPath.objectAt('$.campaign'), at: JsonPath.numberAt('$.at'), entry: JsonPath.objectAt('$.entry') },
    resultPath: '$.admitted',
    timeout: Duration.minutes(15),
    retries: [FILES_MISSING, ...RETRIES],
    comment: 'Names it by the content of its files.',
  });
  const turn = step(scope, 'Take turn', {
    handler: takeTurn,
    payload: {
      audit: JsonPath.objectAt('$.admitted.audit'),
      lane: JsonPath.stringAt('$.admitted.lane'),
      team: JsonPath.stringAt('$.admitted.team'),
    },
    resultPath: '$.turn',
    timeout: Duration.minutes(1),
    retries: [NOT_YOUR_TURN, ...RETRIES],
    comment: 'Stands in line with all other drops.',
  });
  const start = new StepFunctionsStartExecution(scope, 'Run audit', {
    stateMachine: audits,
    integrationPattern: IntegrationPattern.RUN_JOB,
    associateWithParent: false,
    name: JsonPath.stringAt('$.admitted.execution'),
    input: TaskInput.fromObject({ audit: JsonPath.objectAt('$.admitted.audit'), children: JsonPath.numberAt('$.turn.children') }),
    // The audit's answer is in its results.
    resultPath: JsonPath.DISCARD,
    // As long as an audit may take by itself.
    taskTimeout: Timeout.duration(Duration.days(365)),
    comment: 'Waits until the audit ends.',
  });
  start.addRetry({
    errors: [
      'StepFunctions.ThrottlingException',
      'StepFunctions.ServiceUnavailableException',
      'StepFunctions.SfnException',
      // A million open executions, or as many as the service starts a second: there is room again.
      'StepFunctions.ExecutionLimitExceeded',
      'StepFunctions.ExecutionLimitExceededException',
    ],
    interval: Duration.seconds(5),
    backoffRate: 2,
    // For about half an hour.
    maxAttempts: 20,
    maxDelay: Duration.minutes(2),
    jitterStrategy: JitterType.FULL,
  });
  for (const state of [admit, turn, start]) state.addCatch(notRun, { errors: [Errors.ALL], resultPath: '$.failure' });
  start.next(done);
  turn.next(start);
  return admit.next(new Choice(scope, 'New audit?').when(Condition.stringEquals('$.admitted.status', 'admitted'), turn).otherwise(done));
}
