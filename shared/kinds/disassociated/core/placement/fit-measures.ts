import { type Choice, fitChoices, logLikelihood } from '../../../../core/statistics/conditional-logit.ts';

/** One occurrence of a piece: the row that it came from is right, among all rows that it could have come from. */
export interface KnownChoice extends Choice {
  /** The piece and its row, by their items. Practice rounds meet the same occurrence again, which teaches nothing more. */
  readonly occurrence: string;
}

/** Penalties per choice that are tried, on evidence scaled to unit variance. */
const STRENGTHS: readonly number[] = [0.3, 0.03, 0.003];
const FOLDS = 4;
/** The penalty for one measure by itself. */
const ALONE = 0.03;

/**
 * Every measure is fitted by itself, then one factor for all of them: measures are correlated, and weights fitted jointly vary more between
 * practice rounds than they gain. Nearness never counts against a row: a measure with a weight below 0 is left out. The strength is chosen by
 * cross-validation.
 */
export function fitMeasures(choices: readonly Choice[], width: number) {
  const alone = Float64Array.from({ length: width }, (_, column) =>
    Math.max(
      0,
      weightOf(
        weighed(choices, (measure) => (measure === column ? 1 : 0)),
        ALONE,
      ),
    ),
  );
  const together = weighed(choices, (measure) => alone[measure]);
  let best = { strength: STRENGTHS[0], loss: Number.POSITIVE_INFINITY };
  for (const strength of STRENGTHS) {
    let loss = 0;
    for (let fold = 0; fold < FOLDS; fold += 1) {
      // Choices of one cluster are neighbours, so folds are runs.
      const inFold = (_: Choice, at: number): boolean => Math.floor((at * FOLDS) / choices.length) === fold;
      const left = together.filter(inFold);
      if (left.length === 0) continue;
      const kept = together.filter((each, at) => !inFold(each, at));
      loss -= logLikelihood(left, Float64Array.of(weightOf(kept, strength)));
    }
    if (loss < best.loss) best = { strength, loss };
  }
  const factor = Math.max(0, weightOf(together, best.strength));
  return { weights: alone.map((weight) => weight * factor), strength: best.strength };
}

function weightOf(choices: readonly Choice[], strength: number): number {
  const { weights, scales } = fitChoices(choices, 1, strength * choices.length);
  return weights[0] / scales[0];
}

/** The same choices with one column of evidence: the weighed sum of all. */
function weighed(choices: readonly Choice[], weightOfMeasure: (measure: number) => number): Choice[] {
  return choices.map(({ evidence, rows, right }) => {
    const measures = evidence.length / rows;
    const sums = new Float64Array(rows);
    for (let row = 0; row < rows; row += 1) {
      for (let measure = 0; measure < measures; measure += 1) sums[row] += weightOfMeasure(measure) * evidence[row * measures + measure];
    }
    return { evidence: sums, rows, right };
  });
}
