import { type CalibrationMap, calibrated } from '../../../../core/statistics/isotonic.ts';
import type { Reliability } from '../../../../core/statistics/reliability.ts';
import { betweenWorlds, type Covariance, LEAST_UNLIKE, type Probed, type Recalibration, recalibration } from './between-worlds.ts';
import { curvatureOf, tellingOf } from './curvature.ts';
import { type EvidenceColumn, type EvidenceKind, type TableEvidence, widthOf } from './evidence.ts';
import { type FitOptions, type Fitted, fitByCrossValidation, fitTables, flatWeights, type LabelledTable, logOdds } from './fit.ts';
import { calibrationBy, type Folds, type HeldOutTable, heldOut, membersUnmet, practisedReliability } from './held-out.ts';
import { marginalsOf, type ScoredTable } from './marginals.ts';
import { FOLDS } from './practice.ts';
import { type PrecisionCut, precisionCuts, UNCUT, type Unsure } from './precise-decision.ts';
import { knownTables, type Scaling, scalingOf, scalingOn, scoredBy } from './scaling.ts';
import { centresOf, fitSecondLook, lookAgain, type SecondLook, secondScores } from './second-look.ts';
import type { World } from './worlds.ts';

/** Maximum optimiser steps of every fit after the first draw. */
const STEPS = 25;

export interface PracticeTable {
  readonly world: World;
  readonly evidence: TableEvidence;
  readonly original: Uint8Array;
  readonly part: Part;
  readonly items: Int32Array;
}

interface Part {
  readonly draw: number;
  readonly fold: number;
}

/** Plain JSON. */
export interface TrainedModel {
  readonly kinds: readonly EvidenceKind[];
  readonly scaling: Scaling;
  readonly weights: readonly number[];
  readonly second: SecondLook;
  /** Penalty strengths of the two folds of the first draw. */
  readonly strengths: readonly number[];
  readonly practiceDensity: number;
  readonly calibration: CalibrationMap;
  /** How intercept and slope of log-odds vary between worlds that are as like each other as the release is to practice. */
  readonly between: Covariance;
  readonly cut: PrecisionCut;
  /** False: groups may be incomplete, so rows and columns need no original item. */
  readonly constrained: boolean;
  readonly seed: string;
  readonly practiceTables: number;
  readonly draws: number;
  /** Reliability on practice tables that the weights were not fitted on. */
  readonly practised: Reliability | null;
}

interface TrainOptions {
  readonly columns: readonly EvidenceColumn[];
  /** Scaling of all columns, from the same practice. */
  readonly scaling: Scaling;
  /** Kinds of evidence that the model uses: all, or those of a baseline. */
  readonly kinds: readonly EvidenceKind[];
  /** Precision to decide at; null: no cut is sought. */
  readonly asked: number | null;
  readonly constrained: boolean;
  readonly seed: string;
  /** How unlike practice the release is. */
  readonly unlike: number;
  /** Of the release's log-odds, in addition to practice and to how worlds differ. */
  readonly unsure: (practiceDensity: number) => Pick<Unsure, 'logOddsError' | 'raised'>;
  /** Weight of each practice table; mean 1. */
  readonly weights: readonly number[];
  /** Further tables, of worlds that practice chose less of. */
  readonly others: readonly PracticeTable[];
  /** Each world, as the rest of practice and others would judge it. */
  readonly probes: readonly Probe[];
  /** Called after each ensemble member with the number done. */
  readonly fitted?: (done: number) => void;
}

/** A world by its tables, and the rest, weighed by how like them it is; positions in practice and others. */
export interface Probe {
  readonly own: readonly number[];
  readonly rest: readonly number[];
  readonly weights: readonly number[];
  readonly unlike: number;
}

export interface Trained {
  readonly model: TrainedModel;
  readonly probed: readonly Probed[];
  /** Practice tables, scored by models that have not seen them. */
  readonly heldOut: readonly ScoredTable[];
  /** The model without each ensemble member, for the jackknife. */
  readonly without: readonly TrainedModel[];
}

interface Member extends Folds {
  readonly fitted: Fitted;
}

/**
 * Ensemble over draws of practice. In each draw weights are fitted on one fold of items (of different topics) and validated on the other, together
 * with members of other draws that have not met the items: the closest practice comes to the full ensemble, which scores the release. Calibration
 * and the precision cut use these held-out scores, so every table serves for both. The penalty is chosen on the first draw.
 */
export function train(practice: readonly PracticeTable[], options: TrainOptions): Trained {
  const scaling = scalingOn(options.scaling, (at) => options.kinds.includes(options.columns[at].kind));
  const known = knownTables(practice, scaling);
  const members = ensemble(practice, known, scaling.columns.length, options.fitted);
  const first = triedByAll(practice, known, members);
  const centres = options.kinds.includes('outside') ? centresOf(practice.map(({ evidence }) => evidence)) : [];
  const again = practice.map(({ evidence, original }, at) => {
    const scores = first[at];
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
    // Few weights: fit on all tables except those being validated.
    members.map(({ tries }) => tries),
  );
  const scored = tried(knownAgain, members, second).map((s, at): ScoredTable => {
    const { key, rows, columns } = practice[at].evidence;
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
      const { original } = known[at];
      const probability = marginalsOf(table, options.constrained, options.seed);
      return { rows: table.rows, columns: table.columns, original, probability, weight: options.weights[at] };
    }),
  );
  const cells = known.reduce((total, { original }) => total + original.length, 0);
  const originals = known.reduce((total, { original }) => total + original.reduce((a, b) => a + b, 0), 0);
  const practiceDensity = cells === 0 ? 0 : originals / cells;
  const base = { kinds: options.kinds, scaling, ...weighed(-1), constrained: options.constrained, seed: options.seed };
  const tables = [...held.tables, ...triedBeside(base, practice, options.others, members)];
  const probed = options.probes.map((probe) => ({ unlike: probe.unlike, ...probedBy(tables, probe) }));
  const between = betweenWorlds(probed, options.unlike);
  const calibration = calibrationBy(held);
  // Not by how unlike practice the release is: of releases told apart most easily none had a precision below .93, asked .90.
  const cutBetween = betweenWorlds(probed, LEAST_UNLIKE);
  const unsure = { ...options.unsure(practiceDensity), reuse: reuseOf(practice), between: cutBetween, calibration };
  const parts = members.map(({ tries }) => new Set(tries));
  const { cut, without } =
    options.asked === null ? { cut: UNCUT, without: parts.map(() => UNCUT) } : precisionCuts(held, options.asked, unsure, parts);
  const model: TrainedModel = {
    ...base,
    between,
    strengths: members.slice(0, FOLDS).map(({ fitted }) => fitted.strength),
    practiceDensity,
    calibration,
    cut,
    practiceTables: practice.length,
    draws: new Set(practice.map(({ part }) => part.draw)).size,
    practised: practisedReliability(held),
  };
  return { model, probed, heldOut: scored, without: without.map((less, left) => ({ ...model, ...weighed(left), cut: less })) };
}

