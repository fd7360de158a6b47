import { type AttackIdentity, type Parameters, parametersHash } from '../../../app/audit/attack/attack-identity.ts';
import type { AttackName, AuditRequest } from '../../../contracts/audit-request.ts';
import type { PairScores } from '../../../core/attack/placement/affinity.ts';
import { type CalibratedPlacement, placeCalibrated } from '../../../core/attack/placement/place-calibrated.ts';
import type { PlacementModel } from '../../../core/attack/placement/placement-model.ts';
import type { Closeness } from '../../../core/attack/reassociation/closeness.ts';
import { costsFromCloseness, placeOptimally } from '../../../core/attack/reassociation/optimal.ts';
import { type Puzzle, termPlaces } from '../../../core/attack/reassociation/pieces.ts';
import { placeAtRandom } from '../../../core/attack/reassociation/random-placement.ts';
import { type Placement, reconstruct, STRATEGIES, valuesFor } from '../../../core/attack/reassociation/reconstruct.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { seeded } from '../../../core/random/random.ts';
import type { SourceVersion } from '../../../ports/hit-counter.ts';
import { claimOf } from '../measure/breach-report.ts';

/** One cluster as an attack sees it. */
export interface ClusterView {
  readonly puzzle: Puzzle;
  readonly closeness: Closeness;
  /** Names the cluster by its content: chance depends on it and the run's seed alone. */
  readonly key: string;
  /** What was learned of the release, and all that the sources say of the cluster; null where no attack learns. */
  readonly learned: { readonly model: PlacementModel; readonly scores: PairScores } | null;
}

/** A way to put the pieces of a cluster back. */
export interface Reassociation extends AttackIdentity {
  /** It needs a model trained on the release. */
  readonly learns: boolean;
  place(view: ClusterView): (Placement | CalibratedPlacement)[];
}

/** From the one that reaches furthest to the simplest; the first leads. */
export const DEFAULTS: readonly AttackName[] = ['calibrated', 'optimal', 'aba', 'rga', 'mra'];

/** The attacks on a release whose items are related by these sources, and how often a term is placed. */
export function plannedReassociations(request: AuditRequest, used: readonly SourceVersion[]) {
  const claim = claimOf(request);
  const places = request.reassociation.placements ?? (claim === null ? 1 : termPlaces(claim.k));
  const sources = used.map(({ id, version }) => `${id}@${version}`);
  const attacks = reassociations(request, { termPlaces: places, smoothing: request.smoothing, sources: sources.join(', ') });
  return { attacks, termPlaces: places, sources };
}

/** The attacks of one audit; the random baseline comes last. */
function reassociations(request: AuditRequest, parameters: Parameters): Reassociation[] {
  // A gate that nobody judges would let everything through.
  if (request.gate?.some((limit) => 'recall' in limit))
    throw new BadInput(
      'gate: recall is of generalised items, and this release is disassociated; limit what is learned: --fail-above learned=0.05@confidence=0.8',
    );
  const asked = request.attacks?.map((attack) => (typeof attack === 'string' ? attack : attack.name)) ?? DEFAULTS;
  const names = [...new Set(asked)].filter((name) => name !== 'random');
  return [...names, 'random' as const].map((name) => reassociation(name, parameters, request));
}

function reassociation(name: AttackName, scoring: Parameters, request: AuditRequest): Reassociation {
  const { place, parameters: own } = placing(name, request);
  const parameters = { ...own, ...scoring };
  const version = name === 'optimal' || name === 'calibrated' ? 2 : 1;
  const identity = { name, version, parameters, parametersHash: parametersHash(parameters) };
  return { ...identity, baseline: name === 'random', learns: name === 'calibrated', place };
}

function placing(name: AttackName, { seed, reassociation }: AuditRequest): Pick<Reassociation, 'place' | 'parameters'> {
  const { recordChunks, merging } = reassociation;
  switch (name) {
    case 'calibrated':
      return {
        parameters: { costs: 'joint placement', seed },
        place({ puzzle, key, learned }) {
          if (learned === null) throw new Error('the calibrated attack was not trained');
          return placeCalibrated(puzzle, learned.scores, learned.model, `${seed}|${key}`);
        },
      };
    case 'aba':
    case 'rga':
    case 'mra':
      return {
        parameters: { recordChunks, terms: name, ...(merging ? { merging } : {}) },
        place: ({ puzzle, closeness }) =>
          reconstruct(puzzle, closeness, { recordChunks: STRATEGIES[recordChunks], terms: STRATEGIES[name], merging }),
      };
    case 'optimal':
      return {
        parameters: { costs: 'closeness by aba', seed },
        place: ({ puzzle, closeness, key }) =>
          placeOptimally(puzzle, costsFromCloseness(puzzle.pieces.map(valuesFor(puzzle.anchors, closeness, STRATEGIES.aba))), {
            random: seeded(seed, 'optimal', key),
          }),
      };
    case 'random':
      return { parameters: { seed }, place: ({ puzzle, key }) => placeAtRandom(puzzle, seeded(seed, 'random', key)) };
    default:
      throw new BadInput(
        `attacks: "${name}" is not an attack on a disassociated release; calibrated, optimal, aba, rga, mra and random are`,
      );
  }
}
