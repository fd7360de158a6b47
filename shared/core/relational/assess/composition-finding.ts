import { decided, notComputable, type Trial } from '../../findings/finding.ts';
import type { ByAttack } from '../../verdict/finding.ts';
import type { TargetGuess } from '../../verdict/said.ts';
import { compose } from '../attack/composition.ts';
import { type Linked, linkTables } from '../attack/linking.ts';
import { posteriorOf } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { type Column, type Table, valueAt } from '../model/table.ts';
import { type External, linkColumns } from './link-findings.ts';
import { alike, surelyOrMeasured, valueSaid } from './surely.ts';
import type { AttackTold } from './told.ts';

/** Two holders know one person: by her quasi-identifiers her class in each, and the values that both hold. */
export function composition(
  by: ByAttack,
  known: KnownTable,
  { sensitive }: SensitiveColumn,
  other: Table,
  external: External | null,
): AttackTold | Trial {
  const { name } = sensitive;
  if (external === null)
    return notComputable('composition', name, 'persons who are in both are needed: an external table with their quasi-identifiers');
  const [own, theirs] = [known.table.columns.find((column) => column.name === name), other.columns.find((column) => column.name === name)];
  if (own === undefined || theirs === undefined) return notComputable('composition', name, 'the other release does not have the column');
  const first = linkTables(
    linkColumns(known, external.table),
    external.table.rows,
    known.table.rows,
    (row) => (known.classes.of[row] as number) < 0,
  );
  const there = { ...known, quasi: other.columns.filter((column) => known.quasi.some((each) => each.name === column.name)) };
  const second = linkTables(linkColumns(there, external.table), external.table.rows, other.rows);
  const pooled = new Map<string, number>();
  for (const column of [own, theirs])
    for (const code of column.codes) pooled.set(column.values[code] as string, (pooled.get(column.values[code] as string) ?? 0) + 1);
  const total = own.codes.length + theirs.codes.length;
  const codes = new Map([...pooled.keys()].map((value, at) => [value, at]));
  const valuesIn = (linked: Linked, column: Column, person: number): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const group of linked.partners[linked.left.of[person] as number] as Int32Array)
      for (const row of rowsIn(linked, group)) {
        const value = column.values[column.codes[row] as number] as string;
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    return counts;
  };
  const rowsIn = rowIndex();
  let [sure, alone, contradictions, covered] = [0, 0, 0, 0];
  const said: TargetGuess[] = [];
  for (let person = 0; person < external.table.rows; person += 1) {
    const [one, two] = [valuesIn(first, own, person), valuesIn(second, theirs, person)];
    if (one.size === 0 || two.size === 0) continue;
    covered += 1;
    const most = (counts: Map<string, number>): number =>
      Math.max(...counts.values()) / [...counts.values()].reduce((sum, count) => sum + count, 0);
    if (Math.max(most(one), most(two)) >= 0.9) alone += 1;
    const both = compose(
      one,
      two,
      (value) => (pooled.get(value) ?? 0) / total,
      (value) => codes.get(value) ?? -1,
    );
    const record = external.recordOf?.[person] ?? -1;
    const truth = record < 0 ? -1 : (codes.get(valueAt(own, record)) ?? -1);
    const [surer] = [one, two].toSorted((a, b) => most(b) - most(a));
    const less = posteriorOf(Array.from(surer as Map<string, number>, ([value, count]) => [codes.get(value) as number, count] as const));
    if (external.recordOf === null || truth >= 0) said.push(valueSaid(first.left.of[person] as number, 1, truth, both, less));
    if (both === null) contradictions += 1;
    else if ((both.shares[0] as number) >= 0.9 - 1e-12) sure += 1;
  }
  if (covered === 0) return notComputable('composition', name, 'nobody of the external table is in both releases');
  const trial = decided(
    'composition',
    name,
    `of ${covered} persons in both releases ${sure} are named with nine in ten certainty by the two together, ${alone} by one of them alone`,
    {
      people: covered,
      coverage: covered / external.table.rows,
      figure: 'value named at 0.9 by both',
      value: sure / covered,
      baseline: { name: 'the surer release alone', value: alone / covered },
      details: { contradictions },
    },
  );
  const findings = surelyOrMeasured(by, alike(said), 'the surer release alone', trial.reason);
  // Holders are seldom independent: short of certainty only the truth says how often this is right.
  return { trial, findings: findings.map((each) => (each.state === 'not computable' ? { ...each, reason: WITHOUT_TRUTH } : each)) };
}

const WITHOUT_TRUTH =
  'how often it is right short of certainty is not known: it needs the original, with a column that names the persons of the register';

/** Rows of each group of the right, found once. */
function rowIndex(): (linked: Linked, group: number) => readonly number[] {
  const known = new Map<Linked, number[][]>();
  return (linked, group) => {
    let rows = known.get(linked);
    if (rows === undefined) {
      rows = Array.from({ length: linked.right.count }, () => []);
      for (const [row, own] of linked.right.of.entries()) rows[own]?.push(row);
      known.set(linked, rows);
    }
    return rows[group] ?? [];
  };
}
