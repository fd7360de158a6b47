import { rareItemsets } from '../../../core/model/rare-itemsets.ts';
import { byAttack, type Finding, proved, withoutFigure } from '../../../core/verdict/finding.ts';
import { findingsOf, noGuess, type TargetGuess } from '../../../core/verdict/guesses.ts';
import { countBreaches, STRONG } from '../core/breach/breaches.ts';
import type { KmClaim } from '../core/breach/check-release.ts';
import { coverProblems } from '../core/breach/cover-problems.ts';
import { PossibleRows } from '../core/breach/possible-rows.ts';
import { hypergeometric } from '../core/measure/expectation.ts';
import type { Chunk, Cluster, DisassociatedRelease } from '../core/model.ts';
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

/** Cover attack: a person with a covered item is guessed to have the item kept apart from it; they meet in 1 to k - 1 transactions. */
export function coverFindings(release: DisassociatedRelease, originals: OriginalClusters | null, claimed: KmClaim | null): Finding[] {
  const by = byAttack('learned', 'cover problem', 'an item of a person, and how the release was made');
  if (claimed === null) return [withoutFigure(by, 'not tried', 'no k is claimed (--k)')];
  const pairs = release.clusters.map((cluster) => coveredPairs(cluster, claimed.k));
  const of = release.clusters.reduce((sum, { size }) => sum + size, 0);
  const said: TargetGuess[] = [];
  for (const [cluster, own] of pairs.entries()) {
    const { size } = release.clusters[cluster];
    const people = own.length === 0 ? [] : (originals?.[cluster] ?? []);
    const acted = people.flatMap((items): TargetGuess[] => {
      const best = bestFor(own, items);
      return best === null ? [] : [{ ...best, cluster }];
    });
    said.push(...acted, noGuess(cluster, size - acted.length));
  }
  if (originals === null && pairs.some((own) => own.length > 0))
    return [withoutFigure(by, 'not computable', NEEDS_CLUSTERS_OF_ORIGINAL, { of })];
  return findingsOf(by, said, {
    baseline: 'how many of the cluster hold the item',
    reason: 'the method kept two items apart that fewer than k transactions hold together',
  });
}

/** Highest confidence for a transaction; tied pairs share it. */
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
    baselineConfidence: less,
    baselineRight: less,
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

const FACTS = [1, 2, 3];

/** People found by 1, 2 or 3 known items: in every possible world fewer transactions than claimed (else only one) hold them. */
export function knownTermFindings(release: DisassociatedRelease, claimed: KmClaim | null): Finding[] {
  const of = release.clusters.reduce((sum, { size }) => sum + size, 0);
  const rows = new PossibleRows(release, claimed?.k ?? 2);
  return FACTS.map((facts) => {
    // The claim speaks of m items; who knows more must find one alone.
    const least = Math.min(facts, claimed?.m ?? 0);
    const found = release.clusters.map(({ size, recordChunks }) =>
      Math.min(size, Math.max(0, ...recordChunks.map((chunk) => foundIn(chunk, facts, least, claimed, rows)))),
    );
    if (claimed !== null && least >= 2)
      for (const { cluster, item, covered, least: together } of countBreaches(release, claimed.k, STRONG).breaches)
        if (rows.most([item, covered], claimed.k) < claimed.k) found[cluster] = Math.max(found[cluster], 1, together);
    for (const { clusters, sharedChunks } of release.jointClusters) {
      const shared = Math.max(0, ...sharedChunks.map((chunk) => foundIn(chunk, facts, least, claimed, rows)));
      const [first] = clusters;
      const known = clusters.reduce((sum, cluster) => sum + (found[cluster] ?? 0), 0);
      if (first !== undefined && shared > known) found[first] = found[first] + shared - known;
    }
    const people = Math.min(
      of,
      found.reduce((sum, each) => sum + each, 0),
    );
    const few = claimed === null || least === 0 ? 'no other transaction' : `fewer than ${least === facts ? claimed.k : 2} transactions`;
    return proved(
      byAttack('singled out', 'known terms', `${facts} ${facts === 1 ? 'item' : 'items'} of a person, and how the release was made`, {
        facts,
      }),
      {
        people,
        of,
        baseline: { name: 'who knows no item', right: 0 },
        reason: `in every possible world ${few} hold what is known of these`,
      },
    );
  });
}

/** Sub-records of a chunk with an itemset that too few transactions of the release can hold. */
function foundIn(chunk: Chunk, facts: number, claimedFacts: number, claimed: KmClaim | null, possible: PossibleRows): number {
  const terms = [...new Set(chunk.flat())];
  const numberOf = new Map(terms.map((term, at) => [term, at]));
  const rows = chunk.map((subRecord) => [...new Set(subRecord)].map((term) => numberOf.get(term) as number));
  const rareBelow = (wanted: number, most: number): readonly number[][] =>
    most === 0
      ? []
      : rareItemsets(rows, terms.length, wanted, most).flatMap(({ items }) =>
          possible.most(
            items.map((item) => terms[item]),
            wanted,
          ) < wanted
            ? [[...items]]
            : [],
        );
  const rare = [...rareBelow(claimed?.k ?? 2, claimedFacts), ...(facts > claimedFacts ? rareBelow(2, facts) : [])];
  return rare.length === 0 ? 0 : rows.filter((row) => rare.some((items) => items.every((item) => row.includes(item)))).length;
}
