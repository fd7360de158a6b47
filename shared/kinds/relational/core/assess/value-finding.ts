import type { Lift } from '../../../../core/statistics/intervals.ts';
import { percent } from '../../../../core/verdict/figure-text.ts';
import { decided, type Trial } from '../../../../core/verdict/trial.ts';
import { type Baselines, intervalOf, type ValueFigures, valueLift } from '../attack/measure-values.ts';

/** Baselines of a value guess. */
interface Beside {
  readonly name: string;
  readonly figures: ValueFigures;
}

/** A finding whose figure is the share of people with a right best guess. */
export function valueFinding(
  attack: string,
  column: string,
  figures: ValueFigures,
  { marginal, withoutOwn, shuffled }: Baselines,
  beside: Beside,
  reason: string,
  details: Trial['details'] = {},
): Trial {
  // A lift needs the same records on both sides.
  const over = (less: ValueFigures): Lift | null => (figures.rows.length === less.rows.length ? valueLift(figures, less) : null);
  return decided(attack, column, reason, {
    people: figures.records,
    coverage: figures.coverage,
    figure: 'value guessed right',
    value: figures.right,
    interval: intervalOf(figures),
    baseline: { name: beside.name, value: beside.figures.right },
    overMarginal: over(marginal),
    overBaseline: over(beside.figures),
    disclosedAt: figures.disclosedAt,
    details: {
      marginal: marginal.right,
      withoutOwnRecord: withoutOwn.right,
      overWithoutOwnRecord: over(withoutOwn)?.lift ?? null,
      shuffled,
      meanProbabilityOfTruth: figures.meanTruth,
      log2Gain: figures.gain,
      twiceAsLikely: figures.twice,
      tenTimesAsLikely: figures.tenfold,
      ...details,
    },
  });
}

/** Compared with an attacker who has not seen the release. The leave-one-out baseline has: if a class is homogeneous it is equally right. */
export function homogeneous(column: string, figures: ValueFigures, baselines: Baselines): Trial {
  const beside = { name: 'marginal', figures: baselines.marginal };
  return valueFinding('homogeneity', column, figures, baselines, beside, homogeneityReason(figures, baselines));
}

function homogeneityReason({ disclosedAt, right }: ValueFigures, { withoutOwn }: Baselines): string {
  const [half, , ninety, , certain] = disclosedAt;
  return `who finds a person's class reads the value off it: for ${percent(certain?.share ?? 0)} of the people it holds one value, for ${percent(ninety?.share ?? 0)} nine in ten or more agree, for ${percent(half?.share ?? 0)} at least half; the best guess is right for ${percent(right)}, from the other records of the class alone for ${percent(withoutOwn.right)}`;
}
