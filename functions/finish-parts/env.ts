import * as z from 'zod';

export const environment = z.object({ WORK_BUCKET: z.string().min(3) });
