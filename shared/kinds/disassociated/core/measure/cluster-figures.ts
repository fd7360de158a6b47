import { addCluster, addClusterSums, type ClusterSums, noClusters } from '../../../../core/statistics/cluster-sums.ts';
import { anchorClasses } from '../reassociation/optimal.ts';
import type { Puzzle } from '../reassociation/pieces.ts';
import type { Placement } from '../reassociation/reconstruct.ts';
import type { PlacementExpectation } from './expectation.ts';
import type { Pairing } from './pairing.ts';
import { type VectorOf, wordMoversDistance } from './word-movers-distance.ts';

/** Counts over pieces: what hit rate, precision and recall are made of. */
export interface PieceCounts {
  pieces: number;
  /** Pieces with at least one correct place. */
  hits: number;
  places: number;
  correct: number;
  /** How often the originals hold the pieces. */
  occurrences: number;
  /** The most correct places that the number of places of each piece allows. */
  reachable: number;
  /** Pieces that have a place and an occurrence: the most hits. */
  reachableHits: number;
  expectedHits: number;
  expectedCorrect: number;
}

/** Figures of one attack, for one cluster or summed over clusters. */
export interface ReassociationFigures extends PieceCounts {
  /** The same over clusters whose anchoring sub-records are not all alike. */
  readonly several: PieceCounts;
  /** By cluster, for how surely it is more than chance. */
  readonly overChance: ClusterSums;
  /** Pieces that no anchoring sub-record with items belongs to: left out of all counts above. */
  unattackable: number;
  transactions: number;
  withPiece: number;
  broken: number;
  readonly distances: number[];
  withoutDistance: number;
}

const noPieces = (): PieceCounts => ({
  pieces: 0,
  hits: 0,
  places: 0,
  correct: 0,
  occurrences: 0,
  reachable: 0,
  reachableHits: 0,
  expectedHits: 0,
  expectedCorrect: 0,
});

export const noFigures = (): ReassociationFigures => ({
  ...noPieces(),
  several: noPieces(),
  overChance: noClusters(),
  unattackable: 0,
  transactions: 0,
  withPiece: 0,
  broken: 0,
  distances: [],
  withoutDistance: 0,
});

/** Rows whose anchoring sub-record holds something: an empty one tells nothing, and what is put there counts nowhere. */
export const isFilled = ({ anchors }: Puzzle, row: number): boolean => anchors[row].length > 0;

/** By piece, how often the transactions behind rows with something in their anchoring sub-records hold it: never is not attackable. */
export function occurrencesOf(puzzle: Puzzle, { partnerOf, held }: Pairing): number[] {
  const occurrences = puzzle.pieces.map(() => 0);
  partnerOf.forEach((partner, row) => {
    if (isFilled(puzzle, row)) for (const piece of held[partner] ?? []) occurrences[piece] += 1;
  });
  return occurrences;
}

export function addClusterFigures(
  total: ReassociationFigures,
  puzzle: Puzzle,
  placements: readonly Placement[],
  pairing: Pairing,
  originals: readonly (readonly string[])[],
  vectorOf: VectorOf | null,
  atRandom: PlacementExpectation,
): void {
  const { partnerOf, correct, held, rows } = pairing;
  const classes = anchorClasses(puzzle.anchors).filter(([row]) => isFilled(puzzle, row as number));
  const correctAt = puzzle.pieces.map(() => 0);
  correct.forEach((pieces, row) => {
    if (isFilled(puzzle, row)) for (const piece of pieces) correctAt[piece] += 1;
  });
  const placesAt = puzzle.pieces.map(() => 0);
  for (const { piece, rows: chosen } of placements) placesAt[piece] = chosen.filter((row) => isFilled(puzzle, row)).length;
  const occurrencesAt = occurrencesOf(puzzle, pairing);

  const counts = noPieces();
  puzzle.pieces.forEach((_, piece) => {
    const occurrences = occurrencesAt[piece];
    if (occurrences === 0) {
      total.unattackable += 1;
      return;
    }
    const places = placesAt[piece];
    counts.pieces += 1;
    counts.hits += correctAt[piece] > 0 ? 1 : 0;
    counts.places += places;
    counts.correct += correctAt[piece];
    counts.occurrences += occurrences;
    counts.reachable += Math.min(places, occurrences);
    counts.reachableHits += places > 0 ? 1 : 0;
  });
  counts.expectedHits = atRandom.hit;
  counts.expectedCorrect = atRandom.correct;
  addCounts(total, counts);
  addCluster(total.overChance, counts.correct - counts.expectedCorrect, counts.places);
  if (classes.length > 1) addCounts(total.several, counts);

  rows.forEach((row, at) => {
    const partner = partnerOf[at];
    total.transactions += 1;
    if (isFilled(puzzle, at) && (held[partner]?.length ?? 0) > 0) {
      total.withPiece += 1;
      if ((correct[at]?.length ?? 0) > 0) total.broken += 1;
    }
    if (vectorOf === null) return;
    const distance = wordMoversDistance(row, originals[partner] ?? [], vectorOf);
    if (distance === null) total.withoutDistance += 1;
    else total.distances.push(distance);
  });
}

/** A cluster without a record chunk: none of its pieces can be attacked. */
export function addUnattackable(total: ReassociationFigures, puzzle: Puzzle, transactions: number): void {
  total.unattackable += puzzle.pieces.length;
  total.transactions += transactions;
}

/** Adds what one slice of a release found to the figures of all. */
export function addReassociations(total: ReassociationFigures, part: ReassociationFigures): void {
  const { several, overChance, distances, unattackable, transactions, withPiece, broken, withoutDistance, ...counts } = part;
  addCounts(total, counts);
  addCounts(total.several, several);
  addClusterSums(total.overChance, overChance);
  for (const distance of distances) total.distances.push(distance);
  total.unattackable += unattackable;
  total.transactions += transactions;
  total.withPiece += withPiece;
  total.broken += broken;
  total.withoutDistance += withoutDistance;
}

function addCounts(total: PieceCounts, part: PieceCounts): void {
  for (const key of Object.keys(part) as (keyof PieceCounts)[]) total[key] += part[key];
}
