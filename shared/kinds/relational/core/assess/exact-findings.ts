import { reliability, Stated } from '../../../../core/statistics/reliability.ts';
import { percent } from '../../../../core/verdict/figure-text.ts';
import { type ByAttack, byAttack } from '../../../../core/verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../../../../core/verdict/guesses.ts';
import { decided, notComputable, type Trial } from '../../../../core/verdict/trial.ts';
import { intervalOf, type JudgedValue, measureValues } from '../attack/measure-values.ts';
import { minimality } from '../attack/minimality.ts';
import { naiveBayes } from '../attack/naive-bayes.ts';
import { hit, homogeneities, homogeneity, type Posterior, reaches } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import { type ClassRule, rulesOf, type SensitiveColumn } from '../check/rules.ts';
import { tallyClasses } from '../model/classes.ts';
import { groupByCells } from '../model/grouping.ts';
import { dealtOf, type Exact, practisedOf, quasiOf } from './practised-columns.ts';
import { type AttackTold, alike, tell, valueSaid } from './told.ts';

const MEMBERS = 'the exact quasi-identifiers of everybody in a class';
const minimalityOf = (about: string): ByAttack =>
  byAttack('learned', 'minimality', `${MEMBERS}, and that classes were merged only where the claim needs it`, { about });
const bayesOf = (about: string): ByAttack =>
  byAttack('learned', 'naive-bayes', `${MEMBERS}, and that they go with values alike everywhere`, { about });

export function exactFindings(known: KnownTable, exact: Exact, seed: string): readonly AttackTold[] {
  return known.sensitive.flatMap((column, at) => {
    const [one, other] = [minimalityOf(column.sensitive.name), bayesOf(column.sensitive.name)];
    return [
      ...(exact.buckets ? [] : [tell(one, 'not tried', () => minimal(one, known, column, at, exact, seed))]),
      tell(other, 'not tried', () => bayes(other, known, column, exact, seed)),
    ];
  });
}

/** Results of these attacks without exact quasi-identifiers: not tried. */
export const withoutExact = ({ sensitive }: KnownTable): AttackTold[] =>
  sensitive.flatMap(({ sensitive: { name } }) =>
    [minimalityOf(name), bayesOf(name)].map((by) =>
      tell(by, 'not tried', () =>
        notComputable(
          by.attack,
          name,
          'the exact quasi-identifiers of the members of classes are needed: an external table (--external), or buckets',
        ),
      ),
    ),
  );

interface Found {
  readonly group: number;
  readonly person: number;
  readonly posterior: Posterior | null;
}

function minimal(
  by: ByAttack,
  known: KnownTable,
  { sensitive }: SensitiveColumn,
  at: number,
  exact: Exact,
  seed: string,
): AttackTold | Trial {
  const rules = rulesOf(known.roles.claim, known.sensitive).filter(({ column }: ClassRule) => column === at);
  if (rules.length === 0)
    return notComputable(
      'minimality',
      sensitive.name,
      'nothing is claimed of the values (k alone tells nothing of why classes were merged)',
    );
  const columns = quasiOf(known, exact);
  const { of } = groupByCells(exact.table.rows, columns);
  const holds: Parameters<typeof minimality>[1] = (tally) => tally.known === 0 || rules.every((rule) => rule.holds(tally));
  const found: Found[] = [];
  let [merged, refused, needed] = [0, 0, 0];
  tallyClasses(known.classes, sensitive, (tally, group) => {
    const members = exact.members.get(group);
    if (members === undefined || tally.known !== members.length) return;
    const subgroups = Map.groupBy(members, (person) => of[person]);
    const alone = homogeneity(tally);
    const say = (posteriorOf: (subgroup: number) => Posterior | null): void => {
      for (const [place, persons] of [...subgroups.values()].entries())
        for (const person of persons) found.push({ group, person, posterior: posteriorOf(place) });
    };
    if (subgroups.size === 1) {
      say(() => alone);
      return;
    }
    merged += 1;
    const result = minimality(
      { subgroups: [...subgroups.values()].map(({ length }) => length), counts: tally.counts.slice() },
      holds,
      seed,
    );
    if (result.kind === 'not-computable') refused += 1;
    else if (result.consistent > 0) needed += 1;
    say((place) => (result.kind === 'found' ? (result.posteriors[place] ?? null) : alone));
  });
  if (found.length === 0)
    return notComputable('minimality', sensitive.name, 'the external table gives the exact quasi-identifiers of no whole class');
  const reason = `of ${merged} classes that hold several exact quasi-identifiers ${needed} can have been merged because a part of them fails alone, which shifts what their members are likely to have`;
  return said(by, known, sensitive, found, exact, reason, {
    classesMerged: merged,
    classesRefused: refused,
    classesNeeded: needed,
  });
}

