import { percent } from '../../findings/figure-text.ts';
import { attempt, decided, type Finding, notComputable } from '../../findings/finding.ts';
import { sharesOf } from '../../measure/clusters.ts';
import { type Lift, shareInterval } from '../../measure/intervals.ts';
import { type ReliabilityBin, reliability, Stated } from '../../measure/reliability.ts';
import { type BackgroundStatement, withStatements, worstExclusions } from '../attack/background.ts';
import {
  type Baselines,
  baselinesOf,
  intervalOf,
  judgedValues,
  measureValues,
  type ValueFigures,
  valueLift,
} from '../attack/measure-values.ts';
import { hit, homogeneity, type Posterior } from '../attack/posterior.ts';
import { type Concept, conceptsOfClasses, conceptsOfHierarchy, narrowest } from '../attack/similarity.ts';
import { skewness } from '../attack/skewness.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { CellReader, cellWithin } from '../model/cell.ts';
import { tallyClasses } from '../model/classes.ts';
import { numberOf } from '../model/number.ts';
import { type Column, valueAt } from '../model/table.ts';
import { harmfulFinding, harmfulOf } from './harmful-values.ts';

/** What is found of one sensitive column, class by class. */
export interface ColumnFindings {
  readonly findings: readonly Finding[];
  readonly baselines: Baselines;
  /** How surely the class without the record itself is right: its guesses were not counted from what they are held against. */
  readonly heldOut: { readonly bins: readonly ReliabilityBin[]; readonly error: number; readonly floor: number } | null;
}

interface ColumnKnowledge {
  readonly statements: readonly BackgroundStatement[];
  /** By a source of relatedness; null where none was asked. */
  readonly related: { readonly concepts: readonly Concept[]; readonly covered: number } | null;
  readonly seed: string;
}

export function columnFindings(known: KnownTable, column: SensitiveColumn, knowledge: ColumnKnowledge): ColumnFindings {
  const { classes } = known;
  const { sensitive } = column;
  const { name } = sensitive;
  const baselines = baselinesOf(classes, sensitive, knowledge.seed);
  const posteriors: (Posterior | null)[] = [];
  tallyClasses(classes, sensitive, (tally) => posteriors.push(homogeneity(tally)));
  const judged = judgedValues(classes, sensitive, posteriors);
  const alone = measureValues(judged, sensitive);
  const harmful = harmfulOf(known, column);
  const isNamed = harmful.length > 0;
  return {
    baselines,
    heldOut: heldOutReliability(known, column),
    findings: [
      attempt('homogeneity', name, () => homogeneous(name, alone, baselines)),
      attempt('background', name, () => background(known, column, knowledge.statements, alone, baselines)),
      attempt('skewness', name, () => skewed(known, column, isNamed ? harmful : undefined)),
      ...(isNamed
        ? [
            attempt('harmful-values', name, () =>
              harmfulFinding(known, column, harmful, { alone: judged, marginal: baselines.judgedMarginal }),
            ),
          ]
        : []),
      attempt('similarity', name, () => similar(known, column, knowledge.related)),
      ...(column.meaning.type === 'number' ? [attempt('similarity-of-numbers', name, () => narrow(known, column))] : []),
    ],
  };
}

/** What the values are guessed by that an attack is held against. */
interface Beside {
  readonly name: string;
  readonly figures: ValueFigures;
}

