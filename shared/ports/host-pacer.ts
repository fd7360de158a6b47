import type { HostLimits, Reservation } from '../core/pacing/pacing.ts';

/** Politeness towards one host, shared by all that call it: processes at home, Lambdas in the cloud. Times in epoch milliseconds. */
export interface HostPacer {
  /** How many calls this owner may have open until `until`; 0 while others hold all places. Asking again renews. */
  admit(host: string, owner: string, wanted: number, limits: HostLimits, now: number, until: number): Promise<number>;
  leave(host: string, owner: string): Promise<void>;
  /** Reserves the moments of up to `wanted` calls, and takes them from the day's budget. */
  reserve(host: string, wanted: number, limits: HostLimits, now: number): Promise<Reservation>;
  /** Calls of a reservation that were not made go back to the budget of the day they were taken from. */
  giveBack(host: string, day: number, unused: number): Promise<void>;
  /** A 429 parks every worker of the host. Never shortens a longer parking. */
  park(host: string, until: number): Promise<void>;
  parkedUntil(host: string): Promise<number>;
}
