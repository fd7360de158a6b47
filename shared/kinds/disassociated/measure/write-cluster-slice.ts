import type { AttackIdentity } from '../../../app/audit/attack/attack-identity.ts';
import { type SlicePeopleFigures, writeSlicePeople } from '../../../app/audit/people/slice-people.ts';
import { sliceName } from '../../../app/audit/plan/units.ts';
import { partKey } from '../../../app/audit/publish/part-key.ts';
import { rowBlocks } from '../../../app/audit/publish/row-blocks.ts';
import { jsonLines } from '../../../app/blobs/json-lines.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { PLACEMENTS } from '../../../contracts/tables/placements.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { TableEncoder } from '../../../ports/table-encoder.ts';
import { placementRows } from '../publish/result-rows.ts';
import { exposuresIn } from './exposures.ts';
import { type ClusterResult, reconstructedRows } from './measure-clusters.ts';

interface WrittenSlice {
  readonly request: AuditRequest;
  readonly attacks: readonly AttackIdentity[];
  readonly encoders: readonly TableEncoder[];
}

/** Where a slice's part of the attacked dataset waits to be published. */
export const attackedKey = (slice: number): string => `attacked/${sliceName(slice)}.jsonl`;

/**
 * One slice's part of the tables of placements and exposures and of the attacked dataset: the first attack's transactions, cluster by cluster.
 * Returns what it says of people; null where no attack states a probability.
 */
export async function writeClusterSlice(
  store: BlobStore,
  slice: number,
  results: readonly ClusterResult[],
  { request, attacks, encoders }: WrittenSlice,
): Promise<SlicePeopleFigures | null> {
  for (const encoder of encoders) {
    const rows = rowBlocks(PLACEMENTS, rowsOf(results, attacks));
    await store.write(partKey(PLACEMENTS.name, slice, encoder.extension), encoder.encode(PLACEMENTS, rows));
  }
  if (request.output.attacked) await store.write(attackedKey(slice), jsonLines(attackedRows(results)));
  const at = statingAttack(attacks);
  const attack = attacks[at];
  if (attack === undefined) return null;
  const { privacyConstraints } = request.claim;
  const protectedItems = Array.isArray(privacyConstraints) ? privacyConstraints.flat() : [];
  return writeSlicePeople(store, { slice, attack, units: exposuresIn(results, { attack: at, protectedItems }), encoders });
}

/** The attack that states probabilities, by position; -1 where it was not asked. */
export const statingAttack = (attacks: readonly Pick<AttackIdentity, 'name'>[]): number =>
  attacks.findIndex(({ name }) => name === 'calibrated');

function* rowsOf(results: readonly ClusterResult[], attacks: readonly AttackIdentity[]) {
  for (const result of results) yield* placementRows(result, attacks);
}

function* attackedRows(results: readonly ClusterResult[]) {
  for (const result of results) for (const items of reconstructedRows(result, 0)) yield { cluster: result.cluster, items };
}
