import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { BREACHES } from '../../../contracts/detail-tables.ts';
import { type CellValue, rowOf } from '../../../contracts/table.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import { seeded } from '../../../core/random/random.ts';
import { type Background, type BreachCount, countBreaches, MODERATE_SHARE, moderate, STRONG, weak } from '../core/breach/breaches.ts';
import type { KmClaim } from '../core/breach/check-release.ts';
import { type PossibleWorlds, possibleWorlds } from '../core/breach/possible-worlds.ts';
import type { DisassociatedRelease } from '../core/model.ts';
import type { OriginalClusters } from '../read/original-clusters.ts';

export interface AttackerBreaches {
  readonly attacker: 'strong' | 'moderate' | 'weak';
  readonly knows: string;
  /** Null where it cannot be computed. */
  readonly count: Pick<BreachCount, 'breaches' | 'quantity'> | null;
}

/** Breaches for the three attackers. The moderate one knows original records: without them it is not computable. */
export function breachReport(
  release: DisassociatedRelease,
  originals: OriginalClusters | null,
  nouns: readonly string[],
  { k, m }: KmClaim,
  seed: string,
): AttackerBreaches[] {
  const known = (background: Background | null): AttackerBreaches['count'] => {
    if (background === null) return null;
    const { breaches, quantity } = countBreaches(release, k, background);
    return { breaches, quantity };
  };
  return [
    { attacker: 'strong', knows: 'every itemset', count: known(STRONG) },
    {
      attacker: 'moderate',
      knows: `the combinations of ${m} items within ${MODERATE_SHARE * 100} % of the records`,
      count: known(originals === null ? null : moderate(originals.flat(), m, MODERATE_SHARE, seeded(seed, 'moderate'))),
    },
    {
      attacker: 'weak',
      knows: `the combinations of ${m} among 10 items of the data and 10 nouns`,
      count: known(weak(termsOfRelease(release), nouns, m, seeded(seed, 'weak'))),
    },
  ];
}

function termsOfRelease({ clusters, jointClusters }: DisassociatedRelease): string[] {
  const terms = new Set([
    ...clusters.flatMap(({ recordChunks, termChunk }) => [...recordChunks.flat(2), ...termChunk]),
    ...jointClusters.flatMap(({ sharedChunks }) => sharedChunks.flat(2)),
  ]);
  return [...terms].sort(compareCodePoints);
}

export function* breachRows(attackers: readonly AttackerBreaches[]): Generator<CellValue[]> {
  for (const { attacker, count } of attackers) {
    for (const { cluster, item, chunk, covered, against, trivial, least, most } of count?.breaches ?? [])
      yield rowOf(BREACHES, { attacker, cluster, item, chunk, covered, against, trivial, least, most });
  }
}

export const claimOf = ({ claim }: AuditRequest): KmClaim | null => (claim.k === undefined ? null : { k: claim.k, m: claim.m ?? 2 });

/** The possible worlds of one cluster with a breach, asked about the pairs that are breached. */
export interface ClusterWorlds extends PossibleWorlds {
  readonly cluster: number;
}

/** Clusters whose worlds are counted: the first small ones. */
const LARGEST = 50;
const MOST_CLUSTERS = 20;
/** Deals counted exactly within one audit, and draws beyond: together some seconds at most. */
const LIMIT = 20_000;
const SAMPLES = 5_000;

/** For small clusters, how many transactions may hold each breached pair, over all datasets that the cluster may stand for. */
export function worldsReport(
  { clusters }: DisassociatedRelease,
  strong: Pick<BreachCount, 'breaches'>,
  k: number,
  seed: string,
): ClusterWorlds[] {
  const pairs = new Map<number, (readonly string[])[]>();
  for (const { cluster, item, covered } of strong.breaches) {
    if (clusters[cluster].size > LARGEST) continue;
    const known = pairs.get(cluster);
    if (known !== undefined) known.push([item, covered]);
    else if (pairs.size < MOST_CLUSTERS) pairs.set(cluster, [[item, covered]]);
  }
  return [...pairs].map(([cluster, itemsets]) => {
    const own = clusters[cluster];
    const random = seeded(seed, 'worlds', JSON.stringify(own));
    return { cluster, ...possibleWorlds(own, { k, itemsets, limit: LIMIT, samples: SAMPLES, random }) };
  });
}
