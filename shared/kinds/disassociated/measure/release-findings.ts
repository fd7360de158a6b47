import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { Claim } from '../../../core/verdict/claim.ts';
import type { Finding } from '../../../core/verdict/finding.ts';
import { checkClusters, clusterClaims } from '../check/check.ts';
import type { KmClaim, Violation } from '../core/breach/check-release.ts';
import { type KmBreakage, KmBreakageCounter } from '../core/measure/km-breakage.ts';
import type { DisassociatedRelease } from '../core/model.ts';
import type { OriginalClusters } from '../read/original-clusters.ts';
import { type AttackerBreaches, breachReport, type ClusterWorlds, claimOf, worldsReport } from './breach-report.ts';
import { clusterFrequencies } from './cluster-frequencies.ts';
import { coverFindings, knownTermFindings } from './cover-finding.ts';

/** Findings from the structure of the whole release, independent of attacks. They need a claim. */
export interface ReleaseFindings {
  readonly violations: readonly Violation[] | null;
  readonly breaches: readonly AttackerBreaches[];
  /** Of small clusters with a breach. */
  readonly worlds: readonly ClusterWorlds[];
  readonly findings: readonly Finding[];
  readonly claims: readonly Claim[];
}

/** Needs the whole release, and the whole original where there is one. */
export function findInRelease(
  release: DisassociatedRelease,
  originals: OriginalClusters | null,
  nouns: readonly string[],
  request: AuditRequest,
): ReleaseFindings {
  const claim = claimOf(request);
  const findings = [...knownTermFindings(release, claim), ...clusterFrequencies(release), ...coverFindings(release, originals, claim)];
  if (claim === null) return { violations: null, breaches: [], worlds: [], findings, claims: [] };
  const breaches = breachReport(release, originals, nouns, claim, request.seed);
  const strong = breaches[0]?.count ?? null;
  const violations = checkClusters(release, claim);
  return {
    violations,
    findings,
    claims: clusterClaims(release, claim, violations),
    breaches,
    worlds: strong === null ? [] : worldsReport(release, strong, claim.k, request.seed),
  };
}

export interface Pairs {
  readonly rows: readonly (readonly string[])[];
  readonly partnerOf: ArrayLike<number>;
}

/** How many rare itemsets each attack put together: counted over the whole original, cluster by cluster in any order. */
export class Breakage {
  readonly #originals: OriginalClusters;
  /** By attack; null: too many itemsets to count. */
  readonly #counters: readonly (KmBreakageCounter | null)[];

  constructor(release: DisassociatedRelease, originals: OriginalClusters, claim: KmClaim, attacks: number) {
    this.#originals = originals;
    const counter = KmBreakageCounter.of(originals.flat(), release, claim.k, claim.m);
    this.#counters = Array.from({ length: attacks }, () => counter?.another() ?? null);
  }

  /** By attack; null where nothing could be paired. */
  add(cluster: number, pairs: readonly (Pairs | null)[]): void {
    const own = this.#originals[cluster] ?? [];
    for (const [at, each] of pairs.entries()) {
      if (each === null) continue;
      for (const [position, row] of each.rows.entries()) this.#counters[at]?.add(row, own[each.partnerOf[position]] ?? []);
    }
  }

  results(): (KmBreakage | null)[] {
    return this.#counters.map((counter) => counter?.result() ?? null);
  }
}
