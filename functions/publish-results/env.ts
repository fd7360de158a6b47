import * as z from 'zod';

export const environment = z.object({
  WORK_BUCKET: z.string().min(3),
  RESULTS_BUCKET: z.string().min(3),
  UNVEIL_VERSION: z.string().min(1),
});
