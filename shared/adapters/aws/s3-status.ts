import { setTimeout as pause } from 'node:timers/promises';

/** The HTTP status of an SDK error; 0 if no response came. */
export function httpStatusOf(error: unknown): number {
  const metadata = (error as { readonly $metadata?: { readonly httpStatusCode?: number } } | null)?.$metadata;
  return metadata?.httpStatusCode ?? 0;
}

/** Null if there is no such object. */
export const unlessMissing = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (httpStatusOf(error) === 404) return null;
    throw error;
  });

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 25;

/**
 * S3 answers 409 while two conditional writes of one key are under way. Neither is known to have won, so the write is repeated after full jitter; the SDK
 * does not do so.
 */
export async function whileConflicting<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (httpStatusOf(error) !== 409 || attempt === ATTEMPTS) throw error;
      await pause(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
    }
  }
}
