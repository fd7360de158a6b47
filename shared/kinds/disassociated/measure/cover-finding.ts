import type { KmClaim } from '../../../core/breach/check-release.ts';
import { coverProblems } from '../../../core/breach/cover-problems.ts';
import { hypergeometric } from '../../../core/measure/disassociated/expectation.ts';
import type { Cluster, DisassociatedRelease } from '../../../core/model/disassociated.ts';
import { byAttack, type Finding, withoutFigure } from '../../../core/verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../../../core/verdict/said.ts';
import type { OriginalClusters } from '../read/original-clusters.ts';
import { NEEDS_CLUSTERS_OF_ORIGINAL } from './placement-findings.ts';

/** Two items of one cluster that the method put apart, since fewer than k transactions hold both. */
interface CoveredPair {
  readonly item: string;
  readonly covered: string;
  /** That a transaction with the covered item holds the other, and that any transaction of the cluster does. */
  readonly probability: number;
  readonly share: number;
}

/** Whoever holds a covered item is said to hold the item that the method kept apart from it: they meet in 1 to k - 1 transactions. */
export function coverFindings(release: DisassociatedRelease, originals: OriginalClusters | null, claimed: KmClaim | null): Finding[] {
  const by = byAttack('learned', 'cover problem', 'an item of a person, and how the release was made');
  if (claimed === null) return [withoutFigure(by, 'not tried', 'no k is claimed (--k)')];
  const pairs = release.clusters.map((cluster) => coveredPairs(cluster, claimed.k));
  const of = release.clusters.reduce((sum, { size }) => sum + size, 0);
  const said: TargetGuess[] = [];
  for (const [cluster, own] of pairs.entries()) {
    const { size } = release.clusters[cluster] as Cluster;
    const people = own.length === 0 ? [] : (originals?.[cluster] ?? []);
    const acted = people.flatMap((items): TargetGuess[] => {
      const best = bestFor(own, items);
      return best === null ? [] : [{ ...best, cluster }];
    });
    said.push(...acted, { cluster, weight: size - acted.length, confidence: null, right: 0, lessConfidence: 0, lessRight: 0 });
  }
  if (originals === null && pairs.some((own) => own.length > 0))
    return [withoutFigure(by, 'not computable', NEEDS_CLUSTERS_OF_ORIGINAL, { of })];
  return findingsOf(by, said, {
    baseline: 'how many of the cluster hold the item',
    reason: 'the method kept two items apart that fewer than k transactions hold together',
  });
}

/** The surest that is said of a transaction; equally sure pairs share it. */
function bestFor(pairs: readonly CoveredPair[], items: readonly string[]): Omit<TargetGuess, 'cluster'> | null {
  const about = pairs.filter(({ covered }) => items.includes(covered));
  if (about.length === 0) return null;
  const confidence = Math.max(...about.map(({ probability }) => probability));
  const best = about.filter(({ probability }) => probability === confidence);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const less = mean(best.map(({ share }) => share));
  return {
    confidence,
    right: mean(best.map(({ item }) => (items.includes(item) ? 1 : 0))),
    lessConfidence: less,
    lessRight: less,
  };
}

function coveredPairs(cluster: Cluster, k: number): CoveredPair[] {
  const { size } = cluster;
  return coverProblems(cluster).flatMap(({ item, support, covered, coveredSupport }) => {
    const least = Math.max(1, support + coveredSupport - size);
    const most = Math.min(support, coveredSupport, k - 1);
    // They meet k times whatever the attacker does: the method did not make it so.
    if (least > most) return [];
    let [mass, sum] = [0, 0];
    for (let together = least; together <= most; together += 1) {
      const chance = hypergeometric(size, support, coveredSupport, together);
      mass += chance;
      sum += chance * together;
    }
    const probability = mass === 0 ? most / coveredSupport : sum / mass / coveredSupport;
    return covered.map((other) => ({ item, covered: other, probability, share: support / size }));
  });
}
