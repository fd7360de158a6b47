import type { AuditRequest } from '../../contracts/audit-request.ts';
import { type AttackRow, attackRows } from '../../core/attack/attack.ts';
import { type Closeness, STRATEGIES } from '../../core/closeness/closeness.ts';
import { seeded } from '../../core/random/random.ts';
import type { Parameters } from '../../kit/attack/attack-identity.ts';
import type { PairScores } from './core/placement/cluster-evidence.ts';
import { type CalibratedPlacement, placeCalibrated } from './core/placement/place-calibrated.ts';
import type { PlacementModel } from './core/placement/placement-model.ts';
import { costsFromCloseness, placeOptimally } from './core/reassociation/optimal.ts';
import type { Puzzle } from './core/reassociation/pieces.ts';
import { type Placement, placeAtRandom, reconstruct, valuesFor } from './core/reassociation/reconstruct.ts';

export interface ClusterView {
  readonly puzzle: Puzzle;
  readonly closeness: Closeness;
  /** Names the cluster by its content: chance depends on it and the run's seed alone. */
  readonly key: string;
  /** The model of the release, and all that the sources say of the cluster; null where no attack learns. */
  readonly learned: { readonly model: PlacementModel; readonly scores: PairScores } | null;
}

export interface Placing {
  readonly parameters: Parameters;
  place(view: ClusterView): (Placement | CalibratedPlacement)[];
}

type ClusterAttack = AttackRow & {
  /** It needs a model trained on the release, and states probabilities. */
  readonly learns: boolean;
  placing(request: AuditRequest): Placing;
};

const KNOWS = 'the items of the first chunk of a person, and which terms go together outside the release';
const ATTACK = { byDefault: true, learns: false, knows: KNOWS } as const;

/** The published attacks: pieces go to the anchors that a strategy ranks first. */
const byStrategy = <Name extends keyof typeof STRATEGIES>(name: Name, label: string): ClusterAttack & { readonly name: Name } => ({
  ...ATTACK,
  name,
  version: 1,
  label,
  role: 'published',
  placing: ({ reassociation: { recordChunks, merging } }) => ({
    parameters: { recordChunks, terms: name, ...(merging ? { merging } : {}) },
    place: ({ puzzle, closeness }) =>
      reconstruct(puzzle, closeness, { recordChunks: STRATEGIES[recordChunks], terms: STRATEGIES[name], merging }),
  }),
});

/** The attacks on clusters, from the one that reaches furthest to the simplest; chance is last. */
export const CLUSTER_ATTACKS = attackRows<ClusterAttack>()([
  {
    ...ATTACK,
    name: 'calibrated',
    version: 3,
    label: 'learns from practice',
    role: 'own',
    learns: true,
    placing: ({ seed }) => ({
      parameters: { costs: 'joint placement', seed },
      place({ puzzle, key, learned }) {
        if (learned === null) throw new Error('the calibrated attack was not trained');
        return placeCalibrated(puzzle, learned.scores, learned.model, `${seed}|${key}`);
      },
    }),
  },
  {
    ...ATTACK,
    name: 'optimal',
    version: 2,
    label: 'least total cost',
    role: 'own',
    placing: ({ seed }) => ({
      parameters: { costs: 'closeness by aba', seed },
      place: ({ puzzle, closeness, key }) =>
        placeOptimally(puzzle, costsFromCloseness(puzzle.pieces.map(valuesFor(puzzle.anchors, closeness, STRATEGIES.aba))), {
          random: seeded(seed, 'optimal', key),
        }),
    }),
  },
  byStrategy('aba', 'closest on average'),
  byStrategy('rga', 'closest by the nearer half'),
  byStrategy('mra', 'closest by the nearest item'),
  {
    name: 'random',
    version: 1,
    label: 'chance',
    role: 'chance',
    byDefault: true,
    learns: false,
    knows: null,
    placing: ({ seed }) => ({
      parameters: { seed },
      place: ({ puzzle, key }) => placeAtRandom(puzzle, seeded(seed, 'random', key)),
    }),
  },
]);

export const clusterAttack = (name: string): ClusterAttack | undefined => CLUSTER_ATTACKS.find((row) => row.name === name);
