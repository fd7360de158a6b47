import { solved } from '../numeric/cholesky.ts';
import { exp, logSumExp } from '../numeric/numeric.ts';

/** A set of rows; exactly one is right. */
export interface Choice {
  /** Row-major, one column a feature. */
  readonly evidence: Float64Array;
  readonly rows: number;
  readonly right: number;
}

/** P(row) is proportional to exp(weights x evidence / scales). */
export interface ChoiceModel {
  readonly weights: Float64Array;
  /** Standard deviation of each feature within its sets; 1 if it never varies. */
  readonly scales: Float64Array;
}

const ROUNDS = 25;
const SETTLED = 1e-10;
const LEAST_STEP = 1e-9;

/** Maximum likelihood less `ridge` / 2 times the squared weights, by Newton's method. */
export function fitChoices(choices: readonly Choice[], features: number, ridge: number): ChoiceModel {
  const scales = scalesOf(choices, features);
  const scaled = choices.map((choice) => ({ ...choice, evidence: scaledBy(scales, choice.evidence) }));
  const worthOf = (tried: Float64Array): number =>
    (-ridge / 2) * tried.reduce((total, weight) => total + weight * weight, 0) + logLikelihood(scaled, tried);
  let weights = new Float64Array(features);
  let worth = worthOf(weights);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = weights.map((weight) => -ridge * weight);
    const curve = new Float64Array(features * features);
    for (let f = 0; f < features; f += 1) curve[f * features + f] = ridge;
    for (const choice of scaled) addChoice(choice, weights, slope, curve);
    const step = solved(curve, slope);
    if (step === null) break;
    // From far away a whole step may overshoot the maximum, and diverge from there: then half of it, and so on.
    let share = 1;
    let next = { weights, worth };
    for (; share > LEAST_STEP; share /= 2) {
      const tried = weights.map((weight, f) => weight + share * step[f]);
      next = { weights: tried, worth: worthOf(tried) };
      if (next.worth >= worth) break;
    }
    if (share <= LEAST_STEP) break;
    const most = step.reduce((greatest, by) => Math.max(greatest, Math.abs(by)), 0);
    ({ weights, worth } = next);
    if (most < SETTLED) break;
  }
  return { weights, scales };
}

/** The logarithm of the probability of all right rows. */
export function logLikelihood(choices: readonly Choice[], weights: Float64Array): number {
  let total = 0;
  for (const { evidence, right } of choices) {
    const scores = scoresOf(evidence, weights);
    total += scores[right] - logSumExp(scores);
  }
  return total;
}

export const rowProbabilities = ({ weights, scales }: ChoiceModel, evidence: Float64Array): Float64Array =>
  softmax(scoresOf(scaledBy(scales, evidence), weights));

function softmax(scores: Float64Array): Float64Array {
  const all = logSumExp(scores);
  return scores.map((score) => exp(score - all));
}

const scaledBy = (scales: Float64Array, evidence: Float64Array): Float64Array =>
  evidence.map((value, at) => value / scales[at % scales.length]);

function scoresOf(evidence: Float64Array, weights: Float64Array): Float64Array {
  const scores = new Float64Array(evidence.length / weights.length);
  for (let at = 0; at < evidence.length; at += 1) scores[Math.floor(at / weights.length)] += evidence[at] * weights[at % weights.length];
  return scores;
}

/** Adds the gradient and the negative Hessian of one choice. */
function addChoice({ evidence, rows, right }: Choice, weights: Float64Array, slope: Float64Array, curve: Float64Array): void {
  const width = weights.length;
  const likely = softmax(scoresOf(evidence, weights));
  const mean = new Float64Array(width);
  for (let at = 0; at < evidence.length; at += 1) mean[at % width] += likely[Math.floor(at / width)] * evidence[at];
  for (let f = 0; f < width; f += 1) slope[f] = slope[f] + evidence[right * width + f] - mean[f];
  for (let row = 0; row < rows; row += 1) {
    for (let f = 0; f < width; f += 1) {
      const apart = likely[row] * (evidence[row * width + f] - mean[f]);
      for (let g = 0; g < width; g += 1) curve[f * width + g] += apart * (evidence[row * width + g] - mean[g]);
    }
  }
}

function scalesOf(choices: readonly Choice[], features: number): Float64Array {
  const squares = new Float64Array(features);
  let members = 0;
  for (const { evidence, rows } of choices) {
    members += rows;
    for (let f = 0; f < features; f += 1) {
      let total = 0;
      for (let row = 0; row < rows; row += 1) total += evidence[row * features + f];
      for (let row = 0; row < rows; row += 1) {
        const apart = evidence[row * features + f] - total / rows;
        squares[f] += apart * apart;
      }
    }
  }
  return squares.map((square) => (square > 0 ? Math.sqrt(square / members) : 1));
}
