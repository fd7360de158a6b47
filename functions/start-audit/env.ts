import * as z from 'zod';

export const environment = z.object({
  STAGE: z.string().min(1),
  INBOX_BUCKET: z.string().min(3),
  WORK_BUCKET: z.string().min(3),
  RESULTS_BUCKET: z.string().min(3),
  ASSETS_BUCKET: z.string().min(3),
  LEDGER_TABLE: z.string().min(3),
  AUDIT_MACHINE: z.string().min(1),
  CAMPAIGN_MACHINE: z.string().min(1),
  /** Comma-separated: the order of sources for requests that name none. */
  DEFAULT_SOURCES: z.string().min(1),
  /** Live sources that the stack allows, comma between; empty by default. */
  EGRESS: z.string(),
  /** Comma between; empty where the stack has none. */
  TEAMS: z.string(),
  /** Where a drop waits for the files that it names. */
  DROP_QUEUE: z.string().min(1),
  /** Children of one map at once, if the account has room. */
  CHILD_CONCURRENCY: z.coerce.number().min(1),
  /** Functions that the account runs at once; empty: the service is asked. */
  ACCOUNT_CONCURRENCY: z.string().transform((text) => (text === '' ? null : Number(text))),
  /** How long. */
  WAIT_MINUTES: z.coerce.number().min(0),
});
