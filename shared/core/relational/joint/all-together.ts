import { decided, notComputable, type Trial } from '../../findings/finding.ts';
import type { ByAttack } from '../../verdict/finding.ts';
import type { TargetGuess } from '../../verdict/said.ts';
import { statementsOf } from '../assess/background-persons.ts';
import { type External, linkColumns } from '../assess/link-findings.ts';
import { type OtherRelease, rowsOfBoth } from '../assess/rows-of-both.ts';
import { alike, surelyOrMeasured, valueSaid } from '../assess/surely.ts';
import type { AttackTold } from '../assess/told.ts';
import type { BackgroundStatement } from '../attack/background.ts';
import { areInFull, type Linked, linkTables } from '../attack/linking.ts';
import { type Posterior, posteriorOf } from '../attack/posterior.ts';
import { matchRows } from '../attack/row-matching.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { type Table, valueAt } from '../model/table.ts';

/** Kinds of knowledge beside the register and the release. */
interface Beside {
  readonly statements: readonly BackgroundStatement[];
  readonly other: OtherRelease | null;
}

/** The rows of the release that may be a person's, and for each value how much else speaks for it. */
interface Left {
  readonly rows: readonly number[];
  weigh(code: number, row: number): number;
}

const TIE = 1e-12;

/**
 * Everything at once: the rows that cells, a second release of the same people and a complete register leave to each person, weighed by statements
 * and by another holder's release. What is certain by it is certain whatever the rest is; the best of each knowledge alone is the baseline.
 */
export function allTogether(
  by: ByAttack,
  known: KnownTable,
  { sensitive }: SensitiveColumn,
  external: External,
  linked: Linked,
  beside: Beside,
): AttackTold | Trial {
  const { statements, other } = beside;
  const parts: Beside[] = [
    ...(statements.length === 0 ? [] : [{ statements, other: null }]),
    ...(other === null || other.relation === 'earlier' || other.relation === 'later' ? [] : [{ statements: [], other }]),
  ];
  if (parts.length < 2)
    return notComputable(by.attack, by.about, 'statements and a second release of the same people, or of another holder, are needed');
  const believing = (knowledge: Beside) => believed(known, sensitive, external.table, linked, knowledge);
  const [whole, ...alone] = [{ statements, other }, ...parts].map(believing) as [
    (person: number) => Posterior | null,
    ...((person: number) => Posterior | null)[],
  ];
  const { rows } = external.table;
  const said: TargetGuess[] = [];
  let [certain, before] = [0, 0];
  for (let person = 0; person < rows; person += 1) {
    const own = whole(person);
    const [less = null] = alone.map((each) => each(person)).sort((a, b) => (b?.shares[0] ?? 0) - (a?.shares[0] ?? 0));
    const truth = sensitive.codes[external.recordOf?.[person] ?? -1] ?? -1;
    if ((own?.shares[0] ?? 0) >= 1 - TIE) certain += 1;
    if ((less?.shares[0] ?? 0) >= 1 - TIE) before += 1;
    if (external.recordOf === null || truth >= 0) said.push(valueSaid(linked.left.of[person] as number, 1, truth, own, less));
  }
  const of = Math.max(1, rows);
  const trial = decided(
    by.attack,
    sensitive.name,
    `with everything at once the value of ${certain} of ${rows} persons of the register is certain, by the best of it alone of ${before}`,
    {
      people: rows,
      coverage: 1,
      figure: 'value certain',
      value: certain / of,
      baseline: { name: 'the best knowledge alone', value: before / of },
    },
  );
  const findings = surelyOrMeasured(by, alike(said), 'the best knowledge alone', trial.reason);
  return { trial, findings: external.recordOf === null ? findings.filter(({ state }) => state === 'proved') : findings };
}

