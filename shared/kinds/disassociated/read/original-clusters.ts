import { BadInput } from '../../../core/model/bad-input.ts';
import { canonicalSubRecords } from '../../../core/model/canonical-order.ts';
import type { LocatedTransaction } from '../../../core/model/transaction.ts';
import type { DisassociatedRelease } from '../core/model.ts';

/** The items of the original transactions by cluster, in the canonical order. Null if the file names no clusters: then nothing can be measured. */
export type OriginalClusters = readonly (readonly (readonly string[])[])[];

/** Sorts the original into the clusters that it names; each cluster must get as many transactions as the release says. */
export async function originalClusters(
  file: string,
  transactions: AsyncIterable<LocatedTransaction>,
  release: DisassociatedRelease,
  seed: string,
): Promise<OriginalClusters | null> {
  const clusters: string[][][] = release.clusters.map(() => []);
  let named: boolean | null = null;
  for await (const { line, cluster, items } of transactions) {
    named ??= cluster !== undefined;
    if (named !== (cluster !== undefined)) throw new BadInput('either every transaction names its "cluster", or none', { file, line });
    if (cluster === undefined) continue;
    const members = clusters[cluster];
    if (members === undefined)
      throw new BadInput(`there is no cluster ${cluster}; the release has clusters 0 to ${clusters.length - 1}`, { file, line });
    if (members.length === release.clusters[cluster]?.size && !release.sizesInferred)
      throw new BadInput(`cluster ${cluster} stands for ${members.length} transactions; this is one more`, { file, line });
    members.push(items.filter((item) => typeof item === 'string'));
  }
  if (named !== true) return null;
  clusters.forEach((members, at) => {
    const wanted = release.clusters[at]?.size ?? 0;
    if (members.length !== wanted)
      throw new BadInput(`cluster ${at} stands for ${wanted} transactions; the original has ${members.length} of it`, { file });
  });
  return clusters.map((members) => canonicalSubRecords(members, seed));
}
