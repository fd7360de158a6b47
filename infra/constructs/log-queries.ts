import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import type { StepName } from '../step-memory.ts';

/** Queries that an operator needs first, by name. Functions log JSON without payloads. */
const LOG_QUERIES = {
  'failed calls': 'fields @timestamp, service, errorName, frames.0 | filter message = "failed" | sort @timestamp desc | limit 100',
  'errors by function': 'filter message = "failed" | stats count() as calls by service, errorName | sort calls desc',
  'attacks that failed':
    'fields @timestamp, figures.attack, figures.errorName, figures.at | filter message = "attack failed" | sort @timestamp desc | limit 100',
  'drops that failed for a moment':
    'filter message like /could not be (started|told)/ | stats count() as times by bin(5m), service, figures.errorName',
  'memory by function':
    'filter type = "platform.report" | stats max(record.metrics.maxMemoryUsedMB) as used, max(record.metrics.memorySizeMB) as has by @log | sort used desc',
  'longest calls':
    'filter type = "platform.report" | stats max(record.metrics.durationMs) as longest, count() as calls by @log | sort longest desc',
} as const;

/** Saved in the console, under Logs Insights. */
export function logQueries(scope: Construct, { stage }: Pick<Settings, 'stage'>, steps: readonly StepName[]): void {
  for (const [name, queryString] of Object.entries(LOG_QUERIES)) {
    new CfnQueryDefinition(scope, `Query-${name.replaceAll(' ', '-')}`, {
      name: `unveil-${stage}/${name}`,
      queryString,
      logGroupNames: steps.map((step) => `/unveil/${stage}/${step}`),
    });
  }
}
