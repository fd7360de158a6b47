import { Duration } from 'aws-cdk-lib';
import type * as z from 'zod';
import { environment as attackUnits } from '../../functions/attack-units/env.ts';
import { environment as decideUnits } from '../../functions/decide-units/env.ts';
import { environment as fetchCounts } from '../../functions/fetch-counts/env.ts';
import { environment as finishParts } from '../../functions/finish-parts/env.ts';
import { environment as gatherUnits } from '../../functions/gather-units/env.ts';
import { environment as learnRelease } from '../../functions/learn-release/env.ts';
import { environment as measureRelease } from '../../functions/measure-release/env.ts';
import { environment as measureSlice } from '../../functions/measure-slice/env.ts';
import { environment as planUnits } from '../../functions/plan-units/env.ts';
import { environment as publishResults } from '../../functions/publish-results/env.ts';
import { environment as readRelease } from '../../functions/read-release/env.ts';
import { environment as recordRejection } from '../../functions/record-rejection/env.ts';
import { environment as spreadRows } from '../../functions/spread-rows/env.ts';
import type { Access } from '../constructs/access.ts';
import type { WorkflowFunction, WorkflowFunctionProps } from '../constructs/workflow-function.ts';
import type { Settings } from '../settings.ts';
import type { StepName } from '../step-memory.ts';
import { CHILD_TIMEOUT } from '../workflows/steps.ts';
import type { DataStack } from './data-stack.ts';

/** Makes one function of the stack. */
export type Make = <E extends z.ZodType>(
  name: string,
  handler: StepName,
  more: Omit<WorkflowFunctionProps<E>, 'handler' | 'settings'>,
) => WorkflowFunction<E>;

/** What functions are told of where they work, by the names of their environments. */
type Names = ReturnType<typeof namesIn>;

export const namesIn = (data: DataStack, settings: Settings) => ({
  INBOX_BUCKET: data.inbox.bucketName,
  WORK_BUCKET: data.work.bucketName,
  RESULTS_BUCKET: data.results.bucketName,
  ASSETS_BUCKET: data.assets.bucketName,
  SCORES_TABLE: data.scores.tableName,
  LEDGER_TABLE: data.ledger.tableName,
  MAC_KEY: data.macKey.keyArn,
  STAGE: settings.stage,
  KEEP_COUNTS_USD: String(settings.keepCountsUsd),
  CACHE_KEYS: settings.cacheKeys,
});

/** A function for each step of an audit, with what it is told and what it may. */
export function auditFunctions({
  make,
  access,
  names,
  settings,
  version,
}: {
  readonly make: Make;
  readonly access: Access;
  readonly names: Names;
  readonly settings: Settings;
  readonly version: string;
}) {
  const {
    INBOX_BUCKET,
    WORK_BUCKET,
    RESULTS_BUCKET,
    ASSETS_BUCKET,
    SCORES_TABLE,
    LEDGER_TABLE,
    MAC_KEY,
    STAGE,
    KEEP_COUNTS_USD,
    CACHE_KEYS,
  } = names;
  return {
    readRelease: make('ReadRelease', 'read-release', {
      schema: readRelease,
      environment: { INBOX_BUCKET, WORK_BUCKET },
      timeout: Duration.minutes(15),
      policies: [access.readInbox, access.rejectDrop, access.readWork, access.writeWork],
    }),
    spreadRows: make('SpreadRows', 'spread-rows', {
      schema: spreadRows,
      environment: { WORK_BUCKET },
      timeout: CHILD_TIMEOUT,
      policies: [access.readWork, access.writeWork],
    }),
    gatherUnits: make('GatherUnits', 'gather-units', {
      schema: gatherUnits,
      environment: { WORK_BUCKET },
      timeout: CHILD_TIMEOUT,
      policies: [access.readWork, access.writeWork],
    }),
    planUnits: make('PlanUnits', 'plan-units', {
      schema: planUnits,
      environment: { INBOX_BUCKET, WORK_BUCKET, ASSETS_BUCKET, EGRESS: settings.egress.join(',') },
      timeout: Duration.minutes(15),
      policies: [access.rejectDrop, access.readWork, access.writeWork, access.readAssets],
    }),
    fetchCounts: make('FetchCounts', 'fetch-counts', {
      schema: fetchCounts,
      environment: {
        WORK_BUCKET,
        ASSETS_BUCKET,
        SCORES_TABLE,
        LEDGER_TABLE,
        MAC_KEY,
        STAGE,
        KEEP_COUNTS_USD,
        CACHE_KEYS,
        CONTACT: settings.contact ?? '',
        KEYS_SECRET: access.keysSecret ?? '',
      },
      timeout: Duration.minutes(15),
      policies: [access.readWork, access.writeWork, access.readAssets, access.scores, access.ledger, ...access.readKeys],
    }),
    attackUnits: make('AttackUnits', 'attack-units', {
      schema: attackUnits,
      environment: { WORK_BUCKET, ASSETS_BUCKET, SCORES_TABLE, MAC_KEY, STAGE, KEEP_COUNTS_USD, CACHE_KEYS },
      timeout: CHILD_TIMEOUT,
      policies: [access.readWork, access.writeWork, access.readAssets, access.scores],
    }),
    learnRelease: make('LearnRelease', 'learn-release', {
      schema: learnRelease,
      environment: { WORK_BUCKET, ASSETS_BUCKET },
      timeout: Duration.minutes(15),
      policies: [access.readWork, access.writeWork, access.readAssets],
    }),
    decideUnits: make('DecideUnits', 'decide-units', {
      schema: decideUnits,
      environment: { WORK_BUCKET, ASSETS_BUCKET },
      timeout: CHILD_TIMEOUT,
      policies: [access.readWork, access.writeWork, access.readAssets],
    }),
    measureSlice: make('MeasureSlice', 'measure-slice', {
      schema: measureSlice,
      environment: { WORK_BUCKET, ASSETS_BUCKET },
      timeout: CHILD_TIMEOUT,
      policies: [access.readWork, access.writeWork, access.readAssets],
    }),
    finishParts: make('FinishParts', 'finish-parts', {
      schema: finishParts,
      environment: { WORK_BUCKET },
      timeout: CHILD_TIMEOUT,
      policies: [access.readWork, access.writeWork],
    }),
    measureRelease: make('MeasureRelease', 'measure-release', {
      schema: measureRelease,
      environment: { WORK_BUCKET, ASSETS_BUCKET },
      timeout: Duration.minutes(15),
      policies: [access.readWork, access.writeWork, access.readAssets],
    }),
    publishResults: make('PublishResults', 'publish-results', {
      schema: publishResults,
      environment: { WORK_BUCKET, RESULTS_BUCKET, UNVEIL_VERSION: version },
      timeout: Duration.minutes(15),
      policies: [access.readWork, access.writeWork, access.writeResults],
    }),
    recordRejection: make('RecordRejection', 'record-rejection', {
      schema: recordRejection,
      environment: { LEDGER_TABLE },
      timeout: Duration.minutes(1),
      policies: [access.ledger],
    }),
  };
}
