import { exp } from '../../numeric/numeric.ts';
import { minimise } from '../../optimise/minimise.ts';

/** One occurrence of a piece: the evidence of the row that it came from, then of the rows that it could have come from as well. */
export interface Choice {
  /** Row-major, one column a measure. The first row is the right one. */
  readonly evidence: Float64Array;
  readonly rows: number;
}

const STEPS = 60;
const STRENGTHS: readonly number[] = [0.3, 0.03, 0.003];
const FOLDS = 4;

/** Minus the log-likelihood of the right rows, a choice on average, under p(row) proportional to exp(weights . evidence); and its gradient. */
export function choiceLoss(choices: readonly Choice[], weights: Float64Array, gradient: Float64Array): number {
  const width = weights.length;
  gradient.fill(0);
  let loss = 0;
  for (const { evidence, rows } of choices) {
    const p = new Float64Array(rows);
    let greatest = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < rows; row += 1) {
      let total = 0;
      for (let column = 0; column < width; column += 1) total += (weights[column] as number) * (evidence[row * width + column] as number);
      p[row] = total;
      greatest = Math.max(greatest, total);
    }
    const first = p[0] as number;
    let whole = 0;
    for (let row = 0; row < rows; row += 1) {
      p[row] = exp((p[row] as number) - greatest);
      whole += p[row] as number;
    }
    loss += (Math.log(whole) + greatest - first) / choices.length;
    for (let row = 0; row < rows; row += 1) {
      const over = ((p[row] as number) / whole - (row === 0 ? 1 : 0)) / choices.length;
      for (let column = 0; column < width; column += 1) {
        gradient[column] = (gradient[column] as number) + over * (evidence[row * width + column] as number);
      }
    }
  }
  return loss;
}

/**
 * Weights of greatest likelihood, less `strength` / 2 times their squares on evidence of like size. Nearness never speaks
 * against a row: a measure that would get a weight below 0 is left out, the worst first.
 */
export function fitChoices(choices: readonly Choice[], width: number, strength: number): Float64Array {
  const scale = deviations(choices, width);
  const used = new Set(scale.keys().filter((column) => (scale[column] as number) > 1e-9));
  for (;;) {
    const objective = (weights: Float64Array, gradient: Float64Array): number => {
      let loss = choiceLoss(choices, weights, gradient);
      for (let column = 0; column < width; column += 1) {
        const spread = scale[column] as number;
        const weight = (weights[column] as number) * spread;
        loss += (strength / 2) * weight * weight;
        gradient[column] = used.has(column) ? (gradient[column] as number) + strength * weight * spread : 0;
      }
      return loss;
    };
    const weights = minimise(objective, new Float64Array(width), STEPS, 1e-7);
    const worst = [...used].filter((column) => (weights[column] as number) < 0).sort((a, b) => size(b) - size(a) || a - b)[0];
    if (worst === undefined) return weights;
    used.delete(worst);
    function size(column: number): number {
      return -(weights[column] as number) * (scale[column] as number);
    }
  }
}

/** The strength is the one under which folds left out are likeliest; the strongest is tried first, and it wins a tie. */
export function fitByFolds(choices: readonly Choice[], width: number): { readonly weights: Float64Array; readonly strength: number } {
  const unused = new Float64Array(width);
  let best = { strength: STRENGTHS[0] as number, loss: Number.POSITIVE_INFINITY };
  for (const strength of STRENGTHS) {
    let loss = 0;
    for (let fold = 0; fold < FOLDS; fold += 1) {
      // Choices of one cluster stand side by side: folds are runs of them, not every fourth.
      const inFold = (_: Choice, at: number): boolean => Math.floor((at * FOLDS) / choices.length) === fold;
      const left = choices.filter(inFold);
      if (left.length === 0) continue;
      const kept = choices.filter((each, at) => !inFold(each, at));
      loss += choiceLoss(left, fitChoices(kept, width, strength), unused) * left.length;
    }
    if (loss < best.loss) best = { strength, loss };
  }
  return { weights: fitChoices(choices, width, best.strength), strength: best.strength };
}

/** Of the evidence within a choice: what is common to its rows decides nothing. */
function deviations(choices: readonly Choice[], width: number): Float64Array {
  const squares = new Float64Array(width);
  let count = 0;
  for (const { evidence, rows } of choices) {
    count += rows;
    for (let column = 0; column < width; column += 1) {
      let total = 0;
      for (let row = 0; row < rows; row += 1) total += evidence[row * width + column] as number;
      for (let row = 0; row < rows; row += 1) {
        const off = (evidence[row * width + column] as number) - total / rows;
        squares[column] = (squares[column] as number) + off * off;
      }
    }
  }
  return squares.map((each) => Math.sqrt(each / Math.max(1, count)));
}
