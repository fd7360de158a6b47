import * as z from 'zod';

export const environment = z.object({ STAGE: z.string().min(1), INBOX_BUCKET: z.string().min(3) });
