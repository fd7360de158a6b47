import { percent } from '../../findings/figure-text.ts';
import { decided, type Trial } from '../../findings/finding.ts';
import { skewness } from '../attack/skewness.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { classText } from './class-text.ts';

/** Where a class has values far more often than all records have. `harmful`: codes of the values that count, else all. */
export function skewed({ classes, quasi }: KnownTable, { sensitive }: SensitiveColumn, harmful?: readonly number[]): Trial {
  const found = skewness(classes, sensitive, harmful);
  const { greatestRatio: most } = found;
  const where = most === null ? '' : classText(quasi, classes.members[classes.starts[most.group] as number] as number);
  const reason =
    most === null
      ? 'no class has a known value'
      : `in the class ${where} one value is ${most.ratio.toFixed(1)} times as frequent as at large; ${percent(found.twice)} of the people are in a class that at least doubles some value, and for ${percent(found.recordsWithAbsent)} some value can be ruled out`;
  return decided('skewness', sensitive.name, reason, {
    people: classes.records - classes.suppressed,
    coverage: 1,
    figure:
      harmful === undefined
        ? 'some value at least twice as likely as at large'
        : 'some value that harms at least twice as likely as at large',
    value: found.twice,
    baseline: { name: 'marginal', value: 0 },
    details: {
      greatestRatio: most?.ratio ?? null,
      greatestDifference: found.greatestDifference?.difference ?? null,
      tenTimes: found.tenfold,
      absentValues: found.absent,
      recordsWithAbsent: found.recordsWithAbsent,
    },
  });
}
