import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { Closeness } from '../../../core/closeness/closeness.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { type AttackFailed, failureName } from '../../../core/verdict/failure.ts';
import { type AttackIdentity, type Parameters, parametersHash } from '../../../kit/attack/attack-identity.ts';
import { storeDistance } from '../../../kit/score/pair-table.ts';
import type { SourceVersion } from '../../../ports/hit-counter.ts';
import { CLUSTER_ATTACKS, type ClusterView, clusterAttack, type Placing } from '../attacks.ts';
import type { ClusterOutcome, ClusterRecord, StoredPlacement, StoredPlacements } from '../contracts.ts';
import type { Cluster } from '../core/model.ts';
import type { CalibratedPlacement } from '../core/placement/place-calibrated.ts';
import type { PlacementModel } from '../core/placement/placement-model.ts';
import { type Puzzle, pieceKey, puzzleOf, termPlaces } from '../core/reassociation/pieces.ts';
import type { Placement } from '../core/reassociation/reconstruct.ts';
import { claimOf } from '../measure/breach-report.ts';
import type { ClusterScores } from '../score/score-clusters.ts';

interface Reassociation extends AttackIdentity, Placing {
  readonly learns: boolean;
}

/** The attacks on a release whose items are related by these sources, and how often a term is placed. */
export function plannedReassociations(request: AuditRequest, used: readonly SourceVersion[]) {
  const claim = claimOf(request);
  const places = request.reassociation.placements ?? (claim === null ? 1 : termPlaces(claim.k));
  const sources = used.map(({ id, version }) => `${id}@${version}`);
  const attacks = reassociations(request, { termPlaces: places, smoothing: request.smoothing, sources: sources.join(', ') });
  return { attacks, termPlaces: places, sources };
}

function reassociations(request: AuditRequest, parameters: Parameters): Reassociation[] {
  // A gate that is not evaluated would pass everything.
  if (request.gate?.some((limit) => 'recall' in limit))
    throw new BadInput(
      'gate: recall is of generalised items, and this release is disassociated; limit what is learned: --fail-above learned=0.05@confidence=0.8',
    );
  const asked =
    request.attacks?.map((attack) => (typeof attack === 'string' ? attack : attack.name)) ??
    CLUSTER_ATTACKS.filter(({ byDefault }) => byDefault).map(({ name }) => name);
  const isChance = (name: string): boolean => clusterAttack(name)?.role === 'chance';
  const names = [...new Set(asked)].filter((name) => !isChance(name));
  return [...names, ...CLUSTER_ATTACKS.map(({ name }) => name).filter(isChance)].map((name) => reassociation(name, parameters, request));
}

function reassociation(name: string, scoring: Parameters, request: AuditRequest): Reassociation {
  const row = clusterAttack(name);
  if (row === undefined)
    throw new BadInput(
      `attacks: "${name}" is not an attack on a disassociated release; ${CLUSTER_ATTACKS.map((each) => each.name).join(', ')} are`,
    );
  const { place, parameters: own } = row.placing(request);
  const parameters = { ...own, ...scoring };
  const { version, role, learns } = row;
  return { name, version, parameters, parametersHash: parametersHash(parameters), baseline: role === 'chance', learns, place };
}

export interface AttackInput {
  readonly termPlaces: number;
  readonly attacks: readonly Reassociation[];
  /** The trained model of the release; null where no attack learns. */
  readonly model: PlacementModel | null;
  readonly failed?: AttackFailed | undefined;
}

/** Every attack on one cluster. Its outcome depends on that cluster and on the model alone. */
export function attackCluster(
  { unit, record: { cluster }, closeness, unmatched, scores }: ClusterScores & { readonly unit: number; readonly record: ClusterRecord },
  { termPlaces, attacks, model, failed }: AttackInput,
): ClusterOutcome {
  const puzzle = puzzleOf(cluster, termPlaces);
  const learned = model === null || scores === null ? null : { model, scores };
  const view: ClusterView = { puzzle, closeness, key: clusterContent(cluster), learned };
  return {
    unit,
    scored: puzzle.pieces.filter(({ items }) => isScored(puzzle, items, closeness)).length,
    unmatched,
    attacks: attacks.map((attack) => placed(attack, view, failed)),
  };
}

const isScored = ({ anchors }: Puzzle, items: readonly string[], closeness: Closeness): boolean =>
  anchors.some((anchor) => anchor.some((a) => items.some((item) => !Number.isNaN(closeness(item, a)))));

/** An attack that throws is errored on this cluster, and the others go on. */
function placed(attack: Reassociation, view: ClusterView, failed: AttackFailed | undefined): StoredPlacements {
  try {
    return { kind: 'placed', placements: attack.place(view).map(storePlacement) };
  } catch (error) {
    failed?.(attack.name, error);
    return { kind: 'errored', error: failureName(error) };
  }
}

/** The sign turned back, so that a pair never together is stored as every distance is. */
const storePlacement = ({ values, ...placement }: Placement | CalibratedPlacement): StoredPlacement => ({
  ...placement,
  values: values.map((value) => storeDistance(0 - value)),
});

/** Chance depends on what a cluster holds, not on where it stands. */
export const clusterContent = ({ size, recordChunks, termChunk }: Cluster): string =>
  JSON.stringify([size, recordChunks.map((chunk) => chunk.map(pieceKey)), termChunk]);
