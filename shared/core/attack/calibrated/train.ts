import type { Reliability } from '../../measure/reliability.ts';
import { type Fitted, fitByCrossValidation } from './choose-strength.ts';
import { curvatureOf, tellingOf } from './curvature.ts';
import { type EvidenceColumn, type EvidenceKind, type TableEvidence, widthOf } from './evidence.ts';
import { type FitOptions, fitTables, flatWeights, type LabelledTable, logOdds } from './fit.ts';
import { heldOut } from './held-out.ts';
import type { CalibrationMap } from './isotonic.ts';
import { marginalsOf, type ScoredTable } from './marginals.ts';
import { FOLDS } from './practice.ts';
import { calibrationBy, practisedReliability } from './practised-reliability.ts';
import { type PrecisionCut, precisionCuts } from './precise-decision.ts';
import { knownTables, type Scaling, scaled, scalingOf, scalingOn } from './scaling.ts';
import { centresOf, fitSecondLook, lookAgain, type SecondLook, secondScores } from './second-look.ts';
import { type Folds, membersUnmet } from './unmet.ts';

/** Of a fit after the first draw. */
const STEPS = 25;

export interface PracticeTable {
  readonly evidence: TableEvidence;
  readonly original: Uint8Array;
  /** Which draw of practice it is of, and which fold of that draw's items its members are. */
  readonly part: Part;
  /** The members, by number. */
  readonly items: Int32Array;
}

interface Part {
  readonly draw: number;
  readonly fold: number;
}

/** The fitted model, plain JSON. */
export interface TrainedModel {
  readonly kinds: readonly EvidenceKind[];
  readonly scaling: Scaling;
  readonly weights: readonly number[];
  readonly second: SecondLook;
  /** Of the two folds of the first draw. */
  readonly strengths: readonly number[];
  readonly practiceDensity: number;
  readonly calibration: CalibrationMap;
  readonly cut: PrecisionCut;
  /** Groups may be incomplete when false: rows and columns need not keep an original item. */
  readonly constrained: boolean;
  readonly seed: string;
  readonly practiceTables: number;
  readonly draws: number;
  /** Of what it states, on practice tables by weights that were not fitted on them. */
  readonly practised: Reliability | null;
}

interface TrainOptions {
  readonly columns: readonly EvidenceColumn[];
  /** Of all columns, by the same practice. */
  readonly scaling: Scaling;
  /** What the model may look at: all kinds, or those of a baseline. */
  readonly kinds: readonly EvidenceKind[];
  readonly asked: number;
  readonly constrained: boolean;
  readonly seed: string;
  /** How unsure the release's log-odds are, beside practice: their standard error. */
  readonly logOddsError: (practiceDensity: number) => number;
  /** How much each practice table counts; 1 in the mean. */
  readonly weights: readonly number[];
  /** Called after each model of the ensemble with how many there are. */
  readonly fitted?: (done: number) => void;
}

export interface Trained {
  readonly model: TrainedModel;
  /** Practice tables as a model that has not seen them scores them. */
  readonly heldOut: readonly ScoredTable[];
  /** The model less one member of the ensemble, for each: how much a draw of practice decides. */
  readonly without: readonly TrainedModel[];
}

/** A model of one fold of one draw. */
interface Member extends Folds {
  readonly fitted: Fitted;
}

/**
 * An ensemble over the draws of practice: in each draw weights are fitted on either fold of items, about different topics, and tried on the tables of
 * the other, by the mean with those of other draws that have not met their items: as near as practice comes to the mean of all, which scores the
 * release. That is what they are calibrated and cut at the asked precision on, so every table serves for both. The penalty is chosen on the first draw.
 */
export function train(practice: readonly PracticeTable[], options: TrainOptions): Trained {
  const scaling = scalingOn(options.scaling, (at) => options.kinds.includes((options.columns[at] as EvidenceColumn).kind));
  const known = knownTables(practice, scaling);
  const members = ensemble(practice, known, scaling.columns.length, options.fitted);
  const first = triedByAll(practice, known, members);
  const centres = options.kinds.includes('outside') ? centresOf(practice.map(({ evidence }) => evidence)) : [];
  const again = practice.map(({ evidence, original }, at) => {
    const scores = first[at] as Float64Array;
    const probability = marginalsOf({ ...evidence, s: scores }, options.constrained, options.seed);
    return { evidence: lookAgain(evidence, scores, probability, centres), original };
  });
  const secondScaling = scalingOf(
    again.map(({ evidence }) => evidence),
    again[0] === undefined ? [] : [...Array(widthOf(again[0].evidence)).keys()],
  );
  const knownAgain = knownTables(again, secondScaling);
  const second = fitSecondLook(
    knownAgain,
    secondScaling,
    // There are few weights: all tables serve but those that are tried.
    members.map(({ tries }) => tries),
  );
  const scored = tried(knownAgain, members, second).map((s, at): ScoredTable => {
    const { key, rows, columns } = (practice[at] as PracticeTable).evidence;
    return { key, rows, columns, s };
  });
  const weighed = (left: number): Pick<TrainedModel, 'weights' | 'second'> => ({
    weights: meanOf(
      members.map(({ fitted }) => fitted.weights),
      left,
    ),
    second: { centres, scaling: secondScaling, weights: meanOf(second, left) },
  });
  const held = heldOut(
    scored.map((table, at) => {
      const { original } = known[at] as LabelledTable;
      const probability = marginalsOf(table, options.constrained, options.seed);
      return { rows: table.rows, columns: table.columns, original, probability, weight: options.weights[at] as number };
    }),
  );
  const cells = known.reduce((total, { original }) => total + original.length, 0);
  const originals = known.reduce((total, { original }) => total + original.reduce((a, b) => a + b, 0), 0);
  const practiceDensity = cells === 0 ? 0 : originals / cells;
  const unsure = { logOddsError: options.logOddsError(practiceDensity), reuse: reuseOf(practice) };
  const { cut, without } = precisionCuts(
    held,
    options.asked,
    unsure,
    members.map(({ tries }) => new Set(tries)),
  );
  const model: TrainedModel = {
    kinds: options.kinds,
    scaling,
    ...weighed(-1),
    strengths: members.slice(0, FOLDS).map(({ fitted }) => fitted.strength),
    practiceDensity,
    calibration: calibrationBy(held),
    cut,
    constrained: options.constrained,
    seed: options.seed,
    practiceTables: practice.length,
    draws: new Set(practice.map(({ part }) => part.draw)).size,
    practised: practisedReliability(held),
  };
  return { model, heldOut: scored, without: without.map((less, left) => ({ ...model, ...weighed(left), cut: less })) };
}

