import { decided, type Trial } from '../../findings/finding.ts';
import type { ByAttack } from '../../verdict/finding.ts';
import type { TargetGuess } from '../../verdict/said.ts';
import type { BackgroundStatement } from '../attack/background.ts';
import type { Linked } from '../attack/linking.ts';
import { type Posterior, posteriorOf } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { CellReader, cellWithin } from '../model/cell.ts';
import { valueAt } from '../model/table.ts';
import type { External } from './link-findings.ts';
import { alike, surelyOrMeasured, valueSaid } from './surely.ts';
import type { AttackTold } from './told.ts';

const TIE = 1e-12;

/** Statements on persons of a register: each is judged on the person's own values where the register has them, else on the cells of her candidates. */
export function backgroundOfPersons(
  by: ByAttack,
  known: KnownTable,
  { sensitive }: SensitiveColumn,
  statements: readonly BackgroundStatement[],
  { table, recordOf }: External,
  linked: Linked,
): AttackTold {
  const { left, right, partners } = linked;
  const counts = Array.from({ length: right.count }, () => new Map<number, number>());
  for (const [row, group] of right.of.entries()) {
    const code = sensitive.codes[row] as number;
    if ((known.classes.of[row] as number) < 0 || sensitive.missing[code] === 1) continue;
    const own = counts[group] as Map<number, number>;
    own.set(code, (own.get(code) ?? 0) + 1);
  }
  const holds = statementsOf(known, table);
  const posteriorIn = (person: number, said: readonly BackgroundStatement[]): Posterior | null => {
    const weights = new Map<number, number>();
    for (const group of partners[left.of[person] as number] as Int32Array) {
      const own = said.filter((each) => holds(each, person, right.first[group] as number));
      for (const [code, count] of counts[group] as Map<number, number>) {
        const weight = own.reduce((product, each) => (each.value === sensitive.values[code] ? product * each.weight : product), count);
        weights.set(code, (weights.get(code) ?? 0) + weight);
      }
    }
    return posteriorOf(weights);
  };
  const said: TargetGuess[] = [];
  let [certain, before, covered] = [0, 0, 0];
  for (let person = 0; person < table.rows; person += 1) {
    const [own, less] = [posteriorIn(person, statements), posteriorIn(person, [])];
    const truth = sensitive.codes[recordOf?.[person] ?? -1] ?? -1;
    if (less !== null) covered += 1;
    if (isCertain(own)) certain += 1;
    if (isCertain(less)) before += 1;
    if (recordOf === null || truth >= 0) said.push(valueSaid(left.of[person] as number, 1, truth, own, less));
  }
  const of = Math.max(1, table.rows);
  const trial: Trial = decided(
    by.attack,
    sensitive.name,
    `with ${statements.length} statements the value of ${certain} of ${table.rows} persons of the register is certain, without them of ${before}`,
    {
      people: table.rows,
      coverage: covered / of,
      figure: 'value certain',
      value: certain / of,
      baseline: { name: 'the same without the statements', value: before / of },
    },
  );
  const findings = surelyOrMeasured(by, alike(said), 'the candidates without the statements', trial.reason);
  // Weights are opinions: short of certainty only the truth says how often they are right.
  return { trial, findings: recordOf === null ? findings.filter(({ state }) => state === 'proved') : findings };
}

const isCertain = (posterior: Posterior | null): boolean => posterior !== null && (posterior.shares[0] as number) >= 1 - TIE;

/** Whether a statement is of a person: by her own values where the register has them, else by the cells of a row that may be hers. */
export function statementsOf({ quasi, roles, hierarchies }: KnownTable, { columns }: External['table']) {
  const readers = new Map<string, CellReader>();
  const readerOf = (name: string): CellReader => {
    const known = readers.get(name);
    if (known !== undefined) return known;
    const type = roles.columns.get(name)?.type ?? 'word';
    const reader = new CellReader({ type, hierarchy: hierarchies.get(name) ?? null, missing: roles.missing });
    readers.set(name, reader);
    return reader;
  };
  return ({ where }: BackgroundStatement, person: number, row: number): boolean =>
    Object.entries(where).every(([name, cell]) => {
      const own = columns.find((column) => column.name === name);
      if (own !== undefined) return readerOf(name).covers(cell, valueAt(own, person));
      const published = quasi.find((column) => column.name === name);
      if (published === undefined) return false;
      const text = valueAt(published, row);
      return text === cell || cellWithin(readerOf(name).read(text), readerOf(name).read(cell), text);
    });
}
