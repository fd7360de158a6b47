import { setTimeout as pause } from 'node:timers/promises';

/** The HTTP status an SDK error carries; 0 when it never came to an answer. */
export function httpStatusOf(error: unknown): number {
  const metadata = (error as { readonly $metadata?: { readonly httpStatusCode?: number } } | null)?.$metadata;
  return metadata?.httpStatusCode ?? 0;
}

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 25;

/**
 * S3 answers 409 when two conditional writes of one key are under way: neither is known to have won, so the write is asked again,
 * after full jitter. The SDK does not retry it.
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