/**
 * The first log-odds of the practice tables, each by the mean of the members that have not met its items. One member alone is weaker than the mean
 * that scores the release: what it states is too modest, and the second look would learn from what it never meets again.
 */
function triedByAll(practice: readonly PracticeTable[], known: readonly LabelledTable[], members: readonly Member[]): Float64Array[] {
  const unmet = membersUnmet(
    practice.map(({ items }) => items),
    members,
  );
  return unmet.map((own, at) => {
    const weights = meanOf(
      own.map((member) => (members[member] as Member).fitted.weights),
      -1,
    );
    return logOdds((known[at] as LabelledTable).evidence, new Float64Array(weights));
  });
}

/** The log-odds of the practice tables, each by the second look of the member that tries it, which was fitted without it. */
function tried(known: readonly LabelledTable[], members: readonly Member[], weights: readonly Float64Array[]): Float64Array[] {
  const scores: Float64Array[] = [];
  for (const [member, { tries }] of members.entries()) {
    for (const at of tries) scores[at] = logOdds((known[at] as LabelledTable).evidence, weights[member] as Float64Array);
  }
  return scores;
}

function ensemble(
  practice: readonly PracticeTable[],
  known: readonly LabelledTable[],
  width: number,
  told: (done: number) => void = () => {},
): Member[] {
  const strengths: number[] = [];
  const start = startOf(known, width);
  let done = 0;
  return partsOf(practice).flatMap((folds) =>
    folds.flatMap((fitted, fold): Member[] => {
      const tries = folds[1 - fold] as readonly number[];
      if (tries.length === 0) return [];
      const tables = fitted.map((at) => known[at] as LabelledTable);
      const strength = strengths[fold];
      const model =
        strength === undefined
          ? fitByCrossValidation(tables, width, start)
          : { weights: fitTables(tables, width, strength, { ...start, steps: STEPS }), strength, losses: [] };
      strengths[fold] ??= model.strength;
      done += 1;
      told(done);
      return [{ fitted: model, fits: fitted, tries }];
    }),
  );
}

/** Where fits start, and how the likelihood curves there. */
function startOf(known: readonly LabelledTable[], width: number): FitOptions {
  const telling = tellingOf(known);
  const start = flatWeights(telling, width);
  return { start, curvature: curvatureOf(telling, start) };
}

/** Positions of the practice tables, draw by draw and fold by fold. */
function partsOf(practice: readonly PracticeTable[]): number[][][] {
  const draws: number[][][] = [];
  for (const [at, { part }] of practice.entries()) {
    const folds = draws[part.draw] ?? Array.from({ length: FOLDS }, (): number[] => []);
    draws[part.draw] = folds;
    folds[part.fold]?.push(at);
  }
  return draws.filter((draw) => draw !== undefined);
}

/** The mean weights of all members, or without the one that is `left` out. */
function meanOf(all: readonly Float64Array[], left: number): number[] {
  const kept = all.filter((_, at) => at !== left);
  return Array.from(all[0] ?? [], (_, at) => kept.reduce((total, each) => total + (each[at] as number), 0) / kept.length);
}

/** How often an item serves, in the mean: so many tables stand for one that is independent of the others. */
function reuseOf(practice: readonly PracticeTable[]): number {
  const items = practice.flatMap((table) => [...table.items]);
  return items.length / Math.max(1, new Set(items).size);
}

/** The log-odds of a table's cells, at the base rate of practice. */
export const scoreTable = (model: TrainedModel, evidence: TableEvidence): Float64Array => scoresOf([model], evidence)[0] as Float64Array;

/** By each of some models that differ in their weights only, as those of an ensemble without one member do: the evidence is scaled once. */
export function scoresOf(models: readonly TrainedModel[], evidence: TableEvidence): Float64Array[] {
  const [first] = models;
  if (first === undefined) return [];
  const { key, rows, columns } = evidence;
  const cells = scaled(evidence, first.scaling);
  return models.map(({ weights, second, constrained, seed }) =>
    secondScores(second, evidence, { key, rows, columns, s: logOdds(cells, new Float64Array(weights)) }, constrained, seed),
  );
}

/** How a model of all evidence, of one penalty, scores a table: for judging one kind of practice by another. */
export function scoreBy(
  fitted: readonly PracticeTable[],
  columns: readonly EvidenceColumn[],
  strength: number,
): (evidence: TableEvidence) => ScoredTable {
  const scaling = scalingOf(
    fitted.map(({ evidence }) => evidence),
    [...columns.keys()],
  );
  const known = knownTables(fitted, scaling);
  const width = scaling.columns.length;
  const weights = fitTables(known, width, strength, { ...startOf(known, width), steps: 40 });
  return (evidence) => ({
    key: evidence.key,
    rows: evidence.rows,
    columns: evidence.columns,
    s: logOdds(scaled(evidence, scaling), weights),
  });
}
