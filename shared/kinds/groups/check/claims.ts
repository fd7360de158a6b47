import { checkDegree, type GroupedRelease } from '../../../core/cahd/grouped-release.ts';
import { grouped } from '../../../core/findings/figure-text.ts';
import type { Claim } from '../../../core/verdict/claim.ts';

interface CheckedGroups {
  readonly claims: readonly Claim[];
  /** Sensitive items that are in more than one of k transactions of a group. */
  readonly violations: ReturnType<typeof checkDegree>;
}

/**
 * No sensitive item is in more than one of k transactions of a group; compared with the original, nothing else was changed: what `check`, `audit`
 * and `certify` go by. `differences`: what was; null without the original.
 */
export function checkGroupClaims(release: GroupedRelease, k: number | null, differences: readonly string[] | null): CheckedGroups {
  const violations = k === null ? [] : checkDegree(release, k);
  const checked = release.groups.reduce((sum, { sensitive }) => sum + sensitive.size, 0);
  const [first] = violations;
  const claims: Claim[] = [];
  if (k !== null)
    claims.push({
      text: `k = ${k}`,
      scope: 'of every sensitive item and group',
      state: checked === 0 ? 'nothing to check' : violations.length === 0 ? 'held' : 'broken',
      checked,
      violations: violations.length,
      example:
        first === undefined
          ? null
          : `an item in ${grouped(first.count)} of the ${grouped(first.size)} transactions of group ${grouped(first.group)}`,
    });
  if (differences !== null)
    claims.push({
      text: 'nothing is lost or added',
      scope: 'compared with the original',
      state: differences.length === 0 ? 'held' : 'broken',
      checked: release.groups.length,
      violations: differences.length,
      example: differences[0] ?? null,
    });
  return { claims, violations };
}
