import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { CachedCount, CacheKey, LeaseAnswer } from '../../ports/score-cache.ts';

/**
 * A row of the table: short names, since a row is billed by its bytes. `k` key · `s` state · `n` count · `q` flags · `t` observed · `x` epoch second
 * after which the row is nothing, and DynamoDB's TTL · `o` owner of a lease · `l` its end. A row has an answer or a lease, never both; TTL deletes
 * late, so reads look at `x` themselves.
 */
export type Row = Readonly<Record<string, AttributeValue>>;

const STATES = ['counted', 'not expressible', 'failed'] as const;
/** A lease that was never ended is deleted a day later. */
const LEASE_KEPT_S = 86_400;

const number = (value: number): AttributeValue => ({ N: String(value) });

export const rowKey = (key: CacheKey): Row => ({ k: { B: key } });

export function answerAttributes({ state, count, flags, observed, expires }: CachedCount): Row {
  const attributes = { s: number(STATES.indexOf(state)), n: number(count), q: number(flags), t: number(observed) };
  return expires === null ? attributes : { ...attributes, x: number(expires) };
}

export const leaseAttributes = (owner: string, until: number): Row => ({
  o: { S: owner },
  l: number(until),
  x: number(until + LEASE_KEPT_S),
});

/** The answer in a row; null when there is none, when it has expired, or when a later version wrote a state not known here. */
export function answerOf(row: Row | undefined, now: number): CachedCount | null {
  const state = STATES[Number(row?.['s']?.N ?? Number.NaN)];
  if (row === undefined || state === undefined) return null;
  const expires = row['x']?.N === undefined ? null : Number(row['x'].N);
  if (expires !== null && expires <= now) return null;
  return { state, count: Number(row['n']?.N), flags: Number(row['q']?.N), observed: Number(row['t']?.N), expires };
}

/** Why a lease was refused; null if the row is expired, and the lease can be tried again. */
export function leaseRefusal(row: Row | undefined, now: number): LeaseAnswer | null {
  const value = answerOf(row, now);
  if (value !== null) return { kind: 'answered', value };
  const until = Number(row?.['l']?.N ?? 0);
  return until > now ? { kind: 'taken', until } : null;
}
