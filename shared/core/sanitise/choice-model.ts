import { exp, logSumExp } from '../numeric/numeric.ts';
import { solved } from '../optimise/solve.ts';

/** A set of which exactly one is so: by member what speaks for it, and which it is. */
export interface Answered {
  readonly features: readonly Float64Array[];
  readonly answer: number;
}

/** How much each feature weighs; features are divided by how much they vary in practice. */
export interface ChoiceModel {
  readonly weights: Float64Array;
  readonly scales: Float64Array;
  /** Sets that it was fitted on. */
  readonly practice: number;
}

/** Fewer sets teach nothing: what was fitted on them would be quoted too surely. */
export const LEAST_PRACTICE = 30;
const ROUNDS = 25;
/** Weighs like one set or so: where features say nothing, every member is as likely. */
const RIDGE = 1;
const SETTLED = 1e-10;
const LEAST_STEP = 1e-9;

/** A conditional logit: P(member) is proportional to exp(weights x features). Fitted by Newton's steps on sets whose answer is known; null where these are few. */
export function fitChoiceModel(sets: readonly Answered[], features: number): ChoiceModel | null {
  if (sets.length < LEAST_PRACTICE) return null;
  const scales = scalesOf(sets, features);
  const scaled = sets.map(({ features: own, answer }) => ({
    rows: own.map((row) => row.map((value, f) => value / (scales[f] as number))),
    answer,
  }));
  let weights = new Float64Array(features);
  let worth = worthOf(scaled, weights);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = weights.map((weight) => -RIDGE * weight);
    const curve = new Float64Array(features * features);
    for (let f = 0; f < features; f += 1) curve[f * features + f] = RIDGE;
    for (const { rows, answer } of scaled) addSet(rows, answer, weights, slope, curve);
    const step = solved(curve, slope);
    if (step === null) break;
    // From far away a whole step may lead beyond the top, and from there ever further: then half of it, and so on.
    let share = 1;
    let next = { weights, worth };
    for (; share > LEAST_STEP; share /= 2) {
      const tried = weights.map((weight, f) => weight + share * (step[f] as number));
      next = { weights: tried, worth: worthOf(scaled, tried) };
      if (next.worth >= worth) break;
    }
    if (share <= LEAST_STEP) break;
    const most = step.reduce((greatest, by) => Math.max(greatest, Math.abs(by)), 0);
    ({ weights, worth } = next);
    if (most < SETTLED) break;
  }
  return { weights, scales, practice: sets.length };
}

/** What is made greatest: the log of the chance of all answers, less what the weights themselves cost. */
function worthOf(sets: readonly { readonly rows: readonly Float64Array[]; readonly answer: number }[], weights: Float64Array): number {
  let worth = (-RIDGE / 2) * weights.reduce((total, weight) => total + weight * weight, 0);
  for (const { rows, answer } of sets) {
    const scores = scoresOf(rows, weights);
    worth += (scores[answer] as number) - logSumExp(scores);
  }
  return worth;
}

/** P of each member, in the order of its features. */
export function chances({ weights, scales }: ChoiceModel, features: readonly Float64Array[]): Float64Array {
  return shares(
    features.map((row) => row.map((value, f) => value / (scales[f] as number))),
    weights,
  );
}

function shares(rows: readonly Float64Array[], weights: Float64Array): Float64Array {
  const scores = scoresOf(rows, weights);
  const all = logSumExp(scores);
  return scores.map((score) => exp(score - all));
}

const scoresOf = (rows: readonly Float64Array[], weights: Float64Array): Float64Array =>
  Float64Array.from(rows, (row) => row.reduce((total, value, f) => total + value * (weights[f] as number), 0));

function addSet(rows: readonly Float64Array[], answer: number, weights: Float64Array, slope: Float64Array, curve: Float64Array): void {
  const likely = shares(rows, weights);
  const mean = new Float64Array(weights.length);
  for (const [at, row] of rows.entries())
    for (const [f, value] of row.entries()) mean[f] = (mean[f] as number) + (likely[at] as number) * value;
  for (const [f, own] of mean.entries()) slope[f] = (slope[f] as number) + ((rows[answer] as Float64Array)[f] as number) - own;
  for (const [at, row] of rows.entries()) {
    for (let f = 0; f < weights.length; f += 1) {
      const apart = (likely[at] as number) * ((row[f] as number) - (mean[f] as number));
      for (const [g, value] of row.entries()) {
        const place = f * weights.length + g;
        curve[place] = (curve[place] as number) + apart * (value - (mean[g] as number));
      }
    }
  }
}

/** How far members of a set lie from their set's mean; 1 where a feature never differs. */
function scalesOf(sets: readonly Answered[], features: number): Float64Array {
  const squares = new Float64Array(features);
  let members = 0;
  for (const { features: rows } of sets) {
    members += rows.length;
    for (let f = 0; f < features; f += 1) {
      const mean = rows.reduce((total, row) => total + (row[f] as number), 0) / rows.length;
      for (const row of rows) {
        const apart = (row[f] as number) - mean;
        squares[f] = (squares[f] as number) + apart * apart;
      }
    }
  }
  return squares.map((square) => (square > 0 ? Math.sqrt(square / members) : 1));
}
