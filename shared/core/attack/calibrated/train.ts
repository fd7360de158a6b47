import type { Reliability } from '../../measure/reliability.ts';
import { type Fitted, fitByCrossValidation } from './choose-strength.ts';
import type { Evidence, EvidenceColumn, EvidenceKind } from './evidence.ts';
import { fitTables, type KnownTable, logOdds } from './fit.ts';
import { type CalibrationMap, isotonic } from './isotonic.ts';
import { marginalsOf, type ScoredTable } from './marginals.ts';
import { practisedReliability } from './practised-reliability.ts';
import { type HeldOutTable, type PrecisionCut, precisionCut } from './precise-decision.ts';
import { type Scaling, scaled, scalingOf } from './scaling.ts';

export interface PracticeTable {
  readonly evidence: Evidence;
  readonly original: Uint8Array;
}

/** The fitted model, plain JSON. */
export interface TrainedModel {
  readonly kinds: readonly EvidenceKind[];
  readonly scaling: Scaling;
  readonly weights: readonly number[];
  /** Of the two halves that the weights are the mean of. */
  readonly strengths: readonly number[];
  readonly practiceDensity: number;
  readonly calibration: CalibrationMap;
  readonly cut: PrecisionCut;
  /** Groups may be incomplete when false: rows and columns need not keep an original item. */
  readonly constrained: boolean;
  readonly seed: string;
  readonly practiceTables: number;
  /** Of what it states, on practice tables by weights that were not fitted on them. */
  readonly practised: Reliability | null;
}

export interface TrainOptions {
  readonly columns: readonly EvidenceColumn[];
  /** What the model may look at: all kinds, or those of a baseline. */
  readonly kinds: readonly EvidenceKind[];
  readonly asked: number;
  readonly constrained: boolean;
  readonly seed: string;
  /** How unsure the release's base rate is, beside practice: the standard error of its log-odds. */
  readonly baseRateError: (practiceDensity: number) => number;
}

/**
 * Weights are fitted, and their penalty chosen, on each half of the practice tables; the other half, which took no part in either, is what they are
 * calibrated and cut at the asked precision on. So every table serves for both. The release is scored by the mean of the two.
 */
export function train(
  practice: readonly PracticeTable[],
  options: TrainOptions,
): { readonly model: TrainedModel; readonly heldOut: readonly ScoredTable[] } {
  const wanted = Array.from(options.columns.keys()).filter((at) => options.kinds.includes((options.columns[at] as EvidenceColumn).kind));
  const scaling = scalingOf(
    practice.map(({ evidence }) => evidence),
    wanted,
  );
  const known = knownTables(practice, scaling);
  const halves = [0, 1].map((half) =>
    fitByCrossValidation(
      known.filter((_, at) => at % 2 !== half),
      scaling.columns.length,
    ),
  ) as [Fitted, Fitted];
  const scored = practice.map(({ evidence: { key, rows, columns } }, at): ScoredTable => {
    const { weights } = halves[at % 2] as Fitted;
    return { key, rows, columns, s: logOdds((known[at] as KnownTable).evidence, weights) };
  });
  const held = scored.map((table, at): HeldOutTable => {
    const { original } = known[at] as KnownTable;
    return { rows: table.rows, columns: table.columns, original, probability: marginalsOf(table, options.constrained, options.seed) };
  });
  const cells = known.reduce((total, { original }) => total + original.length, 0);
  const originals = known.reduce((total, { original }) => total + original.reduce((a, b) => a + b, 0), 0);
  const practiceDensity = cells === 0 ? 0 : originals / cells;
  const model: TrainedModel = {
    kinds: options.kinds,
    scaling,
    weights: Array.from(halves[0].weights, (weight, at) => (weight + (halves[1].weights[at] as number)) / 2),
    strengths: halves.map(({ strength }) => strength),
    practiceDensity,
    calibration: isotonic(
      held.flatMap(({ probability }) => [...probability]),
      held.flatMap(({ original }) => [...original]),
    ),
    cut: precisionCut(held, options.asked, options.baseRateError(practiceDensity)),
    constrained: options.constrained,
    seed: options.seed,
    practiceTables: practice.length,
    practised: practisedReliability(held),
  };
  return { model, heldOut: scored };
}

/** The log-odds of a table's cells, at the base rate of practice. */
export const scoreTable = (model: TrainedModel, evidence: Evidence): Float64Array =>
  logOdds(scaled(evidence, model.scaling), Float64Array.from(model.weights));

/** How a model of all evidence, of one penalty, scores a table: for judging one kind of practice by another. */
export function scoreBy(
  fitted: readonly PracticeTable[],
  columns: readonly EvidenceColumn[],
  strength: number,
): (evidence: Evidence) => ScoredTable {
  const scaling = scalingOf(
    fitted.map(({ evidence }) => evidence),
    [...columns.keys()],
  );
  const weights = fitTables(knownTables(fitted, scaling), scaling.columns.length, strength, undefined, 40);
  return (evidence) => ({
    key: evidence.key,
    rows: evidence.rows,
    columns: evidence.columns,
    s: logOdds(scaled(evidence, scaling), weights),
  });
}

const knownTables = (fitted: readonly PracticeTable[], scaling: Scaling): KnownTable[] =>
  fitted.map(({ evidence, original }) => ({
    rows: evidence.rows,
    columns: evidence.columns,
    evidence: scaled(evidence, scaling),
    original,
  }));
