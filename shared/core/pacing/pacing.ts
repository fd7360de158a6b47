export interface HostLimits {
  readonly perSecond: number;
  /** Calls open at once, over all workers. */
  readonly concurrent: number;
  /** Calls a day, counted from midnight UTC; null where the host states none. */
  readonly perDay: number | null;
}

/** Stored state of a host. Times in epoch milliseconds, days since the epoch. */
export interface PaceState {
  /** No call may start before. */
  readonly nextAt: number;
  readonly parkedUntil: number;
  readonly day: number;
  readonly spent: number;
}

export type Reservation =
  /** Call number i may start at `startsAt + i * spacing`. */
  | { readonly kind: 'granted'; readonly count: number; readonly startsAt: number; readonly spacing: number; readonly day: number }
  | { readonly kind: 'parked'; readonly until: number }
  | { readonly kind: 'spent'; readonly until: number };

export const FRESH: PaceState = { nextAt: 0, parkedUntil: 0, day: 0, spent: 0 };

const DAY = 86_400_000;
/** Calls start a little late when a machine is busy, then bunch: a pace just below the limit keeps each second within it. */
const HEADROOM = 0.95;

/**
 * Evenly spaced moments rather than a bucket of tokens: a bucket lets its whole content go at once, so two workers with
 * half a bucket each can break the rate in one second. Dead workers cost only the moments they had reserved.
 */
export function reserve(state: PaceState, wanted: number, limits: HostLimits, now: number): { state: PaceState; reservation: Reservation } {
  if (state.parkedUntil > now) return { state, reservation: { kind: 'parked', until: state.parkedUntil } };
  const day = Math.floor(now / DAY);
  const spent = state.day === day ? state.spent : 0;
  const left = limits.perDay === null ? wanted : Math.max(0, limits.perDay - spent);
  if (left === 0) return { state, reservation: { kind: 'spent', until: (day + 1) * DAY } };
  const count = Math.min(wanted, left);
  const spacing = 1000 / (limits.perSecond * HEADROOM);
  const startsAt = Math.max(state.nextAt, now);
  return {
    state: { ...state, day, spent: spent + count, nextAt: startsAt + count * spacing },
    reservation: { kind: 'granted', count, startsAt, spacing, day },
  };
}

export const giveBack = (state: PaceState, day: number, unused: number): PaceState =>
  state.day === day ? { ...state, spent: Math.max(0, state.spent - unused) } : state;

export const park = (state: PaceState, until: number): PaceState => ({ ...state, parkedUntil: Math.max(state.parkedUntil, until) });

/** Places left for one more owner when others hold `held`. */
export const placesLeft = (wanted: number, held: number, limits: HostLimits): number =>
  Math.max(0, Math.min(wanted, limits.concurrent - held));
