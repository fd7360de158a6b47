import * as z from 'zod';

export const environment = z.object({
  WORK_BUCKET: z.string().min(3),
  ASSETS_BUCKET: z.string().min(3),
  SCORES_TABLE: z.string().min(3),
  MAC_KEY: z.string().min(1),
  STAGE: z.string().min(1),
  /** What an audit may spend on keeping the counts of a corpus for others. */
  KEEP_COUNTS_USD: z.coerce.number().min(0),
  /** Whose the keys of the score cache are. */
  CACHE_KEYS: z.enum(['shared', 'team']),
});
