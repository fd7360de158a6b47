import * as z from 'zod';

export const environment = z.object({
  INBOX_BUCKET: z.string().min(3),
  WORK_BUCKET: z.string().min(3),
  ASSETS_BUCKET: z.string().min(3),
  /** Live sources that the stack allows, comma between; empty by default. */
  EGRESS: z.string(),
});
