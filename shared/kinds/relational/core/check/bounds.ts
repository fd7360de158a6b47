import { BadInput } from '../../../../core/model/bad-input.ts';
import type { ValueTally } from '../model/classes.ts';
import type { ConfidenceClaim, RangeClaim, ShareClaim } from '../model/roles.ts';
import { numberOf } from '../model/table.ts';
import { EQUAL } from './diversity.ts';
import type { ClassRule, SensitiveColumn } from './rules.ts';

const shareOf = (code: number, { counts, known }: ValueTally): number => (code < 0 || known === 0 ? 0 : counts[code] / known);

const bound = (name: string, column: number, most: number, reached: (tally: ValueTally) => number): ClassRule => ({
  name,
  column,
  reached,
  holds: (tally) => reached(tally) <= most + EQUAL,
  worse: 'greater',
  monotoneSuppressed: false,
});

/** The part of (alpha, k)-anonymity (Wong et al., 2006) that is about values: none of them, or none of those named, has more than alpha of a class. */
export function shareRule({ most, values }: ShareClaim, { sensitive }: SensitiveColumn, column: number): ClassRule {
  const codes = values?.map((value) => sensitive.values.indexOf(value)) ?? null;
  return bound(
    `share of at most ${most} of each ${values === undefined ? '' : 'named '}value of ${sensitive.name}`,
    column,
    most,
    (tally) => (codes ?? tally.present).reduce((greatest, code) => Math.max(greatest, shareOf(code, tally)), 0),
  );
}

/** Confidence bounding (Wang, Fung and Yu, 2007): a value is inferred from a class with at most this confidence. */
export function confidenceRule(
  { value, most }: ConfidenceClaim,
  { sensitive }: SensitiveColumn,
  column: number,
  number: number,
): ClassRule {
  const code = sensitive.values.indexOf(value);
  // The name is printed where values are not.
  return bound(`confidence of at most ${most} in value ${number} of ${sensitive.name}`, column, most, (tally) => shareOf(code, tally));
}

/** (k, e)-anonymity (Zhang et al., 2007): k different numbers in each class, e apart from the least to the greatest. */
export function rangeRule({ k, e }: RangeClaim, { sensitive }: SensitiveColumn, column: number): ClassRule {
  const numbers = Float64Array.from(sensitive.values, (value, code) =>
    sensitive.missing[code] === 1 ? 0 : (numberOf(value) ?? Number.NaN),
  );
  if (numbers.some(Number.isNaN))
    throw new BadInput(`(k, e)-anonymity is about numbers, and "${sensitive.name}" has other values; name the columns it is claimed of`);
  const reached = ({ present }: ValueTally): number => {
    let [least, greatest] = [Infinity, -Infinity];
    for (const code of present) {
      least = Math.min(least, numbers[code]);
      greatest = Math.max(greatest, numbers[code]);
    }
    return present.length === 0 ? 0 : greatest - least;
  };
  return {
    name: `(${k}, ${e})-anonymity of ${sensitive.name}`,
    column,
    reached: (tally) => (tally.present.length < k ? 0 : reached(tally)),
    holds: (tally) => tally.present.length >= k && reached(tally) >= e - EQUAL * Math.max(1, e),
    worse: 'less',
    monotoneSuppressed: true,
  };
}
