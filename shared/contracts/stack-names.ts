import * as z from 'zod';

/** Team of the hourly test drop, whose results are in no table for queries. */
export const CANARY_TEAM = 'canary';
export const CANARY = `inbox/${CANARY_TEAM}/hourly.txt`;
export const CANARY_ANSWER = `answers/${CANARY}.done.json`;

/** Source of the stack's events, which other systems' rules match. */
export const EVENT_SOURCE = 'unveil';

const ENDED = ['completed', 'failed', 'rejected'] as const;

/** Sent for every end of a drop. */
export const ANSWER_EVENTS: readonly string[] = ['audit', 'campaign'].flatMap((of) => ENDED.map((how) => `unveil ${of} ${how}`));

/** A batch of a queue, as Lambda passes it on. */
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

/** Replaces an event: check the line. */
export const LOOK_AROUND = { look: 'around' } as const;
