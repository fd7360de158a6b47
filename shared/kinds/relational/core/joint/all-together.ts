import type { ByAttack } from '../../../../core/verdict/finding.ts';
import { notComputable, type Trial } from '../../../../core/verdict/trial.ts';
import { certainPersons, statementsOf } from '../assess/background-persons.ts';
import { type External, linkWithOther, type OtherRelease, rowsOfBoth } from '../assess/link-findings.ts';
import type { AttackTold } from '../assess/told.ts';
import type { BackgroundStatement } from '../attack/background.ts';
import { areInFull, type Linked } from '../attack/linking.ts';
import { type Posterior, posteriorOf } from '../attack/posterior.ts';
import { matchRows } from '../attack/row-matching.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { type Table, valueAt } from '../model/table.ts';

/** Knowledge in addition to the register and the release. */
interface Beside {
  readonly statements: readonly BackgroundStatement[];
  readonly other: OtherRelease | null;
}

/** The candidate rows of a person, and a weight for each value from other knowledge. */
interface Left {
  readonly rows: readonly number[];
  weigh(code: number, row: number): number;
}

/**
 * All knowledge together: candidate rows from cells, a second release of the same people and a complete register, weighted by statements and
 * another holder's release. Certainty is sound whatever the weights are. The baseline is the best single kind of knowledge.
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
  return certainPersons(by, sensitive, external, linked, {
    own: whole,
    less: (person) => alone.map((each) => each(person)).sort((a, b) => (b?.shares[0] ?? 0) - (a?.shares[0] ?? 0))[0] ?? null,
    baselines: ['the best knowledge alone', 'the best knowledge alone'],
    coverage: () => 1,
    reason: (certain, before) =>
      `with everything at once the value of ${certain} of ${external.table.rows} persons of the register is certain, by the best of it alone of ${before}`,
  });
}

/** Posterior of a person's value. */
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
      const code = sensitive.codes[row];
      // A row with a missing value may have any, so its candidates are never certain.
      if (sensitive.missing[code] === 1) return null;
      weights.set(code, (weights.get(code) ?? 0) + weigh(code, row));
    }
    return posteriorOf(weights);
  };
}

/** Rows whose cells cover a person, and the suppressed ones unless a complete register rules them out for her. */
function rowsInFull({ classes }: KnownTable, linked: Linked): (person: number) => readonly number[] {
  const rows: number[][] = Array.from({ length: linked.right.count }, () => []);
  const suppressed: number[] = [];
  for (const [row, group] of linked.right.of.entries()) {
    if (classes.of[row] < 0) suppressed.push(row);
    else rows[group]?.push(row);
  }
  const inFull = areInFull(linked, suppressed.length);
  const known = linked.partners.map((groups, person) => {
    const own = [...groups].flatMap((group) => rows[group]);
    return inFull[person] === true ? own : [...own, ...suppressed];
  });
  return (person) => known[linked.left.of[person]];
}

/** Whether a row of the release and some row of the other release may both be hers. Null: the releases are of different people. */
function pairsOf(known: KnownTable, other: Table, persons: Table): ((person: number, row: number) => boolean) | null {
  const { linked } = rowsOfBoth(known, other, true);
  const found = matchRows(linked);
  if (!found.perfect) return null;
  const there = linkWithOther(known, persons, other);
  // Groups of the other release by the common columns, limited to those that cover a person.
  const partners = new Map<number, Set<number>>();
  for (const [left, groups] of found.possible.entries())
    for (const right of groups) partners.set(right, (partners.get(right) ?? new Set<number>()).add(left));
  const leftsOf = Array.from({ length: there.right.count }, () => new Set<number>());
  for (const [row, group] of there.right.of.entries()) leftsOf[group]?.add(linked.left.of[row]);
  const covering = there.partners.map((groups) => new Set([...groups].flatMap((group) => [...leftsOf[group]])));
  return (person, row) => {
    const own = covering[there.left.of[person]];
    const able = partners.get(linked.right.of[row]);
    return able !== undefined && [...able].some((left) => own.has(left));
  };
}

/** Weight of each value from another holder's rows that cover the person; assumes that holders draw independently. */
function valuesOfHolder(
  known: KnownTable,
  sensitive: SensitiveColumn['sensitive'],
  other: Table,
  persons: Table,
): ((person: number, code: number) => number) | null {
  const column = other.columns.find(({ name }) => name === sensitive.name);
  if (column === undefined) return null;
  const there = linkWithOther(known, persons, other);
  const counts = Array.from({ length: there.right.count }, () => new Map<string, number>());
  const all = new Map<string, number>();
  for (const [row, group] of there.right.of.entries()) {
    const value = valueAt(column, row);
    counts[group].set(value, (counts[group]?.get(value) ?? 0) + 1);
    all.set(value, (all.get(value) ?? 0) + 1);
  }
  return (person, code) => {
    const value = sensitive.values[code];
    const groups = there.partners[there.left.of[person]];
    // The other holder does not have this person.
    if (groups.length === 0) return 1;
    const count = groups.reduce((sum, group) => sum + (counts[group]?.get(value) ?? 0), 0);
    return count / ((all.get(value) ?? 0) + sensitive.totals[code]);
  };
}
