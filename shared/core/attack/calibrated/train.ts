import type { Reliability } from '../../measure/reliability.ts';
import { fitByCrossValidation } from './choose-strength.ts';
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
  readonly strength: number;
  readonly practiceDensity: number;
  readonly calibration: CalibrationMap;
  readonly cut: PrecisionCut;
  /** Groups may be incomplete when false: rows and columns need not keep an original item. */
  readonly constrained: boolean;
  readonly seed: string;
  readonly practiceTables: number;
  readonly heldOutTables: number;
  /** Of what it states, on the held-out tables. */
  readonly practised: Reliability | null;
}

export interface TrainOptions {
  readonly columns: readonly EvidenceColumn[];
  /** What the model may look at: all kinds, or those of a baseline. */
  readonly kinds: readonly EvidenceKind[];
  readonly asked: number;
  readonly constrained: boolean;
  readonly seed: string;
}

/** Fits on one part of the practice tables; calibrates, and cuts at the asked precision, on tables that took no part in that. */
export function train(
  fitted: readonly PracticeTable[],
  heldOut: readonly PracticeTable[],
  options: TrainOptions,
): { readonly model: TrainedModel; readonly heldOut: readonly ScoredTable[] } {
  const wanted = Array.from(options.columns.keys()).filter((at) => options.kinds.includes((options.columns[at] as EvidenceColumn).kind));
  const scaling = scalingOf(
    fitted.map(({ evidence }) => evidence),
    wanted,
  );
  const { weights, strength } = fitByCrossValidation(knownTables(fitted, scaling), scaling.columns.length);
  const cells = fitted.reduce((total, { original }) => total + original.length, 0);
  const originals = fitted.reduce((total, { original }) => total + original.reduce((a, b) => a + b, 0), 0);
  const scored = heldOut.map(({ evidence }): ScoredTable => {
    const { key, rows, columns } = evidence;
    return { key, rows, columns, s: logOdds(scaled(evidence, scaling), weights) };
  });
  const held = scored.map((table, at): HeldOutTable => {
    const original = (heldOut[at] as PracticeTable).original;
    return { rows: table.rows, columns: table.columns, original, probability: marginalsOf(table, options.constrained, options.seed) };
  });
  const model: TrainedModel = {
    kinds: options.kinds,
    scaling,
    weights: [...weights],
    strength,
    practiceDensity: cells === 0 ? 0 : originals / cells,
    calibration: isotonic(
      held.flatMap(({ probability }) => [...probability]),
      held.flatMap(({ original }) => [...original]),
    ),
    cut: precisionCut(held, options.asked),
    constrained: options.constrained,
    seed: options.seed,
    practiceTables: fitted.length,
    heldOutTables: heldOut.length,
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
