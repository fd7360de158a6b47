import { fitTables, type KnownTable, likelihoodLoss, type Weights } from './fit.ts';

/** Strengths of the penalty that are tried, strongest first: each fit starts from the one before. */
const STRENGTHS: readonly number[] = [600, 200, 60];

export interface Fitted {
  readonly weights: Weights;
  readonly strength: number;
  /** Loss a cell on tables left out, by strength. */
  readonly losses: readonly { readonly strength: number; readonly loss: number }[];
}

/** Chooses the penalty by cross-validation over folds of tables, and fits all of them. An item is in one table, so in one fold. */
export function fitByCrossValidation(tables: readonly KnownTable[], width: number, folds = 2): Fitted {
  const cells = tables.reduce((total, { original }) => total + original.length, 0);
  const starts: (Weights | undefined)[] = Array.from({ length: folds });
  const losses: { strength: number; loss: number }[] = [];
  for (const strength of STRENGTHS) {
    let total = 0;
    for (let fold = 0; fold < folds; fold += 1) {
      const kept = tables.filter((_, at) => at % folds !== fold);
      const left = tables.filter((_, at) => at % folds === fold);
      const weights = fitTables(kept, width, strength, starts[fold], 20);
      starts[fold] = weights;
      total += likelihoodLoss(left, weights, new Float64Array(width + 1));
    }
    losses.push({ strength, loss: total / Math.max(1, cells) });
    const [latest, before] = [losses.at(-1), losses.at(-2)];
    if (latest !== undefined && before !== undefined && latest.loss > before.loss) break;
  }
  const best = losses.reduce((a, b) => (b.loss < a.loss ? b : a));
  return { weights: fitTables(tables, width, best.strength, starts[0], 40), strength: best.strength, losses };
}
