import { sharesOf } from '../../../../core/statistics/clusters.ts';
import { shareInterval } from '../../../../core/statistics/intervals.ts';
import { percent } from '../../../../core/verdict/figure-text.ts';
import { decided, notComputable, type Trial } from '../../../../core/verdict/trial.ts';
import { type Concept, conceptsOfClasses, conceptsOfHierarchy, narrowest } from '../attack/similarity.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { tallyClasses } from '../model/classes.ts';
import { classText, numberOf } from '../model/table.ts';

/** Groups of related values from a source. */
export interface RelatedConcepts {
  readonly concepts: readonly Concept[];
  readonly covered: number;
}

/** Groups of similar values, from the column's hierarchy and the sources. */
export const conceptsOf = ({ sensitive, meaning }: SensitiveColumn, related: RelatedConcepts | null): readonly Concept[] => [
  ...(meaning.hierarchy === null ? [] : conceptsOfHierarchy(sensitive, meaning.hierarchy)),
  ...(related?.concepts ?? []),
];

/** Similarity attack: values that differ in name but belong to one group. */
export function similar({ classes, quasi }: KnownTable, column: SensitiveColumn, related: RelatedConcepts | null): Trial {
  const { sensitive, meaning } = column;
  const concepts = conceptsOf(column, related);
  if (concepts.length === 0) {
    const why =
      related === null
        ? 'the column has no hierarchy, and no source of relatedness was asked'
        : 'the column has no hierarchy, and the sources relate none of its values';
    return notComputable('similarity', sensitive.name, why);
  }
  const found = conceptsOfClasses(classes, sensitive, concepts);
  let [records, certain, ninety, marginal] = [0, 0, 0, 0];
  let surest: (typeof found)[number] = null;
  const rows = found.map((each, group) => {
    const whole = classes.sizes[group];
    records += whole;
    const named = each !== null && each.confidence >= 0.9 - 1e-12;
    if (named) ninety += whole;
    if (each !== null && each.confidence >= 1 - 1e-12) certain += whole;
    if (each !== null && named) marginal += whole * each.concept.share;
    if (each !== null && (surest === null || each.confidence / each.concept.share > surest.confidence / surest.concept.share))
      surest = each;
    return { group, transaction: group, part: named ? whole : 0, whole };
  });
  const best = surest as (typeof found)[number];
  const where = best === null ? '' : classText(quasi, classes.members[classes.starts[best.group]]);
  const reason =
    best === null
      ? 'no class says more of a group of like values than the whole file does'
      : `of ${percent(records === 0 ? 0 : ninety / records)} of the people it can be told with nine in ten certainty which group of like values theirs is in: in the class ${where} ${percent(best.confidence)} are "${best.concept.name}", at large ${percent(best.concept.share)}`;
  return decided('similarity', sensitive.name, reason, {
    people: records,
    coverage: meaning.hierarchy !== null ? 1 : (related?.covered ?? null),
    figure: 'group of like values named at 0.9',
    value: records === 0 ? null : ninety / records,
    interval: shareInterval(sharesOf(rows)),
    // A group has at most two thirds of all records, so the marginal never names one at 0.9.
    baseline: { name: 'marginal', value: 0 },
    details: {
      groupAtLarge: ninety === 0 ? null : marginal / ninety,
      certain: records === 0 ? null : certain / records,
      concepts: concepts.length,
      bySources: related?.concepts.length ?? 0,
    },
  });
}

const SHARE = 0.9;

/** Numbers of a class that are close together. */
export function narrow({ classes }: KnownTable, { sensitive }: SensitiveColumn): Trial {
  const numbers = sensitive.values.map(numberOf);
  const known = numbers.filter((value, code): value is number => value !== null && sensitive.totals[code] > 0);
  const low = known.reduce((least, value) => Math.min(least, value), Infinity);
  const high = known.reduce((most, value) => Math.max(most, value), -Infinity);
  if (!(high > low)) return notComputable('similarity-of-numbers', sensitive.name, 'the column has no two different numbers');
  let [records, tenth, quarter] = [0, 0, 0];
  tallyClasses(classes, sensitive, ({ counts, present, known: size }) => {
    const own = present
      .flatMap((code) => Array.from({ length: counts[code] }, () => numbers[code] ?? Number.NaN))
      .filter((each) => !Number.isNaN(each));
    if (own.length === 0) return;
    records += size;
    const width = narrowest(own, SHARE, high - low);
    if (width <= 0.1) tenth += size;
    if (width <= 0.25) quarter += size;
  });
  const share = (part: number): number => (records === 0 ? 0 : part / records);
  return decided(
    'similarity-of-numbers',
    sensitive.name,
    `for ${percent(share(tenth))} of the people nine in ten of their class lie within a tenth of the range, for ${percent(share(quarter))} within a quarter`,
    {
      people: records,
      coverage: 1,
      figure: 'value known within a tenth of the range',
      value: share(tenth),
      details: { withinQuarter: share(quarter) },
    },
  );
}
