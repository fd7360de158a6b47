import * as z from 'zod';

export const environment = z.object({
  STAGE: z.string().min(1),
  INBOX_BUCKET: z.string().min(3),
  LEDGER_TABLE: z.string().min(3),
  AUDIT_MACHINE: z.string().min(1),
  CAMPAIGN_MACHINE: z.string().min(1),
  /** Children of one map at once, if the account has room. */
  CHILD_CONCURRENCY: z.coerce.number().min(1),
});
