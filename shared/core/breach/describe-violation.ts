import type { Violation } from './check-release.ts';

/** Where a violation is, without an item. */
export const placeOfViolation = ({ rule, cluster, jointCluster, chunk }: Violation): string =>
  `${jointCluster === null ? `clusters[${cluster}]` : `jointClusters[${jointCluster}]`}${chunk === null ? '' : `, chunk ${chunk}`} (${rule})`;

/** One violation as a sentence, with its place; clusters and chunks count from 0, as in the JSON. */
export function describeViolation({ rule, cluster, jointCluster, chunk, items, found, wanted }: Violation): string {
  const where = jointCluster === null ? `clusters[${cluster}]` : `jointClusters[${jointCluster}]`;
  const itemset = items.map((item) => JSON.stringify(item)).join(' + ');
  switch (rule) {
    case 'cluster size':
      return `${where} stands for ${found} ${found === 1 ? 'transaction' : 'transactions'}, fewer than k = ${wanted}`;
    case 'record chunk':
      return `${where}.recordChunks[${chunk}]: ${itemset} in ${found} ${found === 1 ? 'sub-record' : 'sub-records'}, fewer than k = ${wanted}`;
    case 'shared chunk':
      return `${where}.sharedChunks[${chunk}]: ${itemset} in ${found} ${found === 1 ? 'sub-record' : 'sub-records'}, fewer than k = ${wanted}`;
    case 'divided terms':
      return `${where}.recordChunks[${chunk}]: ${itemset} stands in an earlier record chunk of the cluster too`;
    case 'term chunk':
      return `${where}.termChunk: ${itemset} stands in recordChunks[${chunk}] too`;
    case 'shared term':
      return `${where}.sharedChunks[${chunk}]: ${itemset} stands in a record chunk of clusters[${cluster}] too`;
    case 'shared term, term chunk':
      return `${where}.sharedChunks[${chunk}]: ${itemset} stands in the term chunk of clusters[${cluster}] too`;
    case 'divided shared terms':
      return `${where}.sharedChunks[${chunk}]: ${itemset} stands in another shared chunk over clusters[${cluster}] too`;
    case 'lemma 2':
      return `${where} has no term chunk and ${found} non-empty sub-records; ${wanted} are needed so that none of its transactions must be empty`;
    case 'lemma 2, strict':
      return `${where}: sub-records and what the term chunk fills come to ${found}; ${wanted} are needed so that none of its transactions must be empty`;
    case 'possible worlds':
      return `${where}: at most ${found} ${found === 1 ? 'transaction holds' : 'transactions hold'} ${itemset}, fewer than k = ${wanted}, to anybody who knows how the release was made`;
  }
}
