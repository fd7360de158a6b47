import { BadInput } from '../../../core/model/bad-input.ts';
import { type Claim, checkedClaim } from '../../../core/verdict/claim.ts';
import type { Check } from '../../../kit/offers.ts';
import { wholeNumber } from '../../../kit/option-values.ts';
import { plural } from '../../../kit/publish/text.ts';
import { wholeText } from '../../../kit/read/open-bytes.ts';
import { checkedList, violations } from '../../../kit/violations.ts';
import { checkRelease, describeViolation, type KmClaim, placeOfViolation, type Violation } from '../core/breach/check-release.ts';
import { checkWorlds } from '../core/breach/possible-rows.ts';
import { parseDisassociated } from '../core/format/clusters-json.ts';
import type { DisassociatedRelease } from '../core/model.ts';

/** The check of `check`, `audit` and `certify`: every chunk by itself, then every pair across chunks over the possible worlds. */
export const checkClusters = (
  release: DisassociatedRelease,
  claimed: KmClaim,
  { strict = false }: { readonly strict?: boolean } = {},
): Violation[] => [...checkRelease(release, claimed, { strict }), ...checkWorlds(release, claimed)];

export function clusterClaims(release: DisassociatedRelease, claimed: KmClaim | null, violations: readonly Violation[] | null): Claim[] {
  if (claimed === null || violations === null) return [];
  const [first] = violations;
  const example = first === undefined ? null : placeOfViolation(first);
  const scope = 'of all chunks, and of all pairs across chunks over the possible worlds';
  return [checkedClaim(`k = ${claimed.k}, m = ${claimed.m}`, scope, release.clusters.length, violations.length, example)];
}

/** The structure of every cluster, and every pair of items across chunks over the possible worlds. */
export const runClusterCheck: Check['run'] = async ({ name, bytes }, { k, values }) => {
  if (k === null) throw new BadInput('say what is claimed: --k 3');
  const claim = { k, m: values['m'] === undefined ? 2 : wholeNumber(String(values['m']), '--m', 1) };
  const strict = values['strict'] === true;
  const { release, warnings } = parseDisassociated(await wholeText(bytes, name), name);
  const found = checkClusters(release, claim, { strict });
  const size = release.clusters.reduce((sum, cluster) => sum + cluster.size, 0);
  const claimed = `${k}^${claim.m}-anonymous${strict ? ' (strict)' : ''}`;
  return {
    ...checkedList({
      claims: clusterClaims(release, claim, found),
      notes: warnings.map(({ message }) => message),
      found: [...Map.groupBy(found, ({ rule }) => rule)].map(([rule, own]) =>
        violations(
          own,
          (each) => each,
          (each) => `  ${describeViolation(each)}`,
          `${rule}: ${plural(own.length, 'violation')}`,
        ),
      ),
      summary: [
        `${name}: ${plural(release.clusters.length, 'cluster')} for ${plural(size, 'transaction')}: ${found.length === 0 ? '' : 'NOT '}${claimed}`,
      ],
    }),
    // Cluster by cluster, not rule by rule.
    json: () => found,
  };
};
