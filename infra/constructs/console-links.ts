import { CfnMapping, type Stack } from 'aws-cdk-lib';
import type { Settings } from '../settings.ts';
import { machineName } from './state-machine.ts';

/** Links into the console: dashboard, executions, drops and answers, results and queries. */
export function consoleLinks(
  stack: Stack,
  { stage }: Settings,
  buckets: { readonly inbox: string; readonly results: string },
): Readonly<Record<string, string>> {
  const { region, partition } = stack;
  // Each partition has another console.
  const domains = new CfnMapping(stack, 'Consoles', {
    mapping: {
      aws: { domain: 'console.aws.amazon.com' },
      'aws-cn': { domain: 'console.amazonaws.cn' },
      'aws-us-gov': { domain: 'console.amazonaws-us-gov.com' },
    },
  });
  const console = `https://${domains.findInMap(partition, 'domain')}`;
  const machine = `arn:${partition}:states:${region}:${stack.account}:stateMachine:${machineName({ stage })}`;
  return {
    DashboardPage: `${console}/cloudwatch/home?region=${region}#dashboards/dashboard/unveil-${stage}-${region}`,
    ExecutionsPage: `${console}/states/home?region=${region}#/statemachines/view/${machine}`,
    InboxPage: `${console}/s3/buckets/${buckets.inbox}?region=${region}&prefix=inbox/`,
    AnswersPage: `${console}/s3/buckets/${buckets.inbox}?region=${region}&prefix=answers/`,
    ResultsPage: `${console}/s3/buckets/${buckets.results}?region=${region}&prefix=results/`,
    QueriesPage: `${console}/athena/home?region=${region}#/query-editor/saved-queries?workgroup=unveil-${stage}`,
  };
}
