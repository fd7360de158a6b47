import { readFileSync } from 'node:fs';
import { CfnOutput, Duration, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { LOOK_AROUND } from '../../shared/contracts/stack-names.ts';
import { acknowledge } from '../acknowledge.ts';
import { Access } from '../constructs/access.ts';
import { AnswersTopic } from '../constructs/answers-topic.ts';
import { consoleLinks } from '../constructs/console-links.ts';
import { EventQueue, setAsideQueue } from '../constructs/event-queue.ts';
import { logQueries } from '../constructs/log-queries.ts';
import { auditMachine, machineAccess, machineName } from '../constructs/state-machine.ts';
import { teamAccess } from '../constructs/team-access.ts';
import { Watch } from '../constructs/watch.ts';
import { allow, WorkflowFunction } from '../constructs/workflow-function.ts';
import type { Settings } from '../settings.ts';
import { memoryOf, STEP_NAMES } from '../step-memory.ts';
import { auditWorkflow, MAP_LABELS } from '../workflows/audit-workflow.ts';
import { CAMPAIGN_LABELS, campaignWorkflow } from '../workflows/campaign-workflow.ts';
import { auditFunctions, egressOf, type Make, namesIn } from './audit-functions.ts';
import type { DataStack } from './data-stack.ts';

interface ComputeStackProps extends StackProps {
  readonly settings: Settings;
  readonly data: DataStack;
}

/** Everything that runs: queue of drops, functions, state machines, alarms. It can be deleted and deployed again without loss. */
export class ComputeStack extends Stack {
  constructor(scope: Construct, id: string, { settings, data, ...props }: ComputeStackProps) {
    super(scope, id, props);
    Tags.of(this).add('unveil', settings.stage);
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
    const access = new Access(this, 'Access', data, settings);
    const names = namesIn(data, settings);
    const { INBOX_BUCKET, WORK_BUCKET, RESULTS_BUCKET, ASSETS_BUCKET, LEDGER_TABLE, STAGE } = names;

    const make: Make = (name, handler, more) =>
      new WorkflowFunction(this, name, { handler, settings, ...more, policies: [access.telemetry, ...more.policies] });

    const functions = auditFunctions({ make, access, names, settings, version });
    const commonAccess = machineAccess(this, { work: data.work, key: data.key });
    const machine = auditMachine(this, 'Audit', {
      settings,
      definition: auditWorkflow(this, { functions, work: data.work }),
      functions: Object.values(functions),
      common: commonAccess,
      labels: MAP_LABELS,
      name: machineName(settings),
    });
    const executions = (of: 'audit' | 'campaign'): string =>
      `arn:${this.partition}:states:${this.region}:${this.account}:execution:${machineName(settings, of)}:*`;
    const watchExecutions = new ManagedPolicy(this, 'WatchExecutions', {
      statements: [allow(['states:DescribeExecution'], [executions('audit'), executions('campaign')])],
    });
    for (const each of ['audit', 'campaign'] as const) {
      acknowledge(watchExecutions, {
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${machineName(settings, each)}:*]`,
        reason: 'Executions are named by the drops that start them.',
      });
    }
    // By name, because functions that the campaigns' machine calls need its ARN and may start it.
    const campaignsArn = `arn:${this.partition}:states:${this.region}:${this.account}:stateMachine:${machineName(settings, 'campaign')}`;
    /** Permission to start executions in line; for a function with a queue, also to read it. */
    const startPolicy = (id: string, events?: EventQueue): ManagedPolicy =>
      new ManagedPolicy(this, id, {
        statements: [
          allow(['states:StartExecution'], [machine.stateMachineArn, campaignsArn]),
          ...(events === undefined
            ? []
            : [
                allow(
                  ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility', 'sqs:SendMessage'],
                  [events.queue.queueArn],
                ),
              ]),
        ],
      });
    const lineNames = {
      STAGE,
      INBOX_BUCKET,
      WORK_BUCKET,
      RESULTS_BUCKET,
      LEDGER_TABLE,
      AUDIT_MACHINE: machine.stateMachineArn,
      CAMPAIGN_MACHINE: campaignsArn,
      CHILD_CONCURRENCY: String(settings.childConcurrency),
    };
    const campaignFunctions = {
      takeTurn: make('TakeTurn', 'take-turn', {
        environment: lineNames,
        timeout: Duration.minutes(1),
        policies: [access.ledger, access.answer, watchExecutions, startPolicy('TakeTurnPolicy')],
      }),
      admitAudit: make('AdmitAudit', 'admit-audit', {
        environment: {
          STAGE,
          INBOX_BUCKET,
          WORK_BUCKET,
          RESULTS_BUCKET,
          ASSETS_BUCKET,
          LEDGER_TABLE,
          UNVEIL_VERSION: version,
          EGRESS: egressOf(settings),
          WAIT_MINUTES: String(settings.waitForFilesMinutes),
        },
        timeout: Duration.minutes(15),
        policies: [access.readInbox, access.rejectDrop, access.answer, access.readAssets, access.readWork, access.writeWork, access.ledger],
      }),
      reportCampaign: make('ReportCampaign', 'report-campaign', {
        environment: {
          INBOX_BUCKET,
          WORK_BUCKET,
          RESULTS_BUCKET,
          LEDGER_TABLE,
          AUDIT_MACHINE: machine.stateMachineArn,
          UNVEIL_VERSION: version,
        },
        timeout: Duration.minutes(15),
        policies: [access.readRejections, access.readWork, access.writeResults, access.ledger, watchExecutions],
      }),
    };
    const campaigns = auditMachine(this, 'Campaign', {
      settings,
      definition: campaignWorkflow(this, {
        functions: campaignFunctions,
        audits: machine,
        work: data.work,
        concurrency: settings.campaignConcurrency,
      }),
      functions: Object.values(campaignFunctions),
      common: commonAccess,
      labels: CAMPAIGN_LABELS,
      name: machineName(settings, 'campaign'),
      runs: { machineArn: machine.stateMachineArn, executions: executions('audit') },
    });

    const setAside = setAsideQueue(this);
    const starterTimeout = Duration.minutes(5);
    const drops = new EventQueue(this, 'Drops', { setAside, timeout: starterTimeout });
    drops.hears('Dropped', 'Everything dropped into the inbox: all of it is answered', {
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [data.inbox.bucketName] }, object: { key: [{ prefix: 'inbox/' }] } },
      },
    });
    const often = { schedule: Schedule.rate(Duration.minutes(5)) };
    drops.hears('LookAround', 'What ended or never began without anybody being told', often, RuleTargetInput.fromObject(LOOK_AROUND));
    const recorderTimeout = Duration.minutes(1);
    const ends = new EventQueue(this, 'Ends', { setAside, timeout: recorderTimeout });
    ends.hears('ExecutionChanged', 'Every change of an execution, for the ledger', {
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [machine.stateMachineArn, campaignsArn] },
      },
    });
    const starter = make('StartAudit', 'start-audit', {
      environment: {
        ...lineNames,
        ASSETS_BUCKET,
        UNVEIL_VERSION: version,
        DEFAULT_SOURCES: settings.sources.join(','),
        EGRESS: egressOf(settings),
        TEAMS: settings.teams.join(','),
        DROP_QUEUE: drops.queue.queueUrl,
        ACCOUNT_CONCURRENCY: settings.accountConcurrency === null ? '' : String(settings.accountConcurrency),
        WAIT_MINUTES: String(settings.waitForFilesMinutes),
      },
      timeout: starterTimeout,
      policies: [
        access.readInbox,
        access.rejectDrop,
        access.answer,
        access.tellEnds,
        access.readAssets,
        access.writeWork,
        access.ledger,
        watchExecutions,
        mayReadQuota(startPolicy('StartAuditPolicy', drops), settings),
      ],
    });
    drops.feed(starter);
    const statusRecorder = make('RecordStatus', 'record-status', {
      environment: { ...lineNames, STATUS_QUEUE: ends.queue.queueUrl },
      timeout: recorderTimeout,
      policies: [
        access.ledger,
        watchExecutions,
        access.answer,
        access.tellEnds,
        access.readRejections,
        startPolicy('RecordStatusPolicy', ends),
      ],
    });
    ends.feed(statusRecorder);
    const compact = make('CompactResults', 'compact-results', {
      environment: { RESULTS_BUCKET, TEAMS: settings.teams.join(',') },
      timeout: Duration.minutes(10),
      policies: [access.compact],
    });
    new Rule(this, 'Compacted', {
      description: 'One file a day of the small result tables, for queries across audits',
      schedule: Schedule.rate(Duration.minutes(15)),
      targets: [new LambdaFunction(compact, { deadLetterQueue: setAside })],
    });
    const canary = settings.canary
      ? make('DropCanary', 'drop-canary', {
          environment: { STAGE, INBOX_BUCKET },
          timeout: Duration.minutes(1),
          policies: access.dropCanary,
        })
      : null;
    if (canary !== null) {
      new Rule(this, 'Hourly', {
        description: 'A tiny release, to see whether drops are answered',
        schedule: Schedule.rate(Duration.hours(1)),
        targets: [new LambdaFunction(canary, { deadLetterQueue: setAside })],
      });
    }
    const deployedSteps = STEP_NAMES.filter((name) => settings.canary || name !== 'drop-canary');
    logQueries(this, settings, deployedSteps);
    const answers = settings.answersTopic ? new AnswersTopic(this, 'Answers', { stage: STAGE, key: data.key, setAside }) : null;
    new Watch(this, 'Watch', {
      settings,
      key: data.key,
      audits: machine,
      campaigns,
      setAside,
      scores: data.scores,
      functions: [
        ...Object.values(functions),
        campaignFunctions.admitAudit,
        campaignFunctions.takeTurn,
        campaignFunctions.reportCampaign,
        starter,
        statusRecorder,
        compact,
      ],
      manyAtOnce: [
        functions.spreadRows,
        functions.gatherUnits,
        functions.scoreUnits,
        functions.attackUnits,
        functions.measureSlice,
        functions.finishParts,
        campaignFunctions.admitAudit,
        starter,
      ],
    });

    const teams = Object.fromEntries(settings.teams.map((team) => [team, teamAccess(this, team, data, settings).managedPolicyArn]));
    const outputs = {
      Inbox: INBOX_BUCKET,
      Results: RESULTS_BUCKET,
      Work: WORK_BUCKET,
      Assets: ASSETS_BUCKET,
      Ledger: LEDGER_TABLE,
      Machine: machine.stateMachineArn,
      ...(answers === null ? {} : { AnswersTopic: answers.topic.topicArn }),
      ...(settings.teams.length === 0 ? {} : { TeamPolicies: this.toJsonString(teams) }),
      ...consoleLinks(this, settings, { inbox: INBOX_BUCKET, results: RESULTS_BUCKET }),
      Settings: this.toJsonString({
        version,
        stage: settings.stage,
        childConcurrency: settings.childConcurrency,
        campaignConcurrency: settings.campaignConcurrency,
        accountConcurrency: settings.accountConcurrency,
        alarmEmail: settings.alarmEmail !== null,
        sources: settings.sources,
        scores: names.SCORES_TABLE,
        teams: settings.teams,
        memoryMb: Object.fromEntries(deployedSteps.map((name) => [name, memoryOf(settings, name)])),
      }),
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, `Output${name}`, { key: name, value });
  }
}

/** Permission to read the account's concurrency. */
function mayReadQuota(policy: ManagedPolicy, { accountConcurrency }: Settings): ManagedPolicy {
  if (accountConcurrency !== null) return policy;
  policy.addStatements(allow(['lambda:GetAccountSettings'], ['*']));
  acknowledge(policy, { id: 'AwsSolutions-IAM5[Resource::*]', reason: 'The settings of an account are no resource to name.' });
  return policy;
}
