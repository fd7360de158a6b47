import type { Chunk, Cluster, JointCluster } from '../model/disassociated.ts';

/** A cluster as public tools print it: without its size, and with its own part of what it shares. */
export interface PublicCluster {
  readonly cluster: Cluster;
  readonly sizeStated: boolean;
  readonly sharedChunks: readonly Chunk[];
}

/**
 * Each cluster prints the sub-records that it brings to a shared chunk; nothing says which clusters share it. Parts that
 * have a term in common, directly or by way of others, are taken to be parts of one shared chunk, and the clusters that
 * hold them to be joined by it.
 */
export function joinSharedChunks(read: readonly PublicCluster[]): JointCluster[] {
  const parts = read.flatMap(({ sharedChunks }, cluster) => sharedChunks.map((chunk) => ({ cluster, chunk })));
  const leader = parts.map((_, at) => at);
  const find = (part: number): number => {
    let at = part;
    while (leader[at] !== at) at = leader[at] as number;
    return at;
  };
  const holder = new Map<string, number>();
  parts.forEach(({ chunk }, part) => {
    for (const term of chunk.flat()) {
      const other = holder.get(term);
      if (other === undefined) holder.set(term, part);
      else {
        const [first, second] = [find(other), find(part)].toSorted((a, b) => a - b) as [number, number];
        leader[second] = first;
      }
    }
  });
  const whole = new Map<number, { readonly clusters: number[]; readonly chunk: Chunk[number][] }>();
  parts.forEach(({ cluster, chunk }, part) => {
    const joined = whole.get(find(part)) ?? { clusters: [], chunk: [] };
    whole.set(find(part), joined);
    if (!joined.clusters.includes(cluster)) joined.clusters.push(cluster);
    // One by one: a call takes some hundred thousand arguments at most.
    for (const subRecord of chunk) joined.chunk.push(subRecord);
  });
  return [...whole.values()].map(({ clusters, chunk }) => ({ clusters, sharedChunks: [chunk] }));
}
