import { sum } from '../../numeric/numeric.ts';
import { type FitOptions, fitTables, type LabelledTable, likelihoodLoss, type Weights } from './fit.ts';

/** Strengths of the penalty that are tried, strongest first: each fit starts from the one before. */
const STRENGTHS: readonly number[] = [600, 200, 60];

export interface Fitted {
  readonly weights: Weights;
  readonly strength: number;
  /** Loss a cell on tables left out, by strength. */
  readonly losses: readonly { readonly strength: number; readonly loss: number }[];
}

/**
 * Chooses the penalty by cross-validation over folds of tables, and fits all of them. An item is in one table, so in one fold. A weaker penalty
 * has to be better by more than the standard error of the difference, table by table: what is better by chance fits the practice, not the release.
 */
export function fitByCrossValidation(tables: readonly LabelledTable[], width: number, options: FitOptions, folds = 2): Fitted {
  const cells = tables.reduce((total, { original }) => total + original.length, 0);
  const starts = Array.from({ length: folds }, () => options.start);
  const gradient = new Float64Array(width + 1);
  const losses: { strength: number; loss: number }[] = [];
  let best: { readonly strength: number; readonly byTable: Float64Array } | null = null;
  for (const strength of STRENGTHS) {
    const byTable = new Float64Array(tables.length);
    for (let fold = 0; fold < folds; fold += 1) {
      const kept = tables.filter((_, at) => at % folds !== fold);
      const weights = fitTables(kept, width, strength, { ...options, start: starts[fold], steps: 20 });
      starts[fold] = weights;
      for (let at = fold; at < tables.length; at += folds) byTable[at] = likelihoodLoss([tables[at] as LabelledTable], weights, gradient);
    }
    losses.push({ strength, loss: sum(byTable) / Math.max(1, cells) });
    if (best !== null && !isBetter(byTable, best.byTable)) break;
    best = { strength, byTable };
  }
  const strength = best?.strength ?? (STRENGTHS[0] as number);
  return { weights: fitTables(tables, width, strength, { ...options, start: starts[0], steps: 40 }), strength, losses };
}

function isBetter(losses: Float64Array, than: Float64Array): boolean {
  const gains = losses.map((loss, at) => (than[at] as number) - loss);
  const mean = sum(gains) / gains.length;
  const squares = sum(gains.map((gain) => (gain - mean) * (gain - mean)));
  return sum(gains) > Math.sqrt((squares * gains.length) / Math.max(1, gains.length - 1));
}
