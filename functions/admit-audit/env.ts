import * as z from 'zod';

export const environment = z.object({
  INBOX_BUCKET: z.string().min(3),
  WORK_BUCKET: z.string().min(3),
  ASSETS_BUCKET: z.string().min(3),
  LEDGER_TABLE: z.string().min(3),
  EGRESS: z.string(),
});
