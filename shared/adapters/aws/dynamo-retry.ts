import { setTimeout as pause } from 'node:timers/promises';

/** DynamoDB left keys unprocessed after all attempts. The state machine retries it under this name. */
export class CacheThrottled extends Error {
  override readonly name = 'CacheThrottled';
}

/** Full jitter below a ceiling that doubles: twelve attempts wait at most 20 s in all, less than half of it on average. */
const ATTEMPTS = 12;
const FIRST_CEILING_MS = 20;
const LAST_CEILING_MS = 3_000;

export interface Jitter {
  readonly random: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

export const FULL_JITTER: Jitter = { random: Math.random, pause };

/** Errors of a call that the service rejected as a whole. */
const THROTTLES = ['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded'];
const isThrottle = (error: unknown): boolean => error instanceof Error && THROTTLES.includes(error.name);

/** Repeats `send` until nothing is left; it returns what was left unprocessed. A throttled call leaves everything. */
export async function untilDone<T>(
  open: readonly T[],
  send: (open: readonly T[]) => Promise<readonly T[]>,
  jitter: Jitter,
  attempts = ATTEMPTS,
): Promise<void> {
  let left = open;
  for (let attempt = 0; left.length > 0; attempt += 1) {
    if (attempt === attempts) throw new CacheThrottled(`${left.length} of ${open.length} keys were left unprocessed ${attempts} times`);
    if (attempt > 0) await jitter.pause(jitter.random() * Math.min(LAST_CEILING_MS, FIRST_CEILING_MS * 2 ** attempt));
    left = await send(left).catch((error) => {
      if (isThrottle(error)) return left;
      throw error;
    });
  }
}

export function chunks<T>(values: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < values.length; from += size) parts.push(values.slice(from, from + size));
  return parts;
}
