import { countKeys } from '../../core/keys/count-key.ts';
import { CountFlag, type CountRequest, type Counts, type HitCounter, type SourceVersion } from '../../ports/hit-counter.ts';
import type { SourceAnswer } from '../../ports/live-source.ts';
import type { CachedCount, CacheKey, ScoreCache } from '../../ports/score-cache.ts';
import { sizeKey } from './misses.ts';

const LOOK_UP = 4_096;

/** Counts as the cache holds them; what it does not hold is unavailable. Nothing is asked of anybody. */
export class CachedCounter implements HitCounter {
  readonly source: SourceVersion;
  readonly #secret: Uint8Array;
  readonly #cache: ScoreCache;
  /** Epoch seconds. */
  readonly #now: number;

  constructor(
    source: SourceVersion,
    { secret, cache, now }: { readonly secret: Uint8Array; readonly cache: ScoreCache; readonly now: number },
  ) {
    this.source = source;
    this.#secret = secret;
    this.#cache = cache;
    this.#now = now;
  }

  async size(): Promise<number> {
    const [value] = await this.#cache.get([sizeKey(this.#secret, this.source)], this.#now);
    return value?.state === 'counted' ? value.count : Number.NaN;
  }

  async count(term: string, other?: string): Promise<number> {
    const keys = countKeys(this.#secret, this.source);
    const [value] = await this.#cache.get([other === undefined ? keys.one(term) : keys.pair(term, other)], this.#now);
    return value?.state === 'counted' ? value.count : Number.NaN;
  }

  async countAll({ terms, pairs }: CountRequest): Promise<Counts> {
    const keys = countKeys(this.#secret, this.source);
    const counts: Counts = {
      terms: new Float64Array(terms.length),
      termFlags: new Uint8Array(terms.length),
      pairs: new Float64Array(pairs.length / 2),
      pairFlags: new Uint8Array(pairs.length / 2),
    };
    await this.#fill(terms.length, (at) => keys.one(terms[at]), counts.terms, counts.termFlags);
    const pair = (at: number): CacheKey => keys.pair(terms[pairs[2 * at]], terms[pairs[2 * at + 1]]);
    await this.#fill(pairs.length / 2, pair, counts.pairs, counts.pairFlags);
    return counts;
  }

  async #fill(length: number, keyOf: (at: number) => CacheKey, counts: Float64Array, flags: Uint8Array): Promise<void> {
    for (let from = 0; from < length; from += LOOK_UP) {
      const keys = Array.from({ length: Math.min(LOOK_UP, length - from) }, (_, at) => keyOf(from + at));
      const values = await this.#cache.get(keys, this.#now);
      for (const [at, value] of values.entries()) {
        counts[from + at] = value?.state === 'counted' ? value.count : Number.NaN;
        flags[from + at] = flagsOf(value);
      }
    }
  }
}

function flagsOf(value: CachedCount | null): number {
  if (value === null || value.state === 'failed') return CountFlag.unavailable;
  return value.state === 'not expressible' ? CountFlag.notExpressible : value.flags;
}

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
