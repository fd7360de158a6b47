import type { HostLimits, Reservation } from '../core/pacing/pacing.ts';

/** Shared rate limit of one host: for all processes at home, and all Lambdas in the cloud. Times in epoch milliseconds. */
export interface HostPacer {
  /** Number of calls that this owner may have open until `until`; 0 if others hold all places. Asking again renews. */
  admit(host: string, owner: string, wanted: number, limits: HostLimits, now: number, until: number): Promise<number>;
  leave(host: string, owner: string): Promise<void>;
  /** Reserves times for up to `wanted` calls, from the day's budget. */
  reserve(host: string, wanted: number, limits: HostLimits, now: number): Promise<Reservation>;
  /** Returns unused calls of a reservation to the budget of their day. */
  giveBack(host: string, day: number, unused: number): Promise<void>;
  /** Stops all calls to the host after a 429. Never shortens a longer stop. */
  park(host: string, until: number): Promise<void>;
  parkedUntil(host: string): Promise<number>;
}
