import { countKeys } from '../../core/keys/count-key.ts';
import type { CountRequest, SourceVersion } from '../../ports/hit-counter.ts';
import type { Question } from '../../ports/live-source.ts';
import type { CacheKey, ScoreCache } from '../../ports/score-cache.ts';

export interface Miss {
  readonly key: CacheKey;
  readonly question: Question;
}

/** Questions of a release to one source, and those missing in the cache. Each distinct question once. */
export interface FetchPlan {
  readonly source: SourceVersion;
  readonly terms: number;
  readonly pairs: number;
  readonly cached: number;
  readonly misses: readonly Miss[];
}

/** Key of the number of documents, next to the counts of its epoch. No term contains a control character. */
const SIZE = '\u0001size';
const LOOK_UP = 4_096;

export const sizeKey = (secret: Uint8Array, source: SourceVersion): CacheKey => countKeys(secret, source).one(SIZE);

/** Requests of many groups come together: their terms and pairs are deduplicated across all of them before any look-up. */
export async function planFetch(
  requests: AsyncIterable<CountRequest> | Iterable<CountRequest>,
  {
    source,
    secret,
    cache,
    now,
  }: { readonly source: SourceVersion; readonly secret: Uint8Array; readonly cache: ScoreCache; readonly now: number },
): Promise<FetchPlan> {
  const keys = countKeys(secret, source);
  const terms = new Set<string>();
  // The second terms of each first term, in code-unit order of the two: nested sets spare a text for every pair.
  const pairs = new Map<string, Set<string>>();
  let pairCount = 0;
  for await (const request of requests) {
    for (const term of request.terms) terms.add(term);
    for (let at = 0; at + 1 < request.pairs.length; at += 2) {
      const a = request.terms[request.pairs[at]];
      const b = request.terms[request.pairs[at + 1]];
      const [first, second] = a <= b ? [a, b] : [b, a];
      let seconds = pairs.get(first);
      if (seconds === undefined) {
        seconds = new Set();
        pairs.set(first, seconds);
      }
      if (!seconds.has(second)) pairCount += 1;
      seconds.add(second);
    }
  }

  const misses: Miss[] = [];
  let cached = 0;
  let batch: Miss[] = [];
  const lookUp = async (): Promise<void> => {
    const answers = await cache.get(
      batch.map(({ key }) => key),
      now,
    );
    for (const [at, miss] of batch.entries()) {
      if (answers[at] === null) misses.push(miss);
      else cached += 1;
    }
    batch = [];
  };
  for (const miss of questions(keys, terms, pairs)) {
    batch.push(miss);
    if (batch.length === LOOK_UP) await lookUp();
  }
  await lookUp();
  return { source, terms: terms.size, pairs: pairCount, cached, misses };
}

function* questions(
  keys: ReturnType<typeof countKeys>,
  terms: ReadonlySet<string>,
  pairs: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<Miss> {
  if (terms.size > 0) yield { key: keys.one(SIZE), question: { kind: 'size' } };
  for (const term of terms) yield { key: keys.one(term), question: { kind: 'one', term } };
  for (const [first, seconds] of pairs) {
    for (const second of seconds) yield { key: keys.pair(first, second), question: { kind: 'pair', first, second } };
  }
}
