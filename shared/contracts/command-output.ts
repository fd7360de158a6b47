import { AUDIT_OUTPUTS } from './output/audit.ts';
import { CLOUD_OUTPUTS } from './output/cloud.ts';
import { DATA_OUTPUTS } from './output/data.ts';
import { RESULTS_OUTPUTS } from './output/results.ts';
import { SOURCES_OUTPUTS } from './output/sources.ts';

/**
 * What commands print with --json, by command, with the action behind a hyphen where it has several. A key may come; none goes or changes its
 * meaning without a new version of the package saying so.
 */
export const COMMAND_OUTPUTS = {
  ...AUDIT_OUTPUTS,
  ...DATA_OUTPUTS,
  ...SOURCES_OUTPUTS,
  ...RESULTS_OUTPUTS,
  ...CLOUD_OUTPUTS,
} as const;
