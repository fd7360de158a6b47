import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Choice, Condition, Errors, Map as InlineMap, JsonPath, Pass, Succeed, Wait, WaitTime } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { step } from './steps.ts';

/** Step 5 of audit-workflow.ts: asks each live source until nothing is left that it would answer today, then waits until it would. */
export function fetchBranch(scope: Construct, handler: IFunction): InlineMap {
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
