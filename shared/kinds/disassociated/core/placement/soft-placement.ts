import { exp } from '../../../../core/numeric/numeric.ts';
import type { Random } from '../../../../core/random/random.ts';
import type { Puzzle } from '../reassociation/pieces.ts';

/** Rounds of mean field, and the share of the new distribution that each takes. */
const ROUNDS = 30;
const STEP = 0.5;
/** Equal rows start a little apart, else they would stay equal for ever. */
const APART = 0.2;
/** Separated items are rarer than the anchoring ones that practice knows, and a rare pair says more: on trial releases twice as much. */
const RARER = 2;
/** Log-odds of an empty anchoring sub-record: chosen if nothing else fits. */
const EMPTY = -20;

/** Evidence of anchoring sub-records for pieces, and of pieces for each other. */
export interface ClusterEvidence {
  /** Row-major: pieces by rows. */
  readonly anchors: Float64Array;
  /** Row-major and symmetric: pieces by pieces, 0 on the diagonal. */
  readonly pieces: Float64Array;
}

/**
 * For each piece the probability of each row: p(row) proportional to exp(what the anchoring sub-record says + what the
 * other pieces say, as far as they are in that row). Mean field: pieces of one transaction draw each other, so what the
 * anchoring sub-records say faintly of each of them adds up. Pieces of one chunk are apart by the release itself and do not draw
 * each other. O(rounds x pieces^2 x rows).
 */
export function softPlacement({ anchors: rows, pieces }: Puzzle, evidence: ClusterEvidence, random: Random): Float64Array {
  const [count, width] = [pieces.length, rows.length];
  const own = evidence.anchors.map((value, cell) => value + (rows[cell % width].length === 0 ? EMPTY : 0));
  let soft = new Float64Array(count * width);
  for (let cell = 0; cell < soft.length; cell += 1) soft[cell] = own[cell] + APART * (random.unit() - 0.5);
  for (let piece = 0; piece < count; piece += 1) normalise(soft, piece * width, width);
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = own.slice();
    for (let piece = 0; piece < count; piece += 1) {
      for (let other = 0; other < count; other += 1) {
        const pull = RARER * evidence.pieces[piece * count + other];
        if (pull === 0) continue;
        for (let row = 0; row < width; row += 1) next[piece * width + row] += pull * soft[other * width + row];
      }
      normalise(next, piece * width, width);
    }
    soft = soft.map((value, cell) => value + STEP * (next[cell] - value));
  }
  return soft;
}

export function normalise(values: Float64Array, from: number, length: number): void {
  let greatest = Number.NEGATIVE_INFINITY;
  for (let at = from; at < from + length; at += 1) greatest = Math.max(greatest, values[at]);
  let whole = 0;
  for (let at = from; at < from + length; at += 1) {
    values[at] = exp(values[at] - greatest);
    whole += values[at];
  }
  for (let at = from; at < from + length; at += 1) values[at] /= whole;
}
