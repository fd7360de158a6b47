import type { PairFinding } from '../../contracts/audit-comparison.ts';
import type { Estimate } from '../../contracts/report-data.ts';
import type { Lift } from '../../core/measure/intervals.ts';

/** Both have a value. */
interface TwoFigures {
  readonly first: Estimate;
  readonly second: Estimate;
  /** Whether rows pair the two, and the interval of the difference where there is enough to say. */
  readonly paired: boolean;
  readonly lift: Lift | null;
}

/** What may be said of two figures, by one table of cases. A difference of 0, and one whose interval touches 0, are undecided. */
export function findingOf({ first, second, paired, lift }: TwoFigures): PairFinding {
  if (paired) {
    if (lift === null) return 'undecided';
    return lift.low > 0 ? 'above' : lift.high < 0 ? 'below' : 'undecided';
  }
  if (isApart(first, second)) return 'apart above';
  return isApart(second, first) ? 'apart below' : 'undecided';
}

const isApart = (above: Estimate, below: Estimate): boolean => above.low !== null && below.high !== null && above.low > below.high;
