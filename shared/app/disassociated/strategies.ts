import type { AttackName, AuditRequest } from '../../contracts/audit-request.ts';
import type { Closeness } from '../../core/attack/reassociation/closeness.ts';
import { costsFromCloseness, placeOptimally } from '../../core/attack/reassociation/optimal.ts';
import type { Puzzle } from '../../core/attack/reassociation/pieces.ts';
import { placeAtRandom } from '../../core/attack/reassociation/random-placement.ts';
import { type Placement, reconstruct, STRATEGIES, valuesFor } from '../../core/attack/reassociation/reconstruct.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { seeded } from '../../core/random/random.ts';
import { type AttackIdentity, type Parameters, parametersHash } from '../audit/planned-attack.ts';

/** A way to put the pieces of a cluster back. `key` names the cluster by its content: chance depends on it and the run's seed alone. */
export interface Reassociation extends AttackIdentity {
  place(puzzle: Puzzle, closeness: Closeness, key: string): Placement[];
}

/** From the one that respects what the release makes impossible to the simplest; the first leads. */
const DEFAULTS: readonly AttackName[] = ['optimal', 'aba', 'rga', 'mra'];

/** The attacks of one audit; the random baseline comes last. */
export function reassociations(request: AuditRequest, parameters: Parameters): Reassociation[] {
  const asked = request.attacks?.map((attack) => (typeof attack === 'string' ? attack : attack.name)) ?? DEFAULTS;
  const names = [...new Set(asked)].filter((name) => name !== 'random');
  return [...names.map((name) => reassociation(name, parameters, request.seed)), reassociation('random', parameters, request.seed)];
}

function reassociation(name: AttackName, scoring: Parameters, seed: string): Reassociation {
  const place = placing(name, seed);
  if (place === null)
    throw new BadInput(`attacks: "${name}" is not an attack on a disassociated release; aba, rga, mra, optimal and random are`);
  const own = name === 'random' ? { seed } : name === 'optimal' ? { costs: 'closeness by aba' } : { recordChunks: 'aba', terms: name };
  const parameters = { ...own, ...scoring };
  return { name, version: 1, parameters, parametersHash: parametersHash(parameters), baseline: name === 'random', place };
}

function placing(name: AttackName, seed: string): Reassociation['place'] | null {
  switch (name) {
    case 'aba':
    case 'rga':
    case 'mra':
      return (puzzle, closeness) => reconstruct(puzzle, closeness, { recordChunks: STRATEGIES.aba, terms: STRATEGIES[name] });
    case 'optimal':
      return (puzzle, closeness) =>
        placeOptimally(puzzle, costsFromCloseness(puzzle.pieces.map(valuesFor(puzzle.anchors, closeness, STRATEGIES.aba))));
    case 'random':
      return (puzzle, _, key) => placeAtRandom(puzzle, seeded(seed, 'random', key));
    default:
      return null;
  }
}
