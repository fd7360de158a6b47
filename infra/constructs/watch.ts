import { Duration, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { PRICE } from '../../shared/pipeline/cloud/cost/prices.ts';
import type { Settings } from '../settings.ts';

/** Its memory determines its price a second. */
type WatchedFunction = IFunction & { readonly mb: number };

interface WatchProps {
  readonly settings: Settings;
  readonly key: IKey;
  readonly audits: IStateMachine;
  readonly campaigns: IStateMachine;
  readonly setAside: IQueue;
  readonly scores: ITable;
  readonly functions: readonly WatchedFunction[];
  /** Functions with many concurrent runs, which may be throttled: an alarm adds up at most ten metrics. */
  readonly manyAtOnce: readonly IFunction[];
}

const EVERY = Duration.minutes(5);

/** Five alarms, a budget and a dashboard. docs/operations.md explains each and what to do. */
export class Watch extends Construct {
  constructor(scope: Construct, id: string, props: WatchProps) {
    super(scope, id);
    const { region } = Stack.of(this);
    const { settings, key, audits, campaigns, setAside, scores, functions, manyAtOnce } = props;
    const topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true, displayName: `unveil ${settings.stage}` });
    for (const service of ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com']) {
      topic.grantPublish(new ServicePrincipal(service));
      key.grantEncryptDecrypt(new ServicePrincipal(service));
    }
    if (settings.alarmEmail !== null) topic.addSubscription(new EmailSubscription(settings.alarmEmail));

    const [told, bySource] = [toldIn(settings.stage), bySourceIn(settings.stage)];
    const total = (name: string, metrics: readonly IMetric[]): IMetric =>
      new MathExpression({
        label: name,
        period: EVERY,
        // Services publish no zeros, and a sum with `+` has no value if one metric has none.
        expression: `SUM([${metrics.map((_, at) => `FILL(${idOf(name, at)}, 0)`).join(', ')}])`,
        usingMetrics: Object.fromEntries(metrics.map((metric, at) => [idOf(name, at), metric])),
      });
    const waiting = setAside.metricApproximateNumberOfMessagesVisible({ period: EVERY });
    const failuresOf = (machine: IStateMachine): IMetric =>
      total('failed, timed out or aborted', [
        machine.metricFailed({ period: EVERY }),
        machine.metricTimedOut({ period: EVERY }),
        machine.metricAborted({ period: EVERY }),
      ]);
    const executionsOf = (machine: IStateMachine, failures: IMetric): IMetric[] => [
      machine.metricStarted({ period: EVERY }),
      machine.metricSucceeded({ period: EVERY }),
      failures,
    ];
    const [failedAudits, failedCampaigns] = [failuresOf(audits), failuresOf(campaigns)];
    const functionThrottles = total(
      'throttled invocations',
      manyAtOnce.map((each) => each.metricThrottles({ period: EVERY })),
    );
    const tableThrottles = total(
      'throttled requests',
      ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metricName) => ofTable(scores, metricName)),
    );
    const alarm = (name: string, alarmDescription: string, metric: IMetric, threshold: number, evaluationPeriods: number): void => {
      new Alarm(this, name, {
        alarmName: `unveil-${settings.stage}-${name}`,
        alarmDescription,
        metric,
        threshold,
        evaluationPeriods,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      }).addAlarmAction(new SnsAction(topic));
    };
    alarm('DropSetAside', 'A drop could not be taken, or an end not told, ten times: see "Alarms" in docs/operations.md.', waiting, 0, 1);
    alarm('AuditFailed', 'An audit failed, ran out of its time or was aborted.', failedAudits, 0, 1);
    alarm('CampaignFailed', 'A campaign itself failed, ran out of its time or was aborted.', failedCampaigns, 0, 1);
    alarm('FunctionsThrottled', 'Lambda refused invocations for a quarter of an hour.', functionThrottles, 100, 3);
    alarm('CacheThrottled', 'The score cache refused requests for a quarter of an hour.', tableThrottles, 100, 3);

    if (settings.canary) {
      new Alarm(this, 'CanarySilent', {
        alarmName: `unveil-${settings.stage}-CanarySilent`,
        alarmDescription: 'The hourly drop was not answered, twice: see "Alarms" in docs/operations.md.',
        metric: told('drop-canary', 'CanaryAnswered').with({ period: HOUR }),
        threshold: 1,
        evaluationPeriods: 2,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        // The function that should publish it may be the one that fails.
        treatMissingData: TreatMissingData.BREACHING,
      }).addAlarmAction(new SnsAction(topic));
    }

    new CfnBudget(this, 'Spend', {
      budget: {
        // Names of budgets and dashboards are unique in an account, across regions.
        budgetName: `unveil-${settings.stage}-${region}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: settings.monthlyBudgetUsd, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:unveil$${settings.stage}`], Region: [region] },
      },
      notificationsWithSubscribers: [50, 80, 100].map((threshold) => ({
        notification: { comparisonOperator: 'GREATER_THAN', notificationType: threshold === 100 ? 'FORECASTED' : 'ACTUAL', threshold },
        subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
      })),
    });

    new Dashboard(this, 'Dashboard', { dashboardName: `unveil-${settings.stage}-${region}` }).addWidgets(
      graph('Audits', executionsOf(audits, failedAudits)),
      // A campaign succeeds even if audits in it fail: its report counts those.
      graph('Campaigns', [...executionsOf(campaigns, failedCampaigns), told('report-campaign', 'CampaignAuditsFailed')]),
      graph('Drops set aside', [waiting]),
      graph('Drops rejected', [
        told('record-rejection', 'AuditsRejected'),
        told('admit-audit', 'AuditsRejected'),
        told('start-audit', 'DropsRejected'),
      ]),
      graph(
        'Policy gates',
        ['GatesOpen', 'GatesClosed'].map((name) => told('publish-results', name)),
      ),
      graph('Functions', [
        functionThrottles,
        total(
          'errors',
          functions.map((each) => each.metricErrors({ period: EVERY })),
        ),
      ]),
      graph('How long audits take, in minutes', [
        minutes('half of them at most', audits.metricTime({ period: EVERY, statistic: 'p50' })),
        minutes('the longest', audits.metricTime({ period: EVERY, statistic: 'Maximum' })),
      ]),
      graph(
        'Longest calls of functions, in milliseconds',
        functions.map((each) => each.metricDuration({ period: EVERY, statistic: 'Maximum' })),
      ),
      graph('Dollars an hour, at list prices: functions, score cache', [lambdaCost(functions), cacheCost(scores)]),
      graph('Counts found in the score cache, by source', ['CountsFound', 'CountsMissed', 'CountsAnew'].map(bySource)),
      graph('Score cache', [
        tableThrottles,
        scores.metricConsumedReadCapacityUnits({ period: EVERY }),
        scores.metricConsumedWriteCapacityUnits({ period: EVERY }),
      ]),
    );
  }
}

