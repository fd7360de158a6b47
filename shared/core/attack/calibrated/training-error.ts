import { addedOf, type DecisionKind, eliminated } from './decide.ts';
import type { ScoredTable } from './marginals.ts';
import type { PrecisionCut } from './precise-decision.ts';
import type { TrainedModel } from './train.ts';

/** What the draws of practice leave unsure: standard errors of an attack's rates, on the logit. */
export interface TrainingError {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export const NO_TRAINING_ERROR: TrainingError = { precision: 0, recall: 0, f1: 0 };

/** The tables as an ensemble without one of its members scores them, and where it cuts. */
interface WithoutOne {
  readonly cut: PrecisionCut;
  readonly tables: readonly ScoredTable[];
}

/**
 * By leaving out one member of the ensemble after another (the jackknife): how the rates of either decision would move, as the whole ensemble judges
 * them. Nothing of the original is needed.
 */
export function trainingErrors(
  model: TrainedModel,
  shift: number,
  tables: readonly ScoredTable[],
  without: readonly WithoutOne[],
): Readonly<Record<DecisionKind, TrainingError>> {
  const added = tables.map((table) => addedOf(model, shift, table));
  const all = added.reduce((total, each) => total + each.reduce((a, b) => a + b, 0), 0);
  const errorsOf = (kind: DecisionKind): TrainingError => {
    const rates = without.map(({ cut, tables: own }) => {
      const less = { ...model, cut };
      let [right, made] = [0, 0];
      for (const [at, table] of own.entries()) {
        const cells = eliminated(less, shift, table, kind);
        made += cells.length;
        for (const cell of cells) right += (added[at] as Float64Array)[cell] as number;
      }
      return [logitOf(right, made), logitOf(right, all), logitOf(2 * right, made + all)] as const;
    });
    const errorOf = (rate: 0 | 1 | 2): number => jackknife(rates.map((each) => each[rate]));
    return { precision: errorOf(0), recall: errorOf(1), f1: errorOf(2) };
  };
  return { cover: errorsOf('cover'), precise: errorsOf('precise') };
}

/** Half a success and half a failure keep it finite. */
const logitOf = (part: number, whole: number): number => Math.log((part + 0.5) / (Math.max(0, whole - part) + 0.5));

function jackknife(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const squares = values.reduce((total, value) => total + (value - mean) * (value - mean), 0);
  return Math.sqrt((squares * (values.length - 1)) / values.length);
}
