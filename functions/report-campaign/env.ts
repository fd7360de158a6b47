import * as z from 'zod';

export const environment = z.object({
  INBOX_BUCKET: z.string().min(3),
  WORK_BUCKET: z.string().min(3),
  RESULTS_BUCKET: z.string().min(3),
  LEDGER_TABLE: z.string().min(3),
  AUDIT_MACHINE: z.string().min(1),
});
