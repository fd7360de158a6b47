import { percent } from '../../../../core/verdict/figure-text.ts';
import { decided, notComputable, type Trial } from '../../../../core/verdict/trial.ts';
import { type Baselines, intervalOf, type JudgedValue, measureValues, valueLift } from '../attack/measure-values.ts';
import type { Concept } from '../attack/similarity.ts';
import { skewness } from '../attack/skewness.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { tallyClasses } from '../model/classes.ts';
import { classText } from '../model/table.ts';

const ATTACK = 'harmful-values';

/** Codes of the harmful values of a column, from its role or the claim. Values that no record has are left out. */
export function harmfulOf({ roles }: KnownTable, { sensitive: { name, values, totals } }: SensitiveColumn): readonly number[] {
  const { l } = roles.claim;
  const claimed = l?.columns?.includes(name) === false ? [] : (l?.harmful ?? []);
  const named = roles.columns.get(name)?.harmful ?? claimed;
  return [...new Set(named.map((value) => values.indexOf(value)))].filter((code) => code >= 0 && totals[code] > 0);
}

export function harmfulRegion({ values, shares }: SensitiveColumn['sensitive'], harmful: readonly number[]): Concept {
  const holds = new Uint8Array(values.length);
  for (const code of harmful) holds[code] = 1;
  const share = harmful.reduce((sum, code) => sum + shares[code], 0);
  return { name: 'values that harm', holds, members: harmful.length, share };
}

/** Exposure of people with a harmful value: they are few, and other figures would not show them. */
export function harmfulFinding(
  { classes }: KnownTable,
  { sensitive }: SensitiveColumn,
  harmful: readonly number[],
  { alone, marginal }: { readonly alone: readonly JudgedValue[]; readonly marginal: Baselines['judgedMarginal'] },
): Trial {
  const { name } = sensitive;
  if (harmful.length === 0) return notComputable(ATTACK, name, 'no record has one of the values that harm');
  const isHarmful = new Set(harmful);
  const ofThose = (judged: readonly JudgedValue[]) =>
    measureValues(
      judged.filter(({ truth }) => isHarmful.has(truth)),
      sensitive,
    );
  const [figures, less] = [ofThose(alone), ofThose(marginal)];
  if (figures.records === 0) return notComputable(ATTACK, name, 'everybody with a value that harms was suppressed');
  const { greatestRatio, twice, tenfold, recordsWithAbsent } = skewness(classes, sensitive, harmful);
  const most = greatestRatio === null ? '' : `; a class has one of them ${greatestRatio.ratio.toFixed(1)} times as often as it is at large`;
  const [, , ninety, , certain] = figures.disclosedAt;
  return decided(
    ATTACK,
    name,
    `of those who have a value that harms the class names it for ${percent(ninety?.share ?? 0)} with nine in ten certainty, for ${percent(certain?.share ?? 0)} surely${most}; ${percent(twice)} of everybody are in a class that at least doubles one, of ${percent(recordsWithAbsent)} one can be ruled out`,
    {
      people: figures.records,
      coverage: figures.coverage,
      figure: 'value that harms guessed right',
      value: figures.right,
      interval: intervalOf(figures),
      baseline: { name: 'marginal', value: less.right },
      overMarginal: valueLift(figures, less),
      overBaseline: valueLift(figures, less),
      disclosedAt: figures.disclosedAt,
      details: {
        values: harmful.length,
        meanProbabilityOfTruth: figures.meanTruth,
        log2Gain: figures.gain,
        twiceAsLikely: figures.twice,
        tenTimesAsLikely: figures.tenfold,
        greatestRatio: greatestRatio?.ratio ?? null,
        inClassesThatDouble: twice,
        inClassesThatTenfold: tenfold,
        recordsWithAbsent,
      },
    },
  );
}

interface HarmfulValue {
  readonly value: string;
  readonly records: number;
  readonly atLarge: number;
  /** Its greatest share in a class. */
  readonly most: number;
  /** Records in classes without it. */
  readonly without: number;
}

export function harmfulValues({ classes }: KnownTable, { sensitive }: SensitiveColumn, harmful: readonly number[]): HarmfulValue[] {
  const most = new Float64Array(harmful.length);
  const without = new Int32Array(harmful.length);
  tallyClasses(classes, sensitive, ({ counts, known }) => {
    if (known === 0) return;
    for (const [at, code] of harmful.entries()) {
      most[at] = Math.max(most[at], counts[code] / known);
      if (counts[code] === 0) without[at] += known;
    }
  });
  return harmful.map((code, at) => ({
    value: sensitive.values[code],
    records: sensitive.totals[code],
    atLarge: sensitive.shares[code],
    most: most[at],
    without: without[at],
  }));
}

/** Skewness attack: values far more frequent in a class than in the whole file. `harmful`: codes to consider, default all. */
export function skewed({ classes, quasi }: KnownTable, { sensitive }: SensitiveColumn, harmful?: readonly number[]): Trial {
  const found = skewness(classes, sensitive, harmful);
  const { greatestRatio: most } = found;
  const where = most === null ? '' : classText(quasi, classes.members[classes.starts[most.group]]);
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
