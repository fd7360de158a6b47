import { compareCodePoints } from '../../model/code-points.ts';
import { type Random, seeded } from '../../random/random.ts';
import { anchorClasses, placeOptimally } from '../reassociation/optimal.ts';
import type { Piece, Puzzle } from '../reassociation/pieces.ts';
import { placeAtRandom } from '../reassociation/random-placement.ts';
import type { Placement } from '../reassociation/reconstruct.ts';
import { type CentredScores, centredScores, type PairScores } from './affinity.ts';
import { itemEvidence, weighedEvidence } from './cluster-evidence.ts';
import { inclusion } from './inclusion.ts';
import { pairingGain } from './pairing-gain.ts';
import type { PlacementModel } from './placement-model.ts';
import { type ClusterEvidence, normalise, softPlacement } from './soft-placement.ts';

/** A placement with how sure it is, and why. */
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
 * The calibrated attack on one cluster. Decides by the optimal assignment over the joint placement of all pieces, or at random where practice taught nothing; states for
 * each place the probability that the anchoring sub-records alone give it, which practice has fitted.
 */
export function placeCalibrated(puzzle: Puzzle, scores: PairScores, model: PlacementModel, seed: string): CalibratedPlacement[] {
  const { anchors, pieces } = puzzle;
  if (anchors.length === 0) return [];
  const width = anchors.length;
  const centred = centredScores(scores);
  const evidence = weighedEvidence(puzzle, centred, model.weights);
  const random = seeded(seed, 'placements');
  // Who was taught nothing decides nothing: an assignment of equals is no more than the order of its ties, and does worse than chance.
  const placements = model.weights.every((weight) => weight === 0) ? placeAtRandom(puzzle, random) : jointly(puzzle, evidence, random);
  const held = pieces.map((piece, at) => holds(piece, evidence.anchors.slice(at * width, (at + 1) * width), anchors, model));
  const gains = gainsOf(anchors, placements, held, seed);
  return placements.map((placement) => ({
    ...placement,
    probabilities: placement.rows.map((row) =>
      Math.min(1, ((held[placement.piece] as Float64Array)[row] as number) * (gains[row] as number)),
    ),
    holds: placement.rows.map((row) => (held[placement.piece] as Float64Array)[row] as number),
    betrayedBy: placement.rows.map((row) =>
      neighbours(pieces[placement.piece] as Piece, anchors[row] as readonly string[], centred, model),
    ),
  }));
}

/** The optimal assignment over the joint placement of all pieces. */
function jointly(puzzle: Puzzle, evidence: ClusterEvidence, random: Random): Placement[] {
  const width = puzzle.anchors.length;
  const joint = softPlacement(puzzle, evidence, random);
  return placeOptimally(
    puzzle,
    (piece) => Array.from(joint.subarray(piece * width, (piece + 1) * width), (p) => -Math.log(Math.max(LEAST, p))),
    { rowsApart: true, random },
  );
}

/** The probability that each row's transaction holds the piece, from what the rows themselves say. */
function holds(piece: Piece, logOdds: Float64Array, anchors: Puzzle['anchors'], model: PlacementModel): Float64Array {
  normalise(logOdds, 0, logOdds.length);
  // Nothing speaks for an empty row, and measures leave it out.
  const one = logOdds.map((p, row) => ((anchors[row] as readonly string[]).length > 0 ? p : 0));
  const whole = one.reduce((a, b) => a + b, 0);
  if (whole <= 0) return one;
  return inclusion(
    one.map((p) => p / whole),
    piece.chunk === null ? model.termSupport : piece.places,
  );
}

/** By row: what the pairing of equal rows adds. */
function gainsOf(anchors: Puzzle['anchors'], placements: readonly Placement[], held: readonly Float64Array[], seed: string): Float64Array {
  const gains = new Float64Array(anchors.length).fill(1);
  for (const rows of anchorClasses(anchors)) {
    if (rows.length === 1) continue;
    const at = new Map(rows.map((row, position) => [row, position]));
    const own = placements.filter((placement) => placement.rows.some((row) => at.has(row)));
    const gain = pairingGain(
      rows.length,
      own.map((placement) => placement.rows.flatMap((row) => at.get(row) ?? [])),
      own.map(({ piece }) => Float64Array.from(rows, (row) => (held[piece] as Float64Array)[row] as number)),
      seeded(seed, 'pairing', rows[0] as number),
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
