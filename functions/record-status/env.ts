import * as z from 'zod';

export const environment = z.object({
  STAGE: z.string().min(1),
  LEDGER_TABLE: z.string().min(3),
  INBOX_BUCKET: z.string().min(3),
  WORK_BUCKET: z.string().min(3),
  RESULTS_BUCKET: z.string().min(3),
});
