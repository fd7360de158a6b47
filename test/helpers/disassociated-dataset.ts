import { seeded } from '../../shared/core/random/random.ts';
import { codeRecords } from '../../shared/kinds/disassociated/core/disassociate/coded-records.ts';
import { type DisassociateOptions, disassociate } from '../../shared/kinds/disassociated/core/disassociate/disassociate.ts';
import { writeDisassociated } from '../../shared/kinds/disassociated/core/format/clusters-json.ts';

export interface DisassociatedDataset {
  readonly release: string;
  readonly original: string;
  readonly clusters: number;
}

/** Transactions of 2 to 6 words, some far more frequent, disassociated; the original names its clusters. */
export function disassociatedDataset(
  words: readonly string[],
  records: number,
  options: DisassociateOptions,
  seed = 'clusters',
): DisassociatedDataset {
  const random = seeded(seed);
  const transactions = Array.from({ length: records }, () => {
    const own = new Set<string>();
    const wanted = 2 + random.below(5);
    while (own.size < wanted) own.add(words[Math.floor(random.unit() ** 2 * words.length)]);
    return [...own];
  });
  const { release, clusterOf } = disassociate(codeRecords(transactions), options);
  const original = transactions.map((items, at) => `${JSON.stringify({ cluster: clusterOf[at], items })}\n`).join('');
  return { release: [...writeDisassociated(release)].join(''), original, clusters: release.clusters.length };
}
