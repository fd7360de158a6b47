import { Duration } from 'aws-cdk-lib';
import { modelEgress } from '../../shared/contracts/sources.ts';
import type { Access } from '../constructs/access.ts';
import type { WorkflowFunction, WorkflowFunctionProps } from '../constructs/workflow-function.ts';
import type { Settings } from '../settings.ts';
import type { StepName } from '../step-memory.ts';
import { CHILD_TIMEOUT } from '../workflows/steps.ts';
import type { DataStack } from './data-stack.ts';

export type Make = <Name extends StepName>(
  name: string,
  handler: Name,
  more: Omit<WorkflowFunctionProps<Name>, 'handler' | 'settings'>,
) => WorkflowFunction<Name>;

/** Names of resources that functions get, by environment variable. */
type Names = ReturnType<typeof namesIn>;

export const namesIn = (data: DataStack, settings: Settings) => ({
  INBOX_BUCKET: data.inbox.bucketName,
  WORK_BUCKET: data.work.bucketName,
  RESULTS_BUCKET: data.results.bucketName,
  ASSETS_BUCKET: data.assets.bucketName,
  SCORES_TABLE: data.scores.tableName,
  LEDGER_TABLE: data.ledger.tableName,
  ANSWERS_TABLE: data.answers.tableName,
  MAC_KEY: data.macKey.keyArn,
  STAGE: settings.stage,
  KEEP_COUNTS_USD: String(settings.keepCountsUsd),
  CACHE_KEYS: settings.cacheKeys,
});

/** What may leave the account, as functions read it. */
export const egressOf = ({ egress, languageModel }: Settings): string =>
  [...egress, ...(languageModel === null ? [] : [modelEgress(languageModel.model)])].join(',');

/** A function for each step of an audit, with its environment and permissions. */
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
    ANSWERS_TABLE,
    MAC_KEY,
    STAGE,
    KEEP_COUNTS_USD,
    CACHE_KEYS,
  } = names;
  return {
    readRelease: make('ReadRelease', 'read-release', {
      environment: { INBOX_BUCKET, WORK_BUCKET },
      timeout: Duration.minutes(15),
      policies: [access.readInbox, access.rejectDrop, access.readWork, access.writeWork],
    }),
    spreadRows: make('SpreadRows', 'spread-rows', {
      environment: { WORK_BUCKET },
      timeout: CHILD_TIMEOUT,
      policies: [access.readWork, access.writeWork],
    }),
    gatherUnits: make('GatherUnits', 'gather-units', {
      environment: { WORK_BUCKET },
      timeout: CHILD_TIMEOUT,
      policies: [access.readWork, access.writeWork],
    }),
    planUnits: make('PlanUnits', 'plan-units', {
      environment: { INBOX_BUCKET, WORK_BUCKET, ASSETS_BUCKET, EGRESS: egressOf(settings) },
      timeout: Duration.minutes(15),
      policies: [access.rejectDrop, access.readWork, access.writeWork, access.readAssets],
    }),
    fetchCounts: make('FetchCounts', 'fetch-counts', {
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
    scoreUnits: make('ScoreUnits', 'score-units', {
      environment: { WORK_BUCKET, ASSETS_BUCKET, SCORES_TABLE, MAC_KEY, STAGE, KEEP_COUNTS_USD, CACHE_KEYS },
      timeout: CHILD_TIMEOUT,
      policies: [access.readWork, access.writeWork, access.readAssets, access.scores],
    }),
    learnRelease: make('LearnRelease', 'learn-release', {
      environment: {
        WORK_BUCKET,
        ASSETS_BUCKET,
        // Always: an export that comes and goes with a setting would hold up its removal.
        ANSWERS_TABLE,
        ...(settings.languageModel === null
          ? {}
          : {
              LEDGER_TABLE,
              MAC_KEY,
              MODEL_CALLS_PER_SECOND: String(settings.languageModel.callsPerSecond),
              MODEL_CALLS_PER_DAY: String(settings.languageModel.callsPerDay ?? ''),
            }),
      },
      timeout: Duration.minutes(15),
      policies: [access.readWork, access.writeWork, access.readAssets, ...access.askModel],
    }),
    attackUnits: make('AttackUnits', 'attack-units', {
      environment: { WORK_BUCKET, ASSETS_BUCKET },
      timeout: CHILD_TIMEOUT,
      policies: [access.readWork, access.writeWork, access.readAssets],
    }),
    measureSlice: make('MeasureSlice', 'measure-slice', {
      environment: { WORK_BUCKET, ASSETS_BUCKET },
      timeout: CHILD_TIMEOUT,
      policies: [access.readWork, access.writeWork, access.readAssets],
    }),
    finishParts: make('FinishParts', 'finish-parts', {
      environment: { WORK_BUCKET },
      timeout: CHILD_TIMEOUT,
      policies: [access.readWork, access.writeWork],
    }),
    measureRelease: make('MeasureRelease', 'measure-release', {
      environment: { WORK_BUCKET, ASSETS_BUCKET },
      timeout: Duration.minutes(15),
      policies: [access.readWork, access.writeWork, access.readAssets],
    }),
    publishResults: make('PublishResults', 'publish-results', {
      environment: { WORK_BUCKET, RESULTS_BUCKET, UNVEIL_VERSION: version },
      timeout: Duration.minutes(15),
      policies: [access.readWork, access.writeWork, access.writeResults],
    }),
    recordRejection: make('RecordRejection', 'record-rejection', {
      environment: { LEDGER_TABLE },
      timeout: Duration.minutes(1),
      policies: [access.ledger],
    }),
  };
}