/** Tables beside practice, each judged by members that have not met its items. */
function triedBeside(
  model: Scorer,
  practice: readonly PracticeTable[],
  others: readonly PracticeTable[],
  members: readonly Member[],
): HeldOutTable[] {
  const unmet = membersUnmet(
    [...practice, ...others].map(({ items }) => items),
    members,
  ).slice(practice.length);
  return others.map(({ evidence, original }, at) => {
    const { key, rows, columns } = evidence;
    const own = unmet[at].map((member) => members[member].fitted.weights);
    const s = scoreTable(own.length === 0 ? model : { ...model, weights: meanOf(own, -1) }, evidence);
    return { rows, columns, original, probability: marginalsOf({ key, rows, columns, s }, model.constrained, model.seed), weight: 1 };
  });
}

/** How the account that the rest gives of a world compares with its truth. */
function probedBy(tables: readonly HeldOutTable[], { own, rest, weights }: Probe): Recalibration {
  const map = calibrationBy(heldOut(rest.map((at, place) => ({ ...tables[at], weight: weights[place] }))));
  return recalibration(
    own.map((at) => ({ original: tables[at].original, probability: tables[at].probability.map((p) => calibrated(map, p)) })),
  );
}

/**
 * First-stage log-odds of the practice tables, each the mean over members that have not met its items. A single member is weaker than the ensemble
 * that scores the release: its confidence is too low, and the second stage would learn from unrepresentative input.
 */
function triedByAll(practice: readonly PracticeTable[], known: readonly LabelledTable[], members: readonly Member[]): Float64Array[] {
  const unmet = membersUnmet(
    practice.map(({ items }) => items),
    members,
  );
  return unmet.map((own, at) => {
    const weights = meanOf(
      own.map((member) => members[member].fitted.weights),
      -1,
    );
    return logOdds(known[at].evidence, new Float64Array(weights));
  });
}

/** Second-stage log-odds of the practice tables, each by the member that validates it. */
function tried(known: readonly LabelledTable[], members: readonly Member[], weights: readonly Float64Array[]): Float64Array[] {
  const scores: Float64Array[] = [];
  for (const [member, { tries }] of members.entries()) {
    for (const at of tries) scores[at] = logOdds(known[at].evidence, weights[member]);
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
  const start = flatStart(known, width);
  let done = 0;
  return partsOf(practice).flatMap((folds) =>
    folds.flatMap((fitted, fold): Member[] => {
      const tries = folds[1 - fold] as readonly number[];
      if (tries.length === 0) return [];
      const tables = fitted.map((at) => known[at]);
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

export function flatStart(known: readonly LabelledTable[], width: number): FitOptions {
  const telling = tellingOf(known);
  const start = flatWeights(telling, width);
  return { start, curvature: curvatureOf(telling, start) };
}

function partsOf(practice: readonly PracticeTable[]): number[][][] {
  const draws: number[][][] = [];
  for (const [at, { part }] of practice.entries()) {
    const folds = draws[part.draw] ?? Array.from({ length: FOLDS }, (): number[] => []);
    draws[part.draw] = folds;
    folds[part.fold]?.push(at);
  }
  return draws.filter((draw) => draw !== undefined);
}

function meanOf(all: readonly Float64Array[], left: number): number[] {
  const kept = all.filter((_, at) => at !== left);
  return Array.from(all[0] ?? [], (_, at) => kept.reduce((total, each) => total + each[at], 0) / kept.length);
}

/** Mean number of tables that use an item; it reduces the effective number of tables. */
function reuseOf(practice: readonly PracticeTable[]): number {
  const items = practice.flatMap((table) => [...table.items]);
  return items.length / Math.max(1, new Set(items).size);
}

type Scorer = Pick<TrainedModel, 'scaling' | 'weights' | 'second' | 'constrained' | 'seed'>;

export const scoreTable = (model: Scorer, evidence: TableEvidence): Float64Array => scoresOf([model], evidence)[0];

/** Scores by several models that differ only in weights (jackknife): evidence is scaled once. */
export function scoresOf(models: readonly Scorer[], evidence: TableEvidence): Float64Array[] {
  const [first] = models;
  if (first === undefined) return [];
  const { key, rows, columns } = evidence;
  const all = scoredBy(evidence, first.scaling, models.map(({ weights }) => weights)); // biome-ignore format: one thing
  return models.map(({ second, constrained, seed }, at) =>
    secondScores(second, evidence, { key, rows, columns, s: all[at] }, constrained, seed),
  );
}
