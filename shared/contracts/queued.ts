import * as z from 'zod';

/** A batch of a queue, as Lambda hands it on. */
export const queued = z.object({
  Records: z.array(
    z.object({
      messageId: z.string(),
      body: z.string(),
      receiptHandle: z.string().optional(),
      attributes: z.object({ ApproximateReceiveCount: z.string().optional() }).optional(),
    }),
  ),
});

/** In the place of an event: look after the line. */
export const LOOK_AROUND = { look: 'around' } as const;
