import * as z from 'zod';

export const environment = z.object({ LEDGER_TABLE: z.string().min(3) });
