import { AUDIT_OUTPUTS } from './output/audit.ts';
import { CLOUD_OUTPUTS } from './output/cloud.ts';
import { DATA_OUTPUTS } from './output/data.ts';
import { RESULTS_OUTPUTS } from './output/results.ts';
import { SOURCES_OUTPUTS } from './output/sources.ts';

/** Output of commands with --json, by command, with the action after a hyphen if there are several. Keys may be added; removing or changing one needs a new version of the package. */
export const COMMAND_OUTPUTS = {
  ...AUDIT_OUTPUTS,
  ...DATA_OUTPUTS,
  ...SOURCES_OUTPUTS,
  ...RESULTS_OUTPUTS,
  ...CLOUD_OUTPUTS,
} as const;
