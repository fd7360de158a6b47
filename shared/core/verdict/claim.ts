/** `nothing to check`: the claim speaks of nothing in this release. `not checked`: no exact check of it exists, or an input is missing. */
export const CLAIM_STATES = ['held', 'broken', 'nothing to check', 'not checked'] as const;
type ClaimState = (typeof CLAIM_STATES)[number];

/** One guarantee that is claimed, and what its exact check found. */
export interface Claim {
  /** `k = 5, m = 2`. */
  readonly text: string;
  /** What it speaks of and was checked on: `of the hidden items`, `of all published items`. */
  readonly scope: string;
  readonly state: ClaimState;
  /** Things checked, and those that fail; null where nothing was. */
  readonly checked: number | null;
  readonly violations: number | null;
  /** One violation by its place, without an item's text; why nothing could be checked. */
  readonly example: string | null;
}

/** Whether all that was claimed holds; null where nothing was claimed, or some of it could not be checked and nothing is broken. */
export function claimsHold(claims: readonly Claim[]): boolean | null {
  if (claims.some(({ state }) => state === 'broken')) return false;
  return claims.length > 0 && claims.every(({ state }) => state === 'held') ? true : null;
}