/** A finding whose figure is the share of people whose value the best guess hits. */
function valueFinding(
  attack: string,
  column: string,
  figures: ValueFigures,
  { marginal, withoutOwn, shuffled }: Baselines,
  beside: Beside,
  reason: string,
  details: Finding['details'] = {},
): Finding {
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

/** Held against who has not seen the release. The class without the own record has: where others betray everybody it is as right. */
function homogeneous(column: string, figures: ValueFigures, baselines: Baselines): Finding {
  const beside = { name: 'marginal', figures: baselines.marginal };
  return valueFinding('homogeneity', column, figures, baselines, beside, homogeneityReason(figures, baselines));
}

function homogeneityReason({ disclosedAt, right }: ValueFigures, { withoutOwn }: Baselines): string {
  const [half, , ninety, , certain] = disclosedAt;
  return `who finds a person's class reads the value off it: for ${percent(certain?.share ?? 0)} of the people it holds one value, for ${percent(ninety?.share ?? 0)} nine in ten or more agree, for ${percent(half?.share ?? 0)} at least half; the best guess is right for ${percent(right)}, from the other records of the class alone for ${percent(withoutOwn.right)}`;
}

function background(
  known: KnownTable,
  { sensitive }: SensitiveColumn,
  statements: readonly BackgroundStatement[],
  alone: ValueFigures,
  baselines: Baselines,
): Finding {
  const { classes } = known;
  const worst = worstExclusions(classes, sensitive);
  const exclusions = Object.fromEntries(
    worst.slice(1).flatMap(({ excluded, greatest, certain }) => [
      [`certain when ${excluded} excluded`, certain],
      [`greatest confidence when ${excluded} excluded`, greatest],
    ]),
  );
  const [, one, two] = worst;
  const reason = `an attacker who can rule out one value is then certain of ${percent(one?.certain ?? 0)} of the people, who rules out two of ${percent(two?.certain ?? 0)}`;
  if (statements.length === 0)
    return decided('background', sensitive.name, reason, {
      people: alone.records,
      coverage: 1,
      figure: 'certain when one value is ruled out',
      value: one?.certain ?? null,
      baseline: { name: 'homogeneity', value: worst[0]?.certain ?? null },
      details: exclusions,
    });
  let contradictions = 0;
  const posteriors: (Posterior | null)[] = [];
  const holds = statementsOn(known, statements);
  tallyClasses(classes, sensitive, (tally, group) => {
    const said = holds(classes.members[classes.starts[group] as number] as number);
    const posterior = withStatements(tally, sensitive.values, said);
    if (posterior === null && tally.known > 0) contradictions += 1;
    posteriors.push(posterior);
  });
  const figures = measureValues(judgedValues(classes, sensitive, posteriors), sensitive);
  const told = `with ${statements.length} statements the best guess is right for ${percent(figures.right)} of the people, without them for ${percent(alone.right)}; ${reason}`;
  const beside = { name: 'homogeneity', figures: alone };
  return valueFinding('background', sensitive.name, figures, baselines, beside, told, { ...exclusions, contradictions });
}

/** The statements that hold of everybody in the class of a record: its cells are those that are named, or within them. */
function statementsOn(
  { quasi, roles, hierarchies }: KnownTable,
  statements: readonly BackgroundStatement[],
): (row: number) => BackgroundStatement[] {
  const readers = new Map(
    quasi.map((column) => {
      const type = roles.columns.get(column.name)?.type ?? 'word';
      return [
        column.name,
        { column, reader: new CellReader({ type, hierarchy: hierarchies.get(column.name) ?? null, missing: roles.missing }) },
      ];
    }),
  );
  const isSo = (row: number, name: string, cell: string): boolean => {
    const own = readers.get(name);
    if (own === undefined) return false;
    const text = valueAt(own.column, row);
    return text === cell || cellWithin(own.reader.read(text), own.reader.read(cell), text);
  };
  return (row) => statements.filter(({ where }) => Object.entries(where).every(([name, cell]) => isSo(row, name, cell)));
}

function skewed({ classes, quasi }: KnownTable, { sensitive }: SensitiveColumn, harmful?: readonly number[]): Finding {
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

/** Values that differ in name alone: by the column's hierarchy, else by what the sources hold together. */
function similar({ classes, quasi }: KnownTable, { sensitive, meaning }: SensitiveColumn, related: ColumnKnowledge['related']): Finding {
  const own = meaning.hierarchy === null ? [] : conceptsOfHierarchy(sensitive, meaning.hierarchy);
  const concepts = [...own, ...(related?.concepts ?? [])];
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
    const whole = classes.sizes[group] as number;
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
  const where = best === null ? '' : classText(quasi, classes.members[classes.starts[best.group] as number] as number);
  const reason =
    best === null
      ? 'no class says more of a group of like values than the whole file does'
      : `of ${percent(records === 0 ? 0 : ninety / records)} of the people it can be told with nine in ten certainty which group of like values theirs is in: in the class ${where} ${percent(best.confidence)} are "${best.concept.name}", at large ${percent(best.concept.share)}`;
  return decided('similarity', sensitive.name, reason, {
    people: records,
    coverage: own.length > 0 ? 1 : (related?.covered ?? null),
    figure: 'group of like values named at 0.9',
    value: records === 0 ? null : ninety / records,
    interval: shareInterval(sharesOf(rows)),
    // At large a group that is named so has two thirds at most: who knows no class names none.
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

function narrow({ classes }: KnownTable, { sensitive }: SensitiveColumn): Finding {
  const numbers = sensitive.values.map(numberOf);
  const known = numbers.filter((value, code): value is number => value !== null && (sensitive.totals[code] as number) > 0);
  const low = known.reduce((least, value) => Math.min(least, value), Infinity);
  const high = known.reduce((most, value) => Math.max(most, value), -Infinity);
  if (!(high > low)) return notComputable('similarity-of-numbers', sensitive.name, 'the column has no two different numbers');
  let [records, tenth, quarter] = [0, 0, 0];
  tallyClasses(classes, sensitive, ({ counts, present, known: size }) => {
    const own = present
      .flatMap((code) => Array.from({ length: counts[code] as number }, () => numbers[code] ?? Number.NaN))
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

/** Guesses of the class without the record, held against the record: what they state, and how often they are right. */
function heldOutReliability({ classes }: KnownTable, { sensitive }: SensitiveColumn): ColumnFindings['heldOut'] {
  const stated = new Stated();
  tallyClasses(classes, sensitive, ({ counts, present, known }) => {
    if (known < 2) return;
    for (const truth of present) {
      const rest = present
        .map((code) => [code, (counts[code] as number) - (code === truth ? 1 : 0)] as const)
        .filter(([, count]) => count > 0)
        .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
      const posterior = { codes: rest.map(([code]) => code), shares: rest.map(([, count]) => count / (known - 1)) };
      const chance = hit(posterior, truth);
      // A tie is right as often as chance decides; whole records are counted, the rest by their nearest number.
      const records = counts[truth] as number;
      const right = Math.round(records * chance);
      for (let each = 0; each < records; each += 1) stated.add(posterior.shares[0] as number, each < right ? 1 : 0);
    }
  });
  const found = reliability(stated.counts());
  return found === null ? null : { bins: found.bins, error: found.error, floor: found.floor };
}

export const classText = (quasi: readonly Column[], row: number): string =>
  quasi.map((column) => `${column.name} ${valueAt(column, row)}`).join(', ');