function bayes(by: ByAttack, known: KnownTable, column: SensitiveColumn, exact: Exact, seed: string): AttackTold | Trial {
  const { sensitive } = column;
  const { buckets, persons, groups } = dealtOf(known, column, exact);
  if (persons.length === 0)
    return notComputable('naive-bayes', sensitive.name, 'no class or bucket is known with the exact quasi-identifiers of all its members');
  const practised = practisedOf(known, column, exact);
  const calibrated = 'why' in practised ? null : practised;
  const naive = calibrated === null ? naiveBayes(buckets, seed) : null;
  const all = naive?.exact ?? false;
  const found = persons.map((person, at) => ({
    group: groups[buckets.of[at]],
    person,
    posterior: naive?.posteriors[at] ?? calibrated?.posteriorAt(at) ?? null,
  }));
  const how =
    calibrated === null
      ? all
        ? 'all deals summed up'
        : 'deals drawn'
      : `in practice on known columns its probabilities were off by ${(100 * calibrated.error).toFixed(1)} points`;
  const reason = `quasi-identifiers that go with a value elsewhere tell who of a ${exact.buckets ? 'bucket' : 'class'} is likely to have it (${how})`;
  const details = {
    deals: calibrated !== null ? 'calibrated' : all ? 'all' : 'drawn',
    classes: groups.length,
    ...(calibrated === null ? {} : { practiceError: calibrated.error }),
  };
  return said(by, known, sensitive, found, exact, reason, details, practised);
}

/** With the original: how often it is right. Without: what the posterior expects. */
function said(
  by: ByAttack,
  { classes }: KnownTable,
  sensitive: SensitiveColumn['sensitive'],
  found: readonly Found[],
  { truth }: Exact,
  reason: string,
  details: Trial['details'],
  practised: { readonly error: number } | { readonly why: string } = { why: 'it has no practice' },
): AttackTold {
  const sure = found.filter(({ posterior }) => reaches(posterior, 0.9)).length;
  const alone = homogeneities(classes, sensitive);
  const expected = found.reduce((sum, { posterior }) => sum + (posterior?.shares[0] ?? 0), 0) / found.length;
  const judged = truth === null ? [] : found.flatMap((each): JudgedValue[] => judgedOf(each, truth(sensitive.name, each.person)));
  const measured = judged.length === 0 ? null : measureValues(judged, sensitive);
  const baseline =
    measured === null
      ? found.reduce((sum, { group }) => sum + (alone[group]?.shares[0] ?? 0), 0) / found.length
      : measureValues(
          judged.map((each) => ({ ...each, posterior: alone[each.group] ?? null })),
          sensitive,
        ).right;
  const stated = new Stated();
  for (const { posterior, truth: code } of judged)
    if (posterior !== null) stated.add(posterior.shares[0], hit(posterior, code) > 0.5 ? 1 : 0);
  const calibration = measured === null ? null : reliability(stated.counts());
  const trial = decided(
    by.attack,
    sensitive.name,
    `${reason}; ${percent(sure / found.length)} of ${found.length} people are named with nine in ten certainty`,
    {
      people: found.length,
      coverage: found.length / Math.max(1, classes.records - classes.suppressed),
      figure: measured === null ? 'value guessed right, expected' : 'value guessed right',
      value: measured?.right ?? expected,
      interval: measured === null ? null : intervalOf(measured),
      baseline: { name: 'counts of the class', value: baseline },
      disclosedAt: measured?.disclosedAt ?? [],
      details: {
        ...details,
        namedAt90: sure / found.length,
        ...(calibration === null ? {} : { calibrationError: calibration.error, calibrationFloor: calibration.floor }),
      },
    },
  );
  const each = found.flatMap(({ group, person, posterior }): TargetGuess[] => {
    const own = truth?.(sensitive.name, person) ?? -1;
    return truth !== null && own < 0 ? [] : [valueSaid(group, 1, own, posterior, alone[group] ?? null)];
  });
  const baselineName = 'counts of the class';
  const reading =
    truth !== null
      ? { baseline: baselineName, reason: trial.reason }
      : 'why' in practised
        ? {
            baseline: baselineName,
            reason: `who has which value is not known, and how often the attack is right cannot be learned from the release: ${practised.why}. It needs the original, with a column that names the persons of the register`,
          }
        : { baseline: baselineName, reason: trial.reason, doubt: practised.error };
  return { trial, findings: findingsOf(by, alike(each), reading) };
}

const judgedOf = ({ group, posterior }: Found, truth: number): JudgedValue[] =>
  truth < 0 ? [] : [{ group, posterior, truth, records: 1 }];
