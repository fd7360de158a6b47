import type { Options } from '../../shared/kit/option.ts';

export const CLOUD_JSON = {
  json: { type: 'boolean', default: false, help: 'one JSON object; of redrive and doctor one a line' },
} as const satisfies Options;
export const STACK_OPTIONS = {
  stack: {
    type: 'string',
    value: 'FILE',
    default: 'cloud.json',
    help: 'what "npx cdk deploy --all --outputs-file cloud.json" wrote (default: cloud.json)',
  },
  profile: { type: 'string', value: 'NAME', help: 'as of the AWS tools, which find credentials by themselves where it is left out' },
  region: { type: 'string', value: 'REGION', help: 'the same' },
  ...CLOUD_JSON,
} as const satisfies Options;
export const INBOX_OPTIONS = {
  team: { type: 'string', value: 'TEAM', help: "submit: below that team's inbox, where the stack has teams" },
  campaign: { type: 'boolean', help: 'submit: the file is a campaign' },
} as const satisfies Options;
export const RESULTS_OPTIONS = {
  out: { type: 'string', value: 'DIR', help: 'results: where they are copied to (default unveil-results/AUDIT)' },
} as const satisfies Options;
export const ESTIMATE_OPTIONS = {
  cached: { type: 'string', value: 'SHARE', default: '0', help: 'estimate: the share of counts that the cache has' },
  original: { type: 'boolean', default: false, help: 'estimate: with an original' },
} as const satisfies Options;
export const PURGE_OPTIONS = { yes: { type: 'boolean', default: false, help: 'purge: it is meant' } } as const satisfies Options;
