import { grouped } from './figure-text.ts';

/** `nothing to check`: the claim covers nothing in this release. `not checked`: no exact check of it exists, or an input is missing. */
export const CLAIM_STATES = ['held', 'broken', 'nothing to check', 'not checked'] as const;
type ClaimState = (typeof CLAIM_STATES)[number];

/** One claimed guarantee, and the result of its exact check. */
export interface Claim {
  /** `k = 5, m = 2`. */
  readonly text: string;
  /** The part of the release that it covers: `of the hidden items`, `of all published items`. */
  readonly scope: string;
  readonly state: ClaimState;
  /** Number of things checked, and of those that fail; null if nothing was checked. */
  readonly checked: number | null;
  readonly violations: number | null;
  /** One violation by its place, without an item's text; or the reason why nothing was checked. */
  readonly example: string | null;
}

/** `example`: one violation by its place. */
export const checkedClaim = (text: string, scope: string, checked: number, violations: number, example: string | null): Claim => ({
  text,
  scope,
  state: checked === 0 ? 'nothing to check' : violations === 0 ? 'held' : 'broken',
  checked,
  violations,
  example: violations === 0 ? null : example,
});

export const uncheckedClaim = (text: string, scope: string, why: string): Claim => ({
  text,
  scope,
  state: 'not checked',
  checked: null,
  violations: null,
  example: why,
});

/** True if all claims hold; null if there are none, or if some could not be checked and none is broken. */
export function claimsHold(claims: readonly Claim[]): boolean | null {
  if (claims.some(({ state }) => state === 'broken')) return false;
  return claims.length > 0 && claims.every(({ state }) => state === 'held') ? true : null;
}

export function brokenSentence({ text, scope, violations, example }: Claim): string {
  const times = violations === null ? '' : `: ${grouped(violations)} ${violations === 1 ? 'violation' : 'violations'}`;
  return `The release breaks its guarantee ${text} ${scope}${times}${example === null ? '' : `, such as ${example}`}.`;
}

export function claimSentence(claim: Claim): string {
  switch (claim.state) {
    case 'broken':
      return brokenSentence(claim);
    case 'held':
      return `${claim.text} holds ${claim.scope}.`;
    case 'nothing to check':
      return `${claim.text} ${claim.scope}: nothing to check.`;
    case 'not checked':
      return `${claim.text} ${claim.scope} was not checked${claim.example === null ? '' : `: ${claim.example}`}.`;
  }
}
