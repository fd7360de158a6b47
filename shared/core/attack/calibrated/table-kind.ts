import { exp, log1p } from '../../numeric/numeric.ts';
import { minimise } from '../../optimise/minimise.ts';
import { commonShapes, differenceByShape, type EstimateWithError, type ShapedValue, shapeOf } from './by-shape.ts';
import type { EvidenceColumn, TableEvidence } from './evidence.ts';
import { type Scaling, scaled, scalingOf } from './scaling.ts';

const FOLDS = 4;
/** Far more columns than tables: the penalty is strong, and what the classifier is unsure of costs only its error. */
const PENALTY = 100;
const STEPS = 60;
/** Beyond so many deviations a column says no more. */
const FURTHEST = 4;

/**
 * The share of the release's tables whose partners come from one transaction, by a classifier of the two kinds of practice tables: partners from one
 * transaction resemble each other in all evidence, whatever the density. Each practice table is judged by a classifier that was fitted on others.
 * Null where no shape is common or the kinds cannot be told apart.
 */
export function sharingByKind(
  release: readonly TableEvidence[],
  apart: readonly TableEvidence[],
  beside: readonly TableEvidence[],
  columns: readonly EvidenceColumn[],
): EstimateWithError | null {
  const practice = [...apart, ...beside];
  const scaling = scalingOf(
    practice,
    Array.from(columns.keys()).filter((at) => (columns[at] as EvidenceColumn).kind !== 'shape'),
  );
  const spread = spreadOf(practice.map((each) => momentsOf(each, scaling)));
  const known = practice.map((each) => spread(momentsOf(each, scaling)));
  const weights = weightsByShape(apart, beside);
  const isBeside = (at: number): boolean => at >= apart.length;
  const said = new Float64Array(practice.length);
  const saidOfRelease = new Float64Array(release.length);
  const asked = release.map((each) => spread(momentsOf(each, scaling)));
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const kept = Array.from(known.keys()).filter((at) => at % FOLDS !== fold && (weights[at] as number) > 0);
    const fitted = fitKind(
      kept.map((at) => ({ at: known[at] as Float64Array, beside: isBeside(at), weight: weights[at] as number })),
      (known[0] as Float64Array).length,
    );
    for (let at = fold; at < known.length; at += FOLDS) said[at] = scoreOf(known[at] as Float64Array, fitted);
    for (const [at, each] of asked.entries()) saidOfRelease[at] = (saidOfRelease[at] as number) + scoreOf(each, fitted) / FOLDS;
  }
  const valued = (tables: readonly TableEvidence[], values: Float64Array): ShapedValue[] =>
    tables.map((table, at) => ({ shape: shapeOf(table), value: values[at] as number, weight: 1 }));
  const own = valued(release, saidOfRelease);
  const [low, high] = [valued(apart, said.subarray(0, apart.length)), valued(beside, said.subarray(apart.length))];
  const common = commonShapes(low, high);
  const [fromLow, fromHigh] = [differenceByShape(own, low, common), differenceByShape(own, high, common)];
  if (fromLow === null || fromHigh === null) return null;
  const range = fromLow.value - fromHigh.value;
  if (!(range > 0)) return null;
  const value = fromLow.value / range;
  // As sure as its distance from the kind that it is nearer to.
  const nearer = Math.max(0, Math.min(1, value));
  const variance = (1 - nearer) * fromLow.error * fromLow.error + nearer * fromHigh.error * fromHigh.error;
  return { value, error: Math.sqrt(variance) / range };
}

/** What a table is like as a whole: for each column the mean and the deviation of its cells. */
export function momentsOf(evidence: TableEvidence, scaling: Scaling): Float64Array {
  const cells = scaled(evidence, scaling);
  const width = scaling.columns.length;
  const count = evidence.rows * evidence.columns;
  const moments = new Float64Array(2 * width);
  for (let column = 0; column < width; column += 1) {
    let [total, squares] = [0, 0];
    for (let at = column; at < cells.length; at += width) {
      const value = cells[at] as number;
      total += value;
      squares += value * value;
    }
    const mean = total / count;
    moments[2 * column] = mean;
    moments[2 * column + 1] = Math.sqrt(Math.max(0, squares / count - mean * mean));
  }
  return moments;
}

/** How moments become numbers of like size, by the practice tables. */
export function spreadOf(all: readonly Float64Array[]): (moments: Float64Array) => Float64Array {
  const width = all[0]?.length ?? 0;
  const mean = new Float64Array(width);
  const squares = new Float64Array(width);
  for (const each of all) for (let at = 0; at < width; at += 1) mean[at] = (mean[at] as number) + (each[at] as number) / all.length;
  for (const each of all) {
    for (let at = 0; at < width; at += 1) {
      const far = (each[at] as number) - (mean[at] as number);
      squares[at] = (squares[at] as number) + (far * far) / all.length;
    }
  }
  const deviation = squares.map(Math.sqrt);
  return (moments) =>
    moments.map((value, at) => {
      const size = deviation[at] as number;
      return size < 1e-6 ? 0 : Math.max(-FURTHEST, Math.min(FURTHEST, (value - (mean[at] as number)) / size));
    });
}

/** Weights under which each shape is as frequent in both kinds: the kind must not be read off the shape. */
export function weightsByShape(apart: readonly TableEvidence[], beside: readonly TableEvidence[]): number[] {
  const count = (tables: readonly TableEvidence[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const table of tables) counts.set(shapeOf(table), (counts.get(shapeOf(table)) ?? 0) + 1);
    return counts;
  };
  const [low, high] = [count(apart), count(beside)];
  const each = (shape: string, own: Map<string, number>): number => {
    const share = Math.min((low.get(shape) ?? 0) / apart.length, (high.get(shape) ?? 0) / beside.length);
    return (share * (apart.length + beside.length)) / 2 / (own.get(shape) as number);
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
  return minimise(
    (weights, gradient) => {
      gradient.fill(0);
      let loss = 0;
      for (const { at, beside, weight } of tables) {
        const score = scoreOf(at, weights);
        const odds = exp(-Math.abs(score));
        const p = score >= 0 ? 1 / (1 + odds) : odds / (1 + odds);
        loss += weight * (Math.max(0, beside ? -score : score) + log1p(odds));
        const over = weight * (p - (beside ? 1 : 0));
        for (let column = 0; column < width; column += 1) gradient[column] = (gradient[column] as number) + over * (at[column] as number);
        gradient[width] = (gradient[width] as number) + over;
      }
      for (let column = 0; column < width; column += 1) {
        const own = weights[column] as number;
        loss += (PENALTY / 2) * own * own;
        gradient[column] = (gradient[column] as number) + PENALTY * own;
      }
      return loss;
    },
    new Float64Array(width + 1),
    STEPS,
  );
}

export function scoreOf(at: Float64Array, weights: Float64Array): number {
  let total = weights[at.length] as number;
  for (let column = 0; column < at.length; column += 1) total += (at[column] as number) * (weights[column] as number);
  return total;
}
