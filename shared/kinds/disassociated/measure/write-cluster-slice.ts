import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { PLACEMENTS } from '../../../contracts/detail-tables.ts';
import type { Exposure } from '../../../core/people/exposure.ts';
import type { AttackIdentity } from '../../../kit/attack/attack-identity.ts';
import { jsonLines } from '../../../kit/blobs/json-lines.ts';
import type { BucketRunWriter } from '../../../kit/blobs/sorted-runs.ts';
import { type SlicePeopleFigures, writeSlicePeople } from '../../../kit/people/slice-people.ts';
import { sliceName } from '../../../kit/plan/units.ts';
import { partKey } from '../../../kit/publish/publisher.ts';
import { rowBlocks } from '../../../kit/publish/row-blocks.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { TableEncoder } from '../../../ports/table-encoder.ts';
import { clusterAttack } from '../attacks.ts';
import { placementRows } from '../publish/result-rows.ts';
import { type ClusterResult, reconstructedRows } from './measure-clusters.ts';

export const attackedKey = (slice: number): string => `attacked/${sliceName(slice)}.jsonl`;

interface ClusterSliceOptions {
  readonly request: AuditRequest;
  readonly attacks: readonly AttackIdentity[];
  readonly encoders: readonly TableEncoder[];
  readonly found: BucketRunWriter;
}

/**
 * One slice's part of the tables of placements and exposures and of the attacked dataset: the first attack's transactions, cluster by cluster.
 * Returns what it says of people; null where no attack states a probability.
 */
export async function writeClusterSlice(
  store: BlobStore,
  slice: number,
  results: readonly ClusterResult[],
  { request, attacks, encoders, found }: ClusterSliceOptions,
): Promise<SlicePeopleFigures | null> {
  for (const encoder of encoders) {
    const rows = rowBlocks(PLACEMENTS, placementRows(results, attacks));
    await store.write(partKey(PLACEMENTS.name, slice, encoder.extension), encoder.encode(PLACEMENTS, rows));
  }
  if (request.output.attacked) await store.write(attackedKey(slice), jsonLines(attackedRows(results)));
  const at = statingAttack(attacks);
  const attack = attacks[at];
  if (attack === undefined) return null;
  const { privacyConstraints } = request.claim;
  const protectedItems = Array.isArray(privacyConstraints) ? privacyConstraints.flat() : [];
  return writeSlicePeople(store, { slice, attack, units: () => exposuresIn(results, at, protectedItems), encoders, found });
}

/** The attack that states probabilities, by position; -1 where it was not asked. */
export const statingAttack = (attacks: readonly Pick<AttackIdentity, 'name'>[]): number =>
  attacks.findIndex(({ name }) => clusterAttack(name)?.learns === true);

function* attackedRows(results: readonly ClusterResult[]) {
  for (const result of results) for (const items of reconstructedRows(result, 0)) yield { cluster: result.cluster, items };
}

/**
 * Every place of a piece, cluster after cluster: a person is a reconstructed transaction, known by its anchoring sub-record. Without outside
 * knowledge a piece may be of any of them, as often as it was put somewhere.
 */
function* exposuresIn(
  results: readonly ClusterResult[],
  attack: number,
  protectedItems: readonly string[],
): Generator<readonly Exposure[]> {
  const isProtected = new Set(protectedItems);
  for (const { cluster, first, puzzle, placements, pairings } of results) {
    const filled = puzzle.anchors.filter((anchor) => anchor.length > 0).length;
    const correct = pairings[attack]?.correct ?? null;
    const exposures: Exposure[] = [];
    for (const placement of placements[attack] ?? []) {
      if (!('probabilities' in placement)) continue;
      const { items } = puzzle.pieces[placement.piece];
      for (const [rank, row] of placement.rows.entries()) {
        // Nobody is known by an empty sub-record.
        if (puzzle.anchors[row].length === 0) continue;
        exposures.push({
          person: first + row,
          id: null,
          unit: cluster,
          target: items.join(' + '),
          probability: placement.probabilities[rank],
          without: Math.min(1, placement.rows.length / filled),
          decision: 'placed',
          truth: correct === null ? null : (correct[row] ?? []).includes(placement.piece),
          betrayedBy: placement.betrayedBy[rank]?.[0]?.item ?? null,
          isProtected: items.some((item) => isProtected.has(item)),
        });
      }
    }
    yield exposures;
  }
}