const minutes = (label: string, time: IMetric): MathExpression => {
  const id = label.replace(/[^a-z]/g, '');
  return new MathExpression({ label, period: EVERY, expression: `${id} / 60000`, usingMetrics: { [id]: time } });
};

const HOUR = Duration.hours(1);
/** Without exponents, which expressions lack, and short, because they have at most 2,048 characters. */
const price = (dollars: number): string => dollars.toFixed(12).replace(/0+$/, '');

/** GB-seconds and calls. The other costs of an audit are small: `unveil cloud estimate` lists them all. */
function lambdaCost(functions: readonly WatchedFunction[]): MathExpression {
  const terms = functions.map(({ mb }, at) => `FILL(ms${at}, 0) * ${price((mb / 1024 / 1000) * PRICE.lambdaGbSecond)}`);
  const calls = functions.map((_, at) => `FILL(calls${at}, 0) * ${price(PRICE.invocation)}`);
  return new MathExpression({
    label: 'functions',
    period: HOUR,
    expression: `SUM([${[...terms, ...calls].join(', ')}])`,
    usingMetrics: Object.fromEntries(
      functions.flatMap((each, at) => [
        [`ms${at}`, each.metricDuration({ period: HOUR, statistic: 'Sum' })],
        [`calls${at}`, each.metricInvocations({ period: HOUR })],
      ]),
    ),
  });
}

const cacheCost = (scores: ITable): MathExpression =>
  new MathExpression({
    label: 'score cache',
    period: HOUR,
    expression: `SUM([FILL(reads, 0) * ${price(PRICE.readUnit)}, FILL(writes, 0) * ${price(PRICE.writeUnit)}])`,
    usingMetrics: {
      reads: ofTable(scores, 'ConsumedReadCapacityUnits', HOUR),
      writes: ofTable(scores, 'ConsumedWriteCapacityUnits', HOUR),
    },
  });

/** All metrics of a graph share one space of ids. */
const idOf = (name: string, at: number): string => `${name.replace(/[^a-z]/g, '')}${at}`;

const graph = (title: string, left: readonly IMetric[]): GraphWidget => new GraphWidget({ title, left: [...left], width: 12 });

/** A figure that a function publishes; shared/lambda/telemetry.ts has the namespace and dimensions. */
const toldIn =
  (stage: string) =>
  (handler: string, metricName: string): Metric =>
    new Metric({
      namespace: 'unveil',
      metricName,
      dimensionsMap: { service: handler, function: handler, stage },
      statistic: 'Sum',
      period: EVERY,
    });

/** The same by source, for all sources. */
const bySourceIn =
  (stage: string) =>
  (metricName: string): MathExpression =>
    new MathExpression({
      expression: `SEARCH('{unveil,function,service,source,stage} MetricName="${metricName}" stage="${stage}"', 'Sum', ${EVERY.toSeconds()})`,
      label: metricName,
      period: EVERY,
      usingMetrics: {},
    });

/** Throttle events are counted by row; `ThrottledRequests` counts a batch only if all of it was rejected. */
const ofTable = (table: ITable, metricName: string, period = EVERY): Metric =>
  new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap: { TableName: table.tableName }, statistic: 'Sum', period });
