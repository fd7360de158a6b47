import type { BreachCount } from '../../../core/breach/breaches.ts';
import { type ItemsetWorlds, possibleWorlds } from '../../../core/breach/possible-worlds.ts';
import type { Cluster, DisassociatedRelease } from '../../../core/model/disassociated.ts';
import { seeded } from '../../../core/random/random.ts';

/** The possible worlds of one cluster with a breach, asked about the pairs that are breached. */
export interface ClusterWorlds {
  readonly cluster: number;
  readonly exact: boolean;
  readonly total: number;
  readonly valid: number;
  readonly itemsets: readonly ItemsetWorlds[] | null;
}

/** Clusters of which the worlds are counted: small ones, the first in the release. */
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
    if ((clusters[cluster] as Cluster).size > LARGEST) continue;
    const known = pairs.get(cluster);
    if (known !== undefined) known.push([item, covered]);
    else if (pairs.size < MOST_CLUSTERS) pairs.set(cluster, [[item, covered]]);
  }
  return [...pairs].map(([cluster, itemsets]) => {
    const own = clusters[cluster] as Cluster;
    const random = seeded(seed, 'worlds', JSON.stringify(own));
    return { cluster, ...possibleWorlds(own, { k, itemsets, limit: LIMIT, samples: SAMPLES, random }) };
  });
}
