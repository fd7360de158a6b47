import { CountFlag } from '../../ports/hit-counter.ts';
import type { SourceAnswer } from '../../ports/live-source.ts';
import type { CachedCount } from '../../ports/score-cache.ts';

/** How long an answer holds, in seconds: a zero may be a young term, a failure a bad minute. */
const LIFE = { count: 180 * 86_400, zero: 30 * 86_400, notExpressible: 365 * 86_400, failed: 600 };

/** An answer as the cache keeps it; `now` in epoch seconds. */
export function cachedAnswer(answer: SourceAnswer, now: number): CachedCount {
  if (answer.kind === 'count') {
    const life = answer.count === 0 ? LIFE.zero : LIFE.count;
    return { state: 'counted', count: answer.count, flags: answer.flags, observed: now, expires: now + life };
  }
  if (answer.kind === 'not expressible') {
    return { state: 'not expressible', count: 0, flags: CountFlag.notExpressible, observed: now, expires: now + LIFE.notExpressible };
  }
  return { state: 'failed', count: 0, flags: CountFlag.unavailable, observed: now, expires: now + LIFE.failed };
}
