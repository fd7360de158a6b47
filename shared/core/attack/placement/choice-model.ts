import { exp } from '../../numeric/numeric.ts';
import { minimise } from '../../optimise/minimise.ts';

/** One occurrence of a piece: the evidence of the row that it came from, then of the rows that it could have come from as well. */
export interface Choice {
  /** Row-major, one column a measure. The first row is the right one. */
  readonly evidence: Float64Array;
  readonly rows: number;
}

/** With what was placed where, by its items: rounds of practice meet the same again, which then teaches nothing more. */
export interface KnownChoice extends Choice {
  readonly occurrence: string;
}

const STEPS = 60;
const STRENGTHS: readonly number[] = [0.3, 0.03, 0.003];
const FOLDS = 4;
/** For one measure by itself. */
const ALONE = 0.03;

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

/** Weights of greatest likelihood, less `strength` / 2 times their squares on evidence of like size. */
export function fitChoices(choices: readonly Choice[], width: number, strength: number): Float64Array {
  const scale = deviations(choices, width);
  const objective = (weights: Float64Array, gradient: Float64Array): number => {
    let loss = choiceLoss(choices, weights, gradient);
    for (let column = 0; column < width; column += 1) {
      const spread = scale[column] as number;
      const weight = (weights[column] as number) * spread;
      loss += (strength / 2) * weight * weight;
      gradient[column] = (gradient[column] as number) + strength * weight * spread;
    }
    return loss;
  };
  return minimise(objective, new Float64Array(width), STEPS, 1e-7);
}

interface Fitted {
  readonly weights: Float64Array;
  readonly strength: number;
}

/**
 * Every measure is fitted by itself, and one factor for all of them together: measures of one thing go together, and weights fitted
 * side by side vary more from practice to practice than they gain. Nearness never speaks against a row: a measure that would
 * get a weight below 0 is left out. The strength is the one under which folds left out are likeliest.
 */
export function fitMeasures(choices: readonly Choice[], width: number): Fitted {
  const alone = Float64Array.from({ length: width }, (_, column) => {
    const [weight] = fitChoices(
      weighed(choices, (measure) => (measure === column ? 1 : 0)),
      1,
      ALONE,
    );
    return Math.max(0, weight as number);
  });
  const together = weighed(choices, (measure) => alone[measure] as number);
  const unused = new Float64Array(1);
  let best = { strength: STRENGTHS[0] as number, loss: Number.POSITIVE_INFINITY };
  for (const strength of STRENGTHS) {
    let loss = 0;
    for (let fold = 0; fold < FOLDS; fold += 1) {
      // Choices of one cluster stand side by side: folds are runs of them, not every fourth.
      const inFold = (_: Choice, at: number): boolean => Math.floor((at * FOLDS) / choices.length) === fold;
      const left = together.filter(inFold);
      if (left.length === 0) continue;
      const kept = together.filter((each, at) => !inFold(each, at));
      loss += choiceLoss(left, fitChoices(kept, 1, strength), unused) * left.length;
    }
    if (loss < best.loss) best = { strength, loss };
  }
  const factor = Math.max(0, fitChoices(together, 1, best.strength)[0] as number);
  return { weights: alone.map((weight) => weight * factor), strength: best.strength };
}

/** The same choices with one column of evidence: the weighed sum of all. */
function weighed(choices: readonly Choice[], weightOf: (measure: number) => number): Choice[] {
  return choices.map(({ evidence, rows }) => {
    const measures = evidence.length / rows;
    const sums = new Float64Array(rows);
    for (let row = 0; row < rows; row += 1) {
      for (let measure = 0; measure < measures; measure += 1)
        sums[row] = (sums[row] as number) + weightOf(measure) * (evidence[row * measures + measure] as number);
    }
    return { evidence: sums, rows };
  });
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
