import { compareCodePoints } from '../../../../core/model/code-points.ts';
import type { DisassociatedRelease } from '../model.ts';
import { countBreaches, STRONG } from './breaches.ts';
import type { KmClaim, Violation } from './check-release.ts';

/**
 * In how many transactions of a release an itemset may stand at most, over the worlds that are possible to somebody who knows the method: what one
 * chunk shows together is counted; across chunks the rarest part bounds it; a breached pair meets fewer than k times in its cluster; a term of a
 * term chunk may be anywhere in its cluster.
 */
export class PossibleRows {
  readonly #release: DisassociatedRelease;
  readonly #clusters = new Map<string, Set<number>>();
  /** Shared chunks over each cluster, by joint cluster. */
  readonly #joints: readonly (readonly number[])[];
  /** Breached pairs by cluster, and the most rows that hold both. */
  readonly #breached = new Map<string, number>();

  constructor(release: DisassociatedRelease, k: number) {
    this.#release = release;
    const joints: number[][] = release.clusters.map(() => []);
    const note = (item: string, cluster: number): void => {
      const own = this.#clusters.get(item);
      if (own === undefined) this.#clusters.set(item, new Set([cluster]));
      else own.add(cluster);
    };
    for (const [at, { recordChunks, termChunk }] of release.clusters.entries()) {
      for (const chunk of recordChunks) for (const subRecord of chunk) for (const item of subRecord) note(item, at);
      for (const term of termChunk) note(term, at);
    }
    for (const [joint, { clusters, sharedChunks }] of release.jointClusters.entries()) {
      const shared = new Set(sharedChunks.flat(2));
      for (const cluster of clusters) {
        joints[cluster]?.push(joint);
        for (const item of shared) note(item, cluster);
      }
    }
    this.#joints = joints;
    for (const { cluster, item, covered, most } of countBreaches(release, k, STRONG).breaches)
      this.#breached.set(pairKey(cluster, item, covered), most);
  }

  /** Over all clusters. Counting ends where `enough` are found. */
  most(items: readonly string[], enough: number): number {
    const clusters = items.map((item) => this.#clusters.get(item) ?? new Set<number>()).sort((a, b) => a.size - b.size);
    let found = 0;
    for (const cluster of clusters[0] ?? []) {
      if (!clusters.every((own) => own.has(cluster))) continue;
      found += this.#mostIn(cluster, items);
      if (found >= enough) break;
    }
    return found;
  }

  #mostIn(cluster: number, items: readonly string[]): number {
    const { size, recordChunks, termChunk } = this.#release.clusters[cluster];
    let most = size;
    const seen = new Set(termChunk);
    const bound = (chunk: readonly (readonly string[])[]): void => {
      const own = items.filter((item) => chunk.some((subRecord) => subRecord.includes(item)));
      for (const item of own) seen.add(item);
      if (own.length > 0)
        most = Math.min(
          most,
          chunk.reduce((count, subRecord) => count + (own.every((item) => subRecord.includes(item)) ? 1 : 0), 0),
        );
    };
    for (const chunk of recordChunks) bound(chunk);
    for (const joint of this.#joints[cluster] ?? [])
      for (const chunk of this.#release.jointClusters[joint]?.sharedChunks ?? []) bound(chunk);
    if (!items.every((item) => seen.has(item))) return 0;
    for (const [at, a] of items.entries())
      for (const b of items.slice(at + 1))
        most = Math.min(most, this.#breached.get(pairKey(cluster, a, b)) ?? most, this.#breached.get(pairKey(cluster, b, a)) ?? most);
    return most;
  }
}

const pairKey = (cluster: number, item: string, covered: string): string => JSON.stringify([cluster, item, covered]);

/** Pairs of items across chunks that fewer than k transactions hold in every world that the method could have published so. */
export function checkWorlds(release: DisassociatedRelease, { k, m }: KmClaim): Violation[] {
  if (m < 2) return [];
  const rows = new PossibleRows(release, k);
  const seen = new Set<string>();
  return countBreaches(release, k, STRONG).breaches.flatMap(({ cluster, chunk, item, covered }): Violation[] => {
    const items = [item, covered].sort(compareCodePoints);
    if (seen.size === seen.add(JSON.stringify(items)).size) return [];
    const found = rows.most(items, k);
    return found >= k ? [] : [{ rule: 'possible worlds', cluster, jointCluster: null, chunk, items, found, wanted: k }];
  });
}
