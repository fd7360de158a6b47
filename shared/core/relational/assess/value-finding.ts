import { decided, type Trial } from '../../findings/finding.ts';
import type { Lift } from '../../measure/intervals.ts';
import { type Baselines, intervalOf, type ValueFigures, valueLift } from '../attack/measure-values.ts';

/** What the values are guessed by that an attack is held against. */
interface Beside {
  readonly name: string;
  readonly figures: ValueFigures;
}

/** A finding whose figure is the share of people whose value the best guess hits. */
export function valueFinding(
  attack: string,
  column: string,
  figures: ValueFigures,
  { marginal, withoutOwn, shuffled }: Baselines,
  beside: Beside,
  reason: string,
  details: Trial['details'] = {},
): Trial {
  // Lifts pair the same records: an attack that judges others has none.
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
