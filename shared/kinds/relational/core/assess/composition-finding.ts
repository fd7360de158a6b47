import type { ByAttack } from '../../../../core/verdict/finding.ts';
import type { TargetGuess } from '../../../../core/verdict/guesses.ts';
import { decided, notComputable, type Trial } from '../../../../core/verdict/trial.ts';
import { type Linked, linkTables } from '../attack/linking.ts';
import { type Posterior, posteriorOf, reaches } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { type Column, type Table, valueAt } from '../model/table.ts';
import { type External, linkColumns, linkWithOther } from './link-findings.ts';
import { type AttackTold, alike, surelyOrMeasured, valueSaid } from './told.ts';

/** Composition attack: two holders publish the same person; her value is in both of her classes. */
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
  const first = linkTables(linkColumns(known, external.table), external.table.rows, known.table.rows, (row) => known.classes.of[row] < 0);
  const second = linkWithOther(known, external.table, other);
  const pooled = new Map<string, number>();
  for (const column of [own, theirs])
    for (const code of column.codes) pooled.set(column.values[code], (pooled.get(column.values[code]) ?? 0) + 1);
  const total = own.codes.length + theirs.codes.length;
  const codes = new Map([...pooled.keys()].map((value, at) => [value, at]));
  const [valuesHere, valuesThere] = [valuesFor(first, own), valuesFor(second, theirs)];
  let [sure, alone, contradictions, covered] = [0, 0, 0, 0];
  const said: TargetGuess[] = [];
  for (let person = 0; person < external.table.rows; person += 1) {
    const [one, two] = [valuesHere(person), valuesThere(person)];
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
    if (external.recordOf === null || truth >= 0) said.push(valueSaid(first.left.of[person], 1, truth, both, less));
    if (both === null) contradictions += 1;
    else if (reaches(both, 0.9)) sure += 1;
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
  // Holders are rarely independent: below certainty only the original tells how often this is right.
  return { trial, findings: findings.map((each) => (each.state === 'not computable' ? { ...each, reason: WITHOUT_TRUTH } : each)) };
}

const WITHOUT_TRUTH =
  'how often it is right short of certainty is not known: it needs the original, with a column that names the persons of the register';

/** Counts of the values in a person's candidate rows. */
function valuesFor({ left, right, partners }: Linked, column: Column): (person: number) => Map<string, number> {
  const rows: number[][] = Array.from({ length: right.count }, () => []);
  for (const [row, group] of right.of.entries()) rows[group]?.push(row);
  return (person) => {
    const counts = new Map<string, number>();
    for (const group of partners[left.of[person]])
      for (const row of rows[group]) {
        const value = valueAt(column, row);
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    return counts;
  };
}

/** Combines two holders' counts of a person's value: independent draws given her value, so P ~ n1 n2 / q. Null: no common value, a contradiction. */
export function compose(
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
  shareAtLarge: (value: string) => number,
  codeOf: (value: string) => number,
): Posterior | null {
  const weights: [number, number][] = [];
  for (const [value, count] of first) {
    const other = second.get(value);
    if (other !== undefined) weights.push([codeOf(value), (count * other) / shareAtLarge(value)]);
  }
  return posteriorOf(weights);
}
