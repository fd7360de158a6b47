import type { Offers } from '../../../kit/offers.ts';
import { wholeText } from '../../../kit/read/open-bytes.ts';
import { parseDisassociated } from '../core/format/clusters-json.ts';

export const lookAtClusters: NonNullable<Offers['look']> = async ({ name, bytes }) => {
  const { release, warnings } = parseDisassociated(await wholeText(bytes, name), name);
  const { clusters, jointClusters } = release;
  const terms = new Set(clusters.flatMap(({ recordChunks, termChunk }) => [...recordChunks.flat(2), ...termChunk]));
  return {
    format: 'JSON, a disassociated release',
    facts: [
      { label: 'Transactions', value: String(clusters.reduce((total, { size }) => total + size, 0)) },
      { label: 'Clusters', value: String(clusters.length) },
      { label: 'Joint clusters', value: String(jointClusters.length) },
      { label: 'Distinct terms', value: String(terms.size) },
    ],
    first: (clusters[0]?.recordChunks[0] ?? []).map((cells) => ({ line: null, cells })),
    warnings,
    remarks: ['The first rows are sub-records of the first cluster: which of them belong to one person is what the release hides.'],
    items: terms,
  };
};
