import { BadInput } from '../../../../core/model/bad-input.ts';
import { type ClassGuess, conceptGuess, intervalGuess, valueGuess } from '../attack/class-guess.ts';
import { conceptsOfHierarchy } from '../attack/similarity.ts';
import type { Sensitive, ValueTally } from '../model/classes.ts';
import type { ClosenessClaim, DiversityClaim, TableClaim } from '../model/roles.ts';
import { confidenceRule, rangeRule, shareRule } from './bounds.ts';
import { distanceOf, type Meaning } from './closeness.ts';
import { countsDescending, EQUAL, entropyL, leastShare, positiveC, recursiveC } from './diversity.ts';

/** A rule on the value counts of one class. */
export interface ClassRule {
  /** As a person reads it: `entropy 5-diversity of occupation`. */
  readonly name: string;
  /** Which of the sensitive columns. */
  readonly column: number;
  /** The value of the class; null: no number satisfies the rule. */
  reached(tally: ValueTally): number | null;
  holds(tally: ValueTally): boolean;
  /** Direction of worse: a greater distance or a smaller diversity. */
  readonly worse: 'greater' | 'less';
  /** Stays satisfied when classes merge, even if failing classes may be suppressed. */
  readonly monotoneSuppressed: boolean;
}

export interface SensitiveColumn {
  readonly sensitive: Sensitive;
  readonly meaning: Meaning;
}

export function rulesOf(claim: TableClaim, columns: readonly SensitiveColumn[]): readonly ClassRule[] {
  const { l, t, alpha, confidence = [], ke } = claim;
  if ([l, t, alpha, confidence[0], ke].some((each) => each !== undefined) && columns.length === 0)
    throw new BadInput('l-diversity, t-closeness and bounds on values are about sensitive columns; none is named');
  const named = (names: readonly string[] | undefined): readonly number[] => {
    const unknown = names?.find((name) => !columns.some(({ sensitive }) => sensitive.name === name));
    if (unknown !== undefined) throw new BadInput(`the claim names "${unknown}", which is no sensitive column`);
    return [...columns.keys()].filter((at) => names?.includes(columns[at].sensitive.name) ?? true);
  };
  return [
    ...(l === undefined ? [] : named(l.columns).map((at) => diversityRule(l, columns[at], at))),
    ...(t === undefined ? [] : named(t.columns).map((at) => closenessRule(t, columns[at], at))),
    ...(alpha === undefined ? [] : named(alpha.columns).map((at) => shareRule(alpha, columns[at], at))),
    ...confidence.flatMap((each, number) =>
      named(each.column === undefined ? undefined : [each.column]).map((at) => confidenceRule(each, columns[at], at, number + 1)),
    ),
    ...(ke === undefined ? [] : named(ke.columns).map((at) => rangeRule(ke, columns[at], at))),
  ];
}

export function diversityRule(claim: DiversityClaim, { sensitive }: SensitiveColumn, column: number): ClassRule {
  const { form, l } = claim;
  const common = { column, worse: 'less', monotoneSuppressed: form === 'distinct' } as const;
  const of = `of ${sensitive.name}`;
  if (form === 'distinct') {
    return {
      ...common,
      name: `distinct ${l}-diversity ${of}`,
      reached: ({ present }) => present.length,
      holds: (tally) => tally.present.length >= l,
    };
  }
  if (form === 'entropy')
    return { ...common, name: `entropy ${l}-diversity ${of}`, reached: entropyL, holds: (tally) => entropyL(tally) >= l - EQUAL };
  const c = claim.c;
  if (c === undefined) throw new BadInput(`${form} l-diversity needs a "c" besides its "l"`);
  const codeOf = (value: string): number => sensitive.values.indexOf(value);
  const disclosable = new Set(form === 'recursive' ? [] : (claim.disclosable ?? []).map(codeOf));
  const harmful = form === 'negative-positive' ? (claim.harmful ?? []).map(codeOf) : [];
  const share = claim.share ?? 0;
  const reached = (tally: ValueTally): number | null =>
    form === 'recursive' ? recursiveC(countsDescending(tally), l) : positiveC(tally, disclosable, l);
  return {
    ...common,
    worse: 'greater',
    name: `${form} (${c}, ${l})-diversity ${of}`,
    reached,
    holds(tally) {
      const least = reached(tally);
      // Strict inequality: the class holds for every c above the value.
      const positive = least !== null && (least === 0 || least < c - EQUAL * c);
      return positive && (harmful.length === 0 || leastShare(tally, harmful) >= share - EQUAL);
    },
  };
}

/** Rule: no value, group of similar values or interval reaches this confidence in a class. */
export function boundRules(certainty: number, { sensitive, meaning }: SensitiveColumn, column: number): ClassRule[] {
  const interval = meaning.type === 'number' ? intervalGuess(sensitive) : null;
  const guesses: readonly (readonly [string, ClassGuess])[] = [
    ['value', valueGuess(sensitive)],
    ...(meaning.hierarchy === null ? [] : [['group of values', conceptGuess(conceptsOfHierarchy(sensitive, meaning.hierarchy))] as const]),
    ...(interval === null ? [] : [['interval', interval] as const]),
  ];
  return guesses.map(([what, { share }]) => {
    const reached = (tally: ValueTally): number => share(tally) ?? 0;
    return {
      name: `no ${what} of ${sensitive.name} in ${certainty} of a class`,
      column,
      reached,
      holds: (tally) => reached(tally) < certainty - EQUAL,
      worse: 'greater',
      monotoneSuppressed: false,
    };
  });
}

export function closenessRule({ distance, t }: ClosenessClaim, { sensitive, meaning }: SensitiveColumn, column: number): ClassRule {
  const measure = distanceOf(distance, sensitive, meaning);
  return {
    name: `${t}-closeness (${distance}) of ${sensitive.name}`,
    column,
    reached: measure,
    holds: (tally) => measure(tally) <= t + EQUAL,
    worse: 'greater',
    monotoneSuppressed: false,
  };
}
