import * as z from 'zod';

export const environment = z.object({
  STAGE: z.string().min(1),
  INBOX_BUCKET: z.string().min(3),
  WORK_BUCKET: z.string().min(3),
  RESULTS_BUCKET: z.string().min(3),
  ASSETS_BUCKET: z.string().min(3),
  LEDGER_TABLE: z.string().min(3),
  EGRESS: z.string(),
  /** How long an audit of a campaign waits for the files that it names. */
  WAIT_MINUTES: z.coerce.number().min(0),
});
