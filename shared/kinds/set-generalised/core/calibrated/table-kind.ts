import { joined } from '../../../../core/format/columns.ts';
import { minimise } from '../../../../core/numeric/minimise.ts';
import { exp, log1p } from '../../../../core/numeric/numeric.ts';
import { addWeightedRows, scoreRows } from '../../../../core/numeric/rows.ts';
import { shapeOf } from './by-shape.ts';
import type { TableEvidence } from './evidence.ts';

/** Strong penalty: there are far more columns than tables, and an unsure classifier only widens its error. */
const PENALTY = 100;
const STEPS = 60;
/** Values are clipped at this many deviations. */
const FURTHEST = 4;

export function spreadOf(all: readonly Float64Array[]): (moments: Float64Array) => Float64Array {
  const width = all[0]?.length ?? 0;
  const mean = new Float64Array(width);
  const squares = new Float64Array(width);
  for (const each of all) for (let at = 0; at < width; at += 1) mean[at] += each[at] / all.length;
  for (const each of all) {
    for (let at = 0; at < width; at += 1) {
      const far = each[at] - mean[at];
      squares[at] += (far * far) / all.length;
    }
  }
  const deviation = squares.map(Math.sqrt);
  return (moments) =>
    moments.map((value, at) => {
      const size = deviation[at];
      return size < 1e-6 ? 0 : Math.max(-FURTHEST, Math.min(FURTHEST, (value - mean[at]) / size));
    });
}

/** Weights that balance shapes between both kinds, so the shape does not reveal the kind. */
export function weightsByShape(apart: readonly TableEvidence[], beside: readonly TableEvidence[]): number[] {
  const [low, high] = [Map.groupBy(apart, shapeOf), Map.groupBy(beside, shapeOf)];
  const each = (shape: string, own: typeof low): number => {
    const share = Math.min((low.get(shape)?.length ?? 0) / apart.length, (high.get(shape)?.length ?? 0) / beside.length);
    return (share * (apart.length + beside.length)) / 2 / (own.get(shape) as TableEvidence[]).length;
  };
  return [...apart.map((table) => each(shapeOf(table), low)), ...beside.map((table) => each(shapeOf(table), high))];
}

interface KnownKind {
  readonly at: Float64Array;
  readonly beside: boolean;
  readonly weight: number;
}

/** Logistic regression; the last weight is the intercept. */
export function fitKind(tables: readonly KnownKind[], width: number): Float64Array {
  const rows = joined(
    Float64Array,
    tables.map(({ at }) => at),
  );
  const scores = new Float64Array(tables.length);
  const over = new Float64Array(tables.length);
  return minimise(
    (weights, gradient) => {
      gradient.fill(0);
      let loss = 0;
      scoreRows(rows, weights, scores);
      for (const [at, { beside, weight }] of tables.entries()) {
        const score = scores[at];
        const odds = exp(-Math.abs(score));
        const p = score >= 0 ? 1 / (1 + odds) : odds / (1 + odds);
        loss += weight * (Math.max(0, beside ? -score : score) + log1p(odds));
        over[at] = weight * (p - (beside ? 1 : 0));
      }
      addWeightedRows(gradient, rows, over);
      for (let column = 0; column < width; column += 1) {
        const own = weights[column];
        loss += (PENALTY / 2) * own * own;
        gradient[column] += PENALTY * own;
      }
      return loss;
    },
    new Float64Array(width + 1),
    STEPS,
  );
}

export function scoreOf(at: Float64Array, weights: Float64Array): number {
  let total = weights[at.length];
  for (let column = 0; column < at.length; column += 1) total += at[column] * weights[column];
  return total;
}
