import { percent } from '../../../../core/verdict/figure-text.ts';
import type { ByAttack } from '../../../../core/verdict/finding.ts';
import type { TargetGuess } from '../../../../core/verdict/guesses.ts';
import { decided, notComputable, type Trial } from '../../../../core/verdict/trial.ts';
import type { External, OtherRelease } from '../assess/link-findings.ts';
import { type AttackTold, alike, surelyOrMeasured, valueSaid } from '../assess/told.ts';
import type { ColumnStatement, MoveStatement } from '../attack/background.ts';
import type { ClassGuess } from '../attack/class-guess.ts';
import type { Linked } from '../attack/linking.ts';
import { type Posterior, reaches } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { ClassRule, SensitiveColumn } from '../check/rules.ts';
import { type Believed, believed, type PersonKnowledge } from './model.ts';

/** What is known in addition to the register and the release. */
export interface Beside {
  readonly statements: readonly ColumnStatement[];
  readonly other: OtherRelease | null;
  readonly isOrdered: boolean;
  readonly moves: readonly MoveStatement[];
  /** How columns go with values, calibrated by practice; null: it could not be, or the columns are not known. */
  readonly columns: { weigh(person: number, code: number): number; readonly error: number; readonly most: number } | null;
  readonly rules: readonly ClassRule[];
  /** Groups of values that harm as much as a value does. */
  readonly regions: readonly ClassGuess[];
  readonly seed: string;
}

const NAMES = {
  statements: 'the statements',
  other: 'the second release',
  isOrdered: 'the order of its rows',
  moves: 'who joined or left',
  columns: 'how columns go with values',
  rules: 'why classes were merged',
};
type Kind = keyof typeof NAMES;

export const wholeOf = ({ columns, ...rest }: Beside): PersonKnowledge => ({
  ...rest,
  columns: columns === null ? null : columns.weigh,
  prior: null,
});

/** All knowledge together: one posterior for each person of the register. Its baseline knows the most that is left when one kind is taken away. */
export function allTogether(
  [by, ofRegions]: readonly [ByAttack, ByAttack],
  known: KnownTable,
  { sensitive }: SensitiveColumn,
  { table, recordOf }: External,
  linked: Linked,
  beside: Beside,
  whole = (): Believed => believed(known, sensitive, table, linked, wholeOf(beside), beside.seed),
): AttackTold | Trial {
  const { statements, other, isOrdered, moves, columns, rules, regions, seed } = beside;
  const nothing: PersonKnowledge = { statements: [], other: null, isOrdered: false, moves: [], columns: null, rules: [], prior: null };
  const isKnown: Record<Kind, boolean> = {
    statements: statements.length > 0,
    other: other !== null,
    isOrdered,
    moves: other !== null && moves.length > 0,
    columns: columns !== null,
    rules: rules.length > 0,
  };
  const kinds = (Object.keys(isKnown) as Kind[]).filter((kind) => isKnown[kind]);
  if (kinds.length < 2)
    return notComputable(
      by.attack,
      by.about,
      'two kinds of knowledge are needed: statements, a second release, exact quasi-identifiers, a claim for whose sake classes were merged',
    );
  const own = whole();
  const without = kinds.map((kind) => ({
    kind,
    less: believed(known, sensitive, table, linked, { ...wholeOf(beside), [kind]: nothing[kind] }, seed),
  }));
  const [said, grouped]: [TargetGuess[], TargetGuess[]] = [[], []];
  const certain = new Map<Kind | 'all', number>();
  const count = (kind: Kind | 'all', posterior: Posterior | null): void => {
    if (reaches(posterior, 1)) certain.set(kind, (certain.get(kind) ?? 0) + 1);
  };
  let [covered, sure, expected, expectedLess] = [0, 0, 0, 0];
  for (let person = 0; person < table.rows; person += 1) {
    const posterior = own.of(person);
    const ablated = without.map(({ kind, less }) => {
      const each = less.of(person);
      count(kind, each);
      return each;
    });
    count('all', posterior);
    const best = ablated.reduce((a, b) => ((b?.shares[0] ?? 0) > (a?.shares[0] ?? 0) ? b : a), null);
    if (posterior !== null) covered += 1;
    if (reaches(posterior, 0.9)) sure += 1;
    expected += posterior?.shares[0] ?? 0;
    expectedLess += best?.shares[0] ?? 0;
    const truth = sensitive.codes[recordOf?.[person] ?? -1] ?? -1;
    const cluster = linked.left.of[person];
    if (recordOf === null || truth >= 0) said.push(valueSaid(cluster, 1, truth, posterior, best));
    if (regions.length === 0) continue;
    const confidence = regionShare(regions, posterior, sensitive.values.length);
    const less = Math.max(...ablated.map((each) => regionShare(regions, each, sensitive.values.length) ?? 0));
    grouped.push({ cluster, confidence, right: null, baselineConfidence: less, baselineRight: null });
  }
  const people = Math.max(1, table.rows);
  const each = kinds.map((kind) => `without ${NAMES[kind]} of ${certain.get(kind) ?? 0}`).join(', ');
  const reason = `with everything at once the value of ${certain.get('all') ?? 0} of ${table.rows} persons of the register is certain, ${each}; ${percent(sure / people)} are named with nine in ten certainty`;
  const trial = decided(by.attack, sensitive.name, reason, {
    people: table.rows,
    coverage: covered / people,
    figure: 'value guessed right, expected',
    value: expected / people,
    baseline: { name: 'the best without one kind of knowledge', value: expectedLess / people },
    details: {
      certain: certain.get('all') ?? 0,
      ...Object.fromEntries(kinds.map((kind) => [`certainWithout ${kind}`, certain.get(kind) ?? 0])),
      drawn: own.drawn,
      approximated: own.approximated,
    },
  });
  // Weights are opinions, other holders are rarely independent, and rows that depend on each other were weighed alone: then only certainty counts
  // without the original.
  const isCalibrated = other?.relation !== 'other-holder' && own.approximated === 0 && statements.every(({ weight }) => weight === 0);
  const doubt = isCalibrated ? { doubt: (columns?.error ?? 0) + (own.drawn * own.error) / people } : {};
  const findings = [
    ...surelyOrMeasured(by, alike(said), 'the same without one kind of knowledge', reason, doubt),
    ...(regions.length === 0 ? [] : surelyOrMeasured(ofRegions, alike(grouped), 'the same without one kind of knowledge', reason, doubt)),
  ];
  // Nor do columns make anybody surer than practice tells.
  const most = isCalibrated ? (columns?.most ?? 1) : -1;
  return {
    trial,
    findings: recordOf === null ? findings.filter(({ state, confidence }) => state === 'proved' || confidence <= most) : findings,
  };
}

/** Probability of the best group of values. */
function regionShare(regions: readonly ClassGuess[], posterior: Posterior | null, values: number): number | null {
  if (posterior === null) return null;
  const counts = new Float64Array(values);
  for (const [at, code] of posterior.codes.entries()) counts[code] = posterior.shares[at];
  const found = regions.map((region) => region.share({ counts, present: posterior.codes, known: 1 })).filter((share) => share !== null);
  return found.length === 0 ? null : Math.min(1, Math.max(...found));
}
