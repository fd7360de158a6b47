import { exp } from '../../../../core/numeric/numeric.ts';
import type { Interval } from '../../../../core/statistics/intervals.ts';
import { NORMAL_975 } from '../../../../core/statistics/student.ts';
import { addedOf, type DecisionKind, eliminated } from './decide.ts';
import type { ScoredTable } from './marginals.ts';
import type { PrecisionCut } from './precise-decision.ts';
import type { TrainedModel } from './train.ts';

/** On the logit. */
export type TrainingError = Readonly<Record<'precision' | 'recall' | 'f1', number>>;

export const NO_TRAINING_ERROR: TrainingError = { precision: 0, recall: 0, f1: 0 };

interface WithoutOne {
  readonly cut: PrecisionCut;
  readonly tables: readonly ScoredTable[];
}

/** Jackknife over ensemble members: how far the rates of both decisions move, judged by the whole ensemble. Does not use the original. */
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
        for (const cell of cells) right += added[at][cell];
      }
      return [logitOf(right, made), logitOf(right, all), logitOf(2 * right, made + all)] as const;
    });
    const errorOf = (rate: 0 | 1 | 2): number => jackknife(rates.map((each) => each[rate]));
    return { precision: errorOf(0), recall: errorOf(1), f1: errorOf(2) };
  };
  return { cover: errorsOf('cover'), precise: errorsOf('precise') };
}

/** Half a success and half a failure are added to keep the logit finite. */
const logitOf = (part: number, whole: number): number => Math.log((part + 0.5) / (Math.max(0, whole - part) + 0.5));

function jackknife(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const squares = values.reduce((total, value) => total + (value - mean) * (value - mean), 0);
  return Math.sqrt((squares * (values.length - 1)) / values.length);
}

/** Widens the interval of a share by a standard error on the logit. Unchanged at 0 and 1, which have no logit. */
export function widenedShare(share: number | null, interval: Interval | null, error: number): Interval | null {
  if (interval === null || share === null || share <= 0 || share >= 1 || error === 0) return interval;
  const middle = logit(share);
  const low = middle - further(middle - logit(interval.low), error);
  const high = middle + further(logit(interval.high) - middle, error);
  return { low: 1 / (1 + exp(-low)), high: 1 / (1 + exp(-high)) };
}

/** The same for a lift whose share has the error. */
export function widenedLift<T extends { readonly of: number | null; readonly lift: number | null } & Ends>(lift: T, error: number): T {
  const { of, lift: middle, low, high } = lift;
  if (of === null || middle === null || low === null || high === null) return lift;
  const own = error * of * (1 - of);
  return { ...lift, low: middle - further(middle - low, own), high: middle + further(high - middle, own) };
}

interface Ends {
  readonly low: number | null;
  readonly high: number | null;
}

const logit = (share: number): number => {
  const within = Math.max(1e-9, Math.min(1 - 1e-9, share));
  return Math.log(within / (1 - within));
};

/** Independent errors: squares add up. */
const further = (reach: number, error: number): number => Math.sqrt(reach * reach + NORMAL_975 * NORMAL_975 * error * error);
