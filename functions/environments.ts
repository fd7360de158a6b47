import * as z from 'zod';

const name = z.string().min(3);
const word = z.string().min(1);
const number = z.coerce.number().min(0);

/** Every environment variable of the functions. */
const VARIABLES = z.object({
  STAGE: word,
  UNVEIL_VERSION: word,
  INBOX_BUCKET: name,
  WORK_BUCKET: name,
  RESULTS_BUCKET: name,
  ASSETS_BUCKET: name,
  LEDGER_TABLE: name,
  /** Answers of a language model. */
  ANSWERS_TABLE: name,
  MODEL_CALLS_PER_SECOND: z.coerce.number().positive(),
  /** Empty: no limit. */
  MODEL_CALLS_PER_DAY: z.string().transform((text) => (text === '' ? null : Number(text))),
  SCORES_TABLE: name,
  AUDIT_MACHINE: word,
  CAMPAIGN_MACHINE: word,
  /** A drop waits here for the files that it names. */
  DROP_QUEUE: word,
  STATUS_QUEUE: word,
  /** Limit on the wait for files that a drop or an audit of a campaign names. */
  WAIT_MINUTES: number,
  MAC_KEY: word,
  /** Limit in dollars for an audit to store the counts of a corpus for others. */
  KEEP_COUNTS_USD: number,
  /** Owner of the keys of the score cache. */
  CACHE_KEYS: z.enum(['shared', 'team']),
  /** Address for the operator of a source; empty if no live source is allowed. */
  CONTACT: z.string(),
  /** A secret with one JSON object of keys by source; empty if none is needed. */
  KEYS_SECRET: z.string(),
  /** Comma-separated: the order of sources for requests that name none. */
  DEFAULT_SOURCES: word,
  /** Comma-separated: live sources that the stack allows, and its language model as bedrock:NAME; empty by default. */
  EGRESS: z.string(),
  /** Comma-separated; empty if the stack has none. */
  TEAMS: z.string(),
  /** Concurrent children of one map, if the account has room. */
  CHILD_CONCURRENCY: z.coerce.number().min(1),
  /** Concurrent functions of the account; empty: the service is asked. */
  ACCOUNT_CONCURRENCY: z.string().transform((text) => (text === '' ? null : Number(text))),
});

const drops = { INBOX_BUCKET: true, WORK_BUCKET: true } as const;
const assets = { WORK_BUCKET: true, ASSETS_BUCKET: true } as const;
const counts = { ...assets, SCORES_TABLE: true, MAC_KEY: true, STAGE: true, KEEP_COUNTS_USD: true, CACHE_KEYS: true } as const;
const ends = { ...drops, RESULTS_BUCKET: true, LEDGER_TABLE: true, AUDIT_MACHINE: true } as const;
const turns = {
  STAGE: true,
  INBOX_BUCKET: true,
  LEDGER_TABLE: true,
  AUDIT_MACHINE: true,
  CAMPAIGN_MACHINE: true,
  CHILD_CONCURRENCY: true,
} as const;
const admits = { ...assets, EGRESS: true, UNVEIL_VERSION: true, WAIT_MINUTES: true } as const;

/** Environment of each function, by its folder. Also types the constructs that set it. */
export const ENVIRONMENTS = {
  'admit-audit': VARIABLES.pick({ ...admits, STAGE: true, INBOX_BUCKET: true, RESULTS_BUCKET: true, LEDGER_TABLE: true }),
  'attack-units': VARIABLES.pick(assets),
  'compact-results': VARIABLES.pick({ RESULTS_BUCKET: true, TEAMS: true }),
  'drop-canary': VARIABLES.pick({ STAGE: true, INBOX_BUCKET: true }),
  'fetch-counts': VARIABLES.pick({ ...counts, LEDGER_TABLE: true, CONTACT: true, KEYS_SECRET: true }),
  'finish-parts': VARIABLES.pick({ WORK_BUCKET: true }),
  'gather-units': VARIABLES.pick({ WORK_BUCKET: true }),
  'learn-release': VARIABLES.pick({ ...assets, ANSWERS_TABLE: true }),
  'measure-release': VARIABLES.pick(assets),
  'measure-slice': VARIABLES.pick(assets),
  'plan-units': VARIABLES.pick({ ...drops, ...assets, EGRESS: true }),
  'publish-results': VARIABLES.pick({ WORK_BUCKET: true, RESULTS_BUCKET: true, UNVEIL_VERSION: true }),
  'read-release': VARIABLES.pick(drops),
  'record-rejection': VARIABLES.pick({ LEDGER_TABLE: true }),
  'record-status': VARIABLES.pick({ ...ends, ...turns, STATUS_QUEUE: true }),
  'report-campaign': VARIABLES.pick({ ...ends, UNVEIL_VERSION: true }),
  'score-units': VARIABLES.pick(counts),
  'spread-rows': VARIABLES.pick({ WORK_BUCKET: true }),
  'start-audit': VARIABLES.pick({
    ...ends,
    ...turns,
    ...admits,
    DEFAULT_SOURCES: true,
    TEAMS: true,
    DROP_QUEUE: true,
    ACCOUNT_CONCURRENCY: true,
  }),
  'take-turn': VARIABLES.pick(turns),
};

/** What learning needs beside, where the stack has a language model. */
export const MODEL_ENVIRONMENT = VARIABLES.pick({
  STAGE: true,
  LEDGER_TABLE: true,
  MAC_KEY: true,
  ANSWERS_TABLE: true,
  MODEL_CALLS_PER_SECOND: true,
  MODEL_CALLS_PER_DAY: true,
});
