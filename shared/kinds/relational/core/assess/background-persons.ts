import type { ByAttack } from '../../../../core/verdict/finding.ts';
import type { TargetGuess } from '../../../../core/verdict/guesses.ts';
import { decided } from '../../../../core/verdict/trial.ts';
import type { AboutPeople, BackgroundStatement } from '../attack/background.ts';
import type { Linked } from '../attack/linking.ts';
import { type Posterior, posteriorOf, reaches } from '../attack/posterior.ts';
import { cellReader, type KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { type CellReader, cellWithin } from '../model/cell.ts';
import type { Sensitive } from '../model/classes.ts';
import { valueAt } from '../model/table.ts';
import { type External, valuesOfGroups } from './link-findings.ts';
import { type AttackTold, alike, surelyOrMeasured, valueSaid } from './told.ts';

/** Statements on persons of a register, applied to the person's own values if the register has them, else to the cells of her candidates. */
export function backgroundOfPersons(
  by: ByAttack,
  known: KnownTable,
  { sensitive }: SensitiveColumn,
  statements: readonly BackgroundStatement[],
  external: External,
  linked: Linked,
): AttackTold {
  const { table } = external;
  const { left, right, partners } = linked;
  const counts = valuesOfGroups(known, sensitive, linked);
  const holds = statementsOf(known, table);
  const posteriorIn = (person: number, said: readonly BackgroundStatement[]): Posterior | null => {
    const weights = new Map<number, number>();
    for (const group of partners[left.of[person]]) {
      const own = said.filter((each) => holds(each, person, right.first[group]));
      for (const [code, count] of counts[group]) {
        const weight = own.reduce((product, each) => (each.value === sensitive.values[code] ? product * each.weight : product), count);
        weights.set(code, (weights.get(code) ?? 0) + weight);
      }
    }
    return posteriorOf(weights);
  };
  let covered = 0;
  const without = (person: number): Posterior | null => {
    const less = posteriorIn(person, []);
    if (less !== null) covered += 1;
    return less;
  };
  return certainPersons(by, sensitive, external, linked, {
    own: (person) => posteriorIn(person, statements),
    less: without,
    baselines: ['the same without the statements', 'the candidates without the statements'],
    coverage: () => covered / Math.max(1, table.rows),
    reason: (certain, before) =>
      `with ${statements.length} statements the value of ${certain} of ${table.rows} persons of the register is certain, without them of ${before}`,
  });
}

interface Believed {
  own(person: number): Posterior | null;
  /** With less knowledge. */
  less(person: number): Posterior | null;
  /** Names of the baseline: in the figure, and in the findings. */
  readonly baselines: readonly [figure: string, findings: string];
  /** Read after all persons were asked. */
  coverage(): number;
  reason(certain: number, before: number): string;
}

/** Persons of a register whose value is certain, compared with less knowledge. */
function certainPersons(
  by: ByAttack,
  sensitive: Sensitive,
  { table, recordOf }: External,
  { left }: Linked,
  { own: believed, less: believedLess, baselines, coverage, reason }: Believed,
): AttackTold {
  const said: TargetGuess[] = [];
  let [certain, before] = [0, 0];
  for (let person = 0; person < table.rows; person += 1) {
    const [own, less] = [believed(person), believedLess(person)];
    const truth = sensitive.codes[recordOf?.[person] ?? -1] ?? -1;
    if (reaches(own, 1)) certain += 1;
    if (reaches(less, 1)) before += 1;
    if (recordOf === null || truth >= 0) said.push(valueSaid(left.of[person], 1, truth, own, less));
  }
  const of = Math.max(1, table.rows);
  const trial = decided(by.attack, sensitive.name, reason(certain, before), {
    people: table.rows,
    coverage: coverage(),
    figure: 'value certain',
    value: certain / of,
    baseline: { name: baselines[0], value: before / of },
  });
  const findings = surelyOrMeasured(by, alike(said), baselines[1], trial.reason);
  // Weights are opinions: below certainty only the original tells how often they are right.
  return { trial, findings: recordOf === null ? findings.filter(({ state }) => state === 'proved') : findings };
}

/** Whether a statement applies to a person: by her own values if the register has them, else by the cells of a candidate row. */
export function statementsOf(known: KnownTable, { columns }: External['table']) {
  const { quasi } = known;
  const readers = new Map<string, CellReader>();
  const readerOf = (name: string): CellReader => {
    const reader = readers.get(name) ?? cellReader(known, name);
    readers.set(name, reader);
    return reader;
  };
  return ({ where }: AboutPeople, person: number, row: number): boolean =>
    Object.entries(where).every(([name, cell]) => {
      const own = columns.find((column) => column.name === name);
      if (own !== undefined) return readerOf(name).covers(cell, valueAt(own, person));
      const published = quasi.find((column) => column.name === name);
      if (published === undefined) return false;
      const text = valueAt(published, row);
      return text === cell || cellWithin(readerOf(name).read(text), readerOf(name).read(cell), text);
    });
}
