/** Timers hold 31 bits of milliseconds; longer waits sleep repeatedly. */
const LONGEST = 2_147_483_647;

/** Resolves after the time, or at once when the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, Math.min(Math.max(milliseconds, 0), LONGEST));
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
