import { auditRequest } from '../../contracts/audit-request.ts';
import { parseContract } from '../../contracts/parse.ts';
import { codeRecords } from '../../core/anonymise/disassociate/coded-records.ts';
import { disassociate } from '../../core/anonymise/disassociate/disassociate.ts';
import { termPlaces } from '../../core/attack/reassociation/pieces.ts';
import { HOME_BATCH } from '../audit/batches.ts';
import { attackClusters } from './attack-clusters.ts';
import type { OriginalClusters } from './original-clusters.ts';
import { type ReassociationResult, reassociationResult } from './reassociation-result.ts';
import type { Relating } from './score-clusters.ts';
import { reassociations } from './strategies.ts';

/** One setting of the published experiments on disassociated data. */
export interface DisassociationSetting {
  readonly k: number;
  readonly m: number;
  readonly maxCluster: number;
  readonly seed: string;
}

/** Disassociates, attacks and measures: one point of the curves for hit rate, Word Mover's Distance and breakage. */
export async function reassociationPoint(
  records: readonly (readonly string[])[],
  { k, m, maxCluster, seed }: DisassociationSetting,
  relating: Relating,
): Promise<readonly ReassociationResult[]> {
  const { release, clusterOf } = disassociate(codeRecords(records), { k, m, maxCluster });
  const attacks = reassociations(parseContract(auditRequest, { release: 'experiment', seed }), { termPlaces: termPlaces(k) });
  const originals = byCluster(records, clusterOf, release.clusters.length);
  const input = { release, originals, relating, placements: termPlaces(k), attacks, claim: { k, m } };
  const nothing = (): void => {};
  const { figures, breakage, places } = await attackClusters(input, HOME_BATCH, nothing, nothing);
  return attacks.map((attack, at) => reassociationResult(attack, places[at] ?? 0, figures?.[at] ?? null, breakage[at] ?? null));
}

/** Mean transaction length by distinct terms. */
export function densityOf(records: readonly (readonly string[])[]): number {
  const terms = new Set<string>();
  let items = 0;
  for (const record of records) {
    items += record.length;
    for (const term of record) terms.add(term);
  }
  return items / records.length / terms.size;
}

function byCluster(records: readonly (readonly string[])[], clusterOf: Int32Array, clusters: number): OriginalClusters {
  const originals: (readonly string[])[][] = Array.from({ length: clusters }, () => []);
  records.forEach((record, at) => {
    originals[clusterOf[at] as number]?.push(record);
  });
  return originals;
}
