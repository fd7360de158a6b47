/** What the stack puts on the event bus, by which rules of other systems match it. */
export const EVENT_SOURCE = 'unveil';

const ENDED = ['completed', 'failed', 'rejected'] as const;

/** Of every end of a drop. */
export const ANSWER_EVENTS: readonly string[] = ['audit', 'campaign'].flatMap((of) => ENDED.map((how) => `unveil ${of} ${how}`));
