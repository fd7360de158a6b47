import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { assign } from '../../../../core/numeric/assignment.ts';
import { type Random, seeded } from '../../../../core/random/random.ts';
import { independentDraws } from '../../../../core/statistics/inclusion.ts';
import { anchorClasses, placeOptimally } from '../reassociation/optimal.ts';
import type { Piece, Puzzle } from '../reassociation/pieces.ts';
import { type Placement, placeAtRandom } from '../reassociation/reconstruct.ts';
import { type CentredScores, centredScores, itemEvidence, type PairScores, weighedEvidence } from './cluster-evidence.ts';
import type { PlacementModel } from './placement-model.ts';
import { type ClusterEvidence, normalise, softPlacement } from './soft-placement.ts';

export interface CalibratedPlacement extends Placement {
  /** By place: the probability that it is right when equal rows are paired as is best. */
  readonly probabilities: readonly number[];
  /** The same of this very row, without the pairing. */
  readonly holds: readonly number[];
  /** By place: the items of that row that betray the piece, the one that says most first, with their log-odds. */
  readonly betrayedBy: readonly (readonly Neighbour[])[];
}

interface Neighbour {
  readonly item: string;
  readonly logOdds: number;
}

const NEIGHBOURS = 3;
/** Below this a probability is as good as none, and its logarithm too large to add. */
const LEAST = 1e-12;

/**
 * The calibrated attack on one cluster. Decides by the optimal assignment over the joint placement of all pieces, or at random where practice taught
 * nothing; states for each place the probability that the anchoring sub-records alone give it, which practice has fitted.
 */
export function placeCalibrated(puzzle: Puzzle, scores: PairScores, model: PlacementModel, seed: string): CalibratedPlacement[] {
  const { anchors, pieces } = puzzle;
  if (anchors.length === 0) return [];
  const width = anchors.length;
  const centred = centredScores(scores);
  const evidence = weighedEvidence(puzzle, centred, model.weights);
  const random = seeded(seed, 'placements');
  // Without training the assignment is only the order of its ties, which does worse than chance.
  const placements = model.weights.every((weight) => weight === 0) ? placeAtRandom(puzzle, random) : jointly(puzzle, evidence, random);
  const held = pieces.map((piece, at) => holds(piece, evidence.anchors.slice(at * width, (at + 1) * width), anchors, model));
  const gains = gainsOf(anchors, placements, held, seed);
  return placements.map((placement) => ({
    ...placement,
    probabilities: placement.rows.map((row) => Math.min(1, held[placement.piece][row] * gains[row])),
    holds: placement.rows.map((row) => held[placement.piece][row]),
    betrayedBy: placement.rows.map((row) => neighbours(pieces[placement.piece], anchors[row], centred, model)),
  }));
}

function jointly(puzzle: Puzzle, evidence: ClusterEvidence, random: Random): Placement[] {
  const width = puzzle.anchors.length;
  const joint = softPlacement(puzzle, evidence, random);
  return placeOptimally(
    puzzle,
    (piece) => Array.from(joint.subarray(piece * width, (piece + 1) * width), (p) => -Math.log(Math.max(LEAST, p))),
    { rowsApart: true, random },
  );
}

function holds(piece: Piece, logOdds: Float64Array, anchors: Puzzle['anchors'], model: PlacementModel): Float64Array {
  normalise(logOdds, 0, logOdds.length);
  // Nothing speaks for an empty row, and measures leave it out.
  const one = logOdds.map((p, row) => (anchors[row].length > 0 ? p : 0));
  const whole = one.reduce((a, b) => a + b, 0);
  if (whole <= 0) return one;
  const count = piece.chunk === null ? model.termSupport : piece.places;
  return independentDraws(
    one.map((p) => Math.log(p)),
    count,
  );
}

function gainsOf(anchors: Puzzle['anchors'], placements: readonly Placement[], held: readonly Float64Array[], seed: string): Float64Array {
  const gains = new Float64Array(anchors.length).fill(1);
  for (const rows of anchorClasses(anchors)) {
    if (rows.length === 1) continue;
    const at = new Map(rows.map((row, position) => [row, position]));
    const own = placements.filter((placement) => placement.rows.some((row) => at.has(row)));
    const gain = pairingGain(
      rows.length,
      own.map((placement) => placement.rows.flatMap((row) => at.get(row) ?? [])),
      own.map(({ piece }) => Float64Array.from(rows, (row) => held[piece][row])),
      seeded(seed, 'pairing', rows[0]),
    );
    for (const row of rows) gains[row] = gain;
  }
  return gains;
}

function neighbours(piece: Piece, anchor: readonly string[], scores: CentredScores, { weights }: PlacementModel): Neighbour[] {
  return anchor
    .map((item) => ({ item, logOdds: itemEvidence(piece, item, scores, weights) }))
    .filter(({ logOdds }) => logOdds > 0)
    .sort((a, b) => b.logOdds - a.logOdds || compareCodePoints(a.item, b.item))
    .slice(0, NEIGHBOURS);
}

const DRAWS = 12;

/**
 * Rows with equal anchoring sub-records cannot be told apart, and a placement counts as right under the pairing of such rows with
 * transactions that gets most pieces right. The gain: right places under the best pairing, for each that is right under any one
 * fixed pairing. Truths are drawn from the model's own probabilities, and paired as the measure does.
 *
 * `places` and `probability` are by piece: rows of the class (from 0) that it was put to; the probability that each of them holds it.
 */
export function pairingGain(
  rows: number,
  places: readonly (readonly number[])[],
  probability: readonly Float64Array[],
  random: Random,
): number {
  if (rows === 1) return 1;
  let [right, expected] = [0, 0];
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const costs = new Float64Array(rows * rows);
    for (const [piece, own] of places.entries()) {
      const p = probability[piece];
      for (let truth = 0; truth < rows; truth += 1) {
        const holds = random.unit() < p[truth];
        for (const row of own) {
          if (row === truth) expected += p[truth];
          if (holds) costs[row * rows + truth] -= 1;
        }
      }
    }
    right -= assign(rows, rows, costs)?.cost ?? 0;
  }
  return expected > 0 ? right / expected : 1;
}
