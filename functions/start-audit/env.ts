import * as z from 'zod';

export const environment = z.object({
  INBOX_BUCKET: z.string().min(3),
  WORK_BUCKET: z.string().min(3),
  ASSETS_BUCKET: z.string().min(3),
  LEDGER_TABLE: z.string().min(3),
  AUDIT_MACHINE: z.string().min(1),
  CAMPAIGN_MACHINE: z.string().min(1),
  /** Comma-separated: the order of sources for requests that name none. */
  DEFAULT_SOURCES: z.string().min(1),
  /** Live sources that the stack allows, comma between; empty by default. */
  EGRESS: z.string(),
});
