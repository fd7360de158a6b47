import { checkRelease, type KmClaim, type Violation } from '../../../core/breach/check-release.ts';
import { placeOfViolation } from '../../../core/breach/describe-violation.ts';
import { checkWorlds } from '../../../core/breach/possible-rows.ts';
import type { DisassociatedRelease } from '../../../core/model/disassociated.ts';
import type { Claim } from '../../../core/verdict/claim.ts';

/** The check of `check`, `audit` and `certify`: every chunk by itself, then every pair across chunks over the possible worlds. */
export const checkClusters = (
  release: DisassociatedRelease,
  claimed: KmClaim,
  { strict = false }: { readonly strict?: boolean } = {},
): Violation[] => [...checkRelease(release, claimed, { strict }), ...checkWorlds(release, claimed)];

/** Nothing is claimed without a k. */
export function clusterClaims(release: DisassociatedRelease, claimed: KmClaim | null, violations: readonly Violation[] | null): Claim[] {
  if (claimed === null || violations === null) return [];
  const [first] = violations;
  const checked = release.clusters.length;
  return [
    {
      text: `k = ${claimed.k}, m = ${claimed.m}`,
      scope: 'of all chunks, and of all pairs across chunks over the possible worlds',
      state: checked === 0 ? 'nothing to check' : first === undefined ? 'held' : 'broken',
      checked,
      violations: violations.length,
      example: first === undefined ? null : placeOfViolation(first),
    },
  ];
}