/** What is believed of a person's value. */
function believed(
  known: KnownTable,
  sensitive: SensitiveColumn['sensitive'],
  persons: Table,
  linked: Linked,
  { statements, other }: Beside,
) {
  const holds = statementsOf(known, persons);
  const inFull = rowsInFull(known, linked);
  const ofOther = other === null || other.relation === 'other-holder' ? null : pairsOf(known, other.table, persons);
  const theirs = other?.relation === 'other-holder' ? valuesOfHolder(known, sensitive, other.table, persons) : null;
  const leftOf = (person: number): Left => ({
    rows: inFull(person).filter((row) => ofOther?.(person, row) ?? true),
    weigh(code, row) {
      const own = statements.filter((each) => each.value === sensitive.values[code] && holds(each, person, row));
      return own.reduce((product, { weight }) => product * weight, theirs?.(person, code) ?? 1);
    },
  });
  return (person: number): Posterior | null => {
    const { rows, weigh } = leftOf(person);
    const weights = new Map<number, number>();
    for (const row of rows) {
      const code = sensitive.codes[row] as number;
      // A row whose value nobody knows may have any: nothing is certain of whom it may be.
      if (sensitive.missing[code] === 1) return null;
      weights.set(code, (weights.get(code) ?? 0) + weigh(code, row));
    }
    return posteriorOf(weights);
  };
}

/** Rows whose cells cover a person; the suppressed ones too, unless a complete register leaves none of them to her. */
function rowsInFull({ classes }: KnownTable, linked: Linked): (person: number) => readonly number[] {
  const rows: number[][] = Array.from({ length: linked.right.count }, () => []);
  const suppressed: number[] = [];
  for (const [row, group] of linked.right.of.entries()) {
    if ((classes.of[row] as number) < 0) suppressed.push(row);
    else rows[group]?.push(row);
  }
  const inFull = areInFull(linked, suppressed.length);
  const known = linked.partners.map((groups, person) => {
    const own = [...groups].flatMap((group) => rows[group] as number[]);
    return inFull[person] === true ? own : [...own, ...suppressed];
  });
  return (person) => known[linked.left.of[person] as number] as number[];
}

/** Whether a row of the release and some row of the other one can be the same person's, and both cover her. Null: they are not of the same people. */
function pairsOf(known: KnownTable, other: Table, persons: Table): ((person: number, row: number) => boolean) | null {
  const { linked } = rowsOfBoth(known, other, true);
  const found = matchRows(linked);
  if (!found.perfect) return null;
  const there = linkTables(
    linkColumns({ ...known, quasi: other.columns.filter(({ name }) => known.quasi.some((own) => own.name === name)) }, persons),
    persons.rows,
    other.rows,
  );
  // Groups of the other release by all that both publish, of those that cover a person.
  const partners = new Map<number, Set<number>>();
  for (const [left, groups] of found.possible.entries())
    for (const right of groups) partners.set(right, (partners.get(right) ?? new Set<number>()).add(left));
  const leftsOf = Array.from({ length: there.right.count }, () => new Set<number>());
  for (const [row, group] of there.right.of.entries()) leftsOf[group]?.add(linked.left.of[row] as number);
  const covering = there.partners.map((groups) => new Set([...groups].flatMap((group) => [...(leftsOf[group] as Set<number>)])));
  return (person, row) => {
    const own = covering[there.left.of[person] as number] as Set<number>;
    const able = partners.get(linked.right.of[row] as number);
    return able !== undefined && [...able].some((left) => own.has(left));
  };
}

/** How often another holder's rows that cover a person have a value, next to how often both have it: holders draw independently. */
function valuesOfHolder(
  known: KnownTable,
  sensitive: SensitiveColumn['sensitive'],
  other: Table,
  persons: Table,
): ((person: number, code: number) => number) | null {
  const column = other.columns.find(({ name }) => name === sensitive.name);
  if (column === undefined) return null;
  const quasi = other.columns.filter(({ name }) => known.quasi.some((own) => own.name === name));
  const there = linkTables(linkColumns({ ...known, quasi }, persons), persons.rows, other.rows);
  const counts = Array.from({ length: there.right.count }, () => new Map<string, number>());
  const all = new Map<string, number>();
  for (const [row, group] of there.right.of.entries()) {
    const value = valueAt(column, row);
    (counts[group] as Map<string, number>).set(value, (counts[group]?.get(value) ?? 0) + 1);
    all.set(value, (all.get(value) ?? 0) + 1);
  }
  return (person, code) => {
    const value = sensitive.values[code] as string;
    const groups = there.partners[there.left.of[person] as number] as Int32Array;
    // Whom the other holder does not have is not told of by it.
    if (groups.length === 0) return 1;
    const count = groups.reduce((sum, group) => sum + (counts[group]?.get(value) ?? 0), 0);
    return count / ((all.get(value) ?? 0) + (sensitive.totals[code] as number));
  };
}
