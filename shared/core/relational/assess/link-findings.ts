import { percent } from '../../findings/figure-text.ts';
import { decided, notComputable, type Trial } from '../../findings/finding.ts';
import { byAttack, withoutFigure } from '../../verdict/finding.ts';
import { type LinkColumn, type Linked, linkingFigures, linkTables, type Risks, rightLinks, risksOf } from '../attack/linking.ts';
import { type JudgedValue, measureValues } from '../attack/measure-values.ts';
import { type Posterior, posteriorOf } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { CellReader } from '../model/cell.ts';
import type { Table } from '../model/table.ts';
import { linkedPersons, linkedValuesExposed } from './link-exposure.ts';
import { type AttackTold, tell } from './told.ts';

/** What an attacker brings: a table of persons with some of the quasi-identifiers. */
export interface External {
  readonly table: Table;
  /** The release's record of each person, -1 for who is not in it. Measures alone know it. */
  readonly recordOf: Int32Array | null;
}

const LINKING = byAttack('linked', 'linking', 'a register of persons with quasi-identifiers');

/** Without an external table every record's class is where a prosecutor looks for it: 1 / f. Nobody is linked by it: who is alone is singled out. */
export const withoutExternal = (known: KnownTable): AttackTold => ({
  trial: classLinking(known),
  findings: [withoutFigure(LINKING, 'not tried', 'no register of persons was given (--external)')],
});

export function classLinking({ classes }: KnownTable): Trial {
  const risks = risksOf(Array.from(classes.sizes, (size): [number, number] => [size, size]));
  const published = classes.records - classes.suppressed;
  return decided(
    'linking',
    null,
    `who knows all quasi-identifiers of a person in the release finds ${risks.unique} of ${published} records for certain, and links ${percent(risks.mean)} rightly on average; no external table was given, so who else has these is not known`,
    {
      people: published,
      coverage: 1,
      figure: 'linked right',
      value: risks.mean,
      baseline: { name: 'one of all records', value: published === 0 ? null : 1 / published },
      details: {
        prosecutorGreatest: risks.greatest,
        prosecutorMean: risks.mean,
        marketer: risks.mean,
        unique: risks.unique,
        ...aboveBounds(risks, 'prosecutor'),
      },
    },
  );
}

const aboveBounds = ({ above }: Risks, name: string): Record<string, number> =>
  Object.fromEntries(above.map(({ bound, records }) => [`${name} above ${bound}`, records]));

/** The columns that both have, as quasi-identifiers of the release. */
export function linkColumns({ quasi, roles, hierarchies }: KnownTable, external: Table): readonly LinkColumn[] {
  return quasi.flatMap((right) => {
    const left = external.columns.find(({ name }) => name === right.name);
    if (left === undefined) return [];
    const type = roles.columns.get(right.name)?.type ?? 'word';
    const reader = new CellReader({ type, hierarchy: hierarchies.get(right.name) ?? null, missing: roles.missing });
    return [{ left, right, reader }];
  });
}

interface ExternalLinks {
  readonly columns: readonly LinkColumn[];
  readonly linked: Linked;
}

export function linkExternal(known: KnownTable, external: Table): ExternalLinks | null {
  const columns = linkColumns(known, external);
  if (columns.length === 0) return null;
  const { of } = known.classes;
  return { columns, linked: linkTables(columns, external.rows, known.table.rows, (row) => (of[row] as number) < 0) };
}

export function externalFindings(known: KnownTable, external: External, links: ExternalLinks | null): readonly AttackTold[] {
  if (links === null)
    return [tell(LINKING, 'not computable', () => notComputable('linking', null, 'the external table has none of the quasi-identifiers'))];
  const { columns, linked } = links;
  return [
    tell(LINKING, 'not computable', () => {
      const { of, suppressed } = known.classes;
      const figures = linkingFigures(linked, suppressed);
      const { prosecutor, journalist } = figures;
      const right =
        external.recordOf === null ? null : rightLinks(linked, external.recordOf, (record) => (of[record] as number) < 0, suppressed);
      const published = known.classes.records - known.classes.suppressed;
      const named = columns.map(({ right: column }) => column.name).join(', ');
      const notPopulation =
        figures.notPopulation > 0
          ? `; ${figures.notPopulation} groups of records have fewer persons there than records here, so it is no population of the release`
          : '';
      const trial = decided(
        'linking',
        null,
        `by ${named} ${prosecutor.unique} of ${external.table.rows} persons of the external table have one record of the release to themselves, and a person is linked rightly with a chance of ${percent(prosecutor.mean)} on average${notPopulation}`,
        {
          people: external.table.rows,
          coverage: figures.coverage,
          figure: right === null ? 'linked right, expected' : 'linked right',
          value: right?.expected ?? prosecutor.mean,
          baseline: { name: 'one of all records', value: published === 0 ? null : 1 / published },
          details: {
            prosecutorGreatest: prosecutor.greatest,
            prosecutorMean: prosecutor.mean,
            journalistGreatest: journalist?.greatest ?? null,
            marketer: journalist?.mean ?? null,
            unique: prosecutor.unique,
            ...aboveBounds(prosecutor, 'prosecutor'),
            ...(journalist === null ? {} : aboveBounds(journalist, 'journalist')),
            ...(right === null ? {} : { uniqueLinks: right.unique, uniqueRight: right.rightUnique }),
          },
        },
      );
      return { trial, findings: linkedPersons(known, linked, external.recordOf, trial.reason) };
    }),
    ...known.sensitive.map((column) =>
      tell(byAttack('learned', 'linked-values', LINKING.knows, { about: column.sensitive.name }), 'not computable', () =>
        linkedValues(known, external, linked, column),
      ),
    ),
  ];
}

/** What the candidates of a person say of her value, each weighing alike. */
function linkedValues(known: KnownTable, { recordOf, table }: External, linked: Linked, column: SensitiveColumn): AttackTold {
  const { left, right, partners } = linked;
  const { sensitive } = column;
  const { name } = sensitive;
  const counts = Array.from({ length: right.count }, () => new Map<number, number>());
  for (const [row, group] of right.of.entries()) {
    const code = sensitive.codes[row] as number;
    if ((known.classes.of[row] as number) < 0 || sensitive.missing[code] === 1) continue;
    const own = counts[group] as Map<number, number>;
    own.set(code, (own.get(code) ?? 0) + 1);
  }
  const posteriors = partners.map((groups): Posterior | null => {
    const sum = new Map<number, number>();
    for (const group of groups)
      for (const [code, count] of counts[group] as Map<number, number>) sum.set(code, (sum.get(code) ?? 0) + count);
    return posteriorOf(sum);
  });
  let [sure, covered] = [0, 0];
  for (const group of left.of) {
    const posterior = posteriors[group];
    if (posterior === null || posterior === undefined) continue;
    covered += 1;
    if ((posterior.shares[0] as number) >= 0.9 - 1e-12) sure += 1;
  }
  const judged: JudgedValue[] = [];
  if (recordOf !== null) {
    for (const [person, group] of left.of.entries()) {
      const record = recordOf[person] as number;
      const truth = record < 0 ? -1 : (sensitive.codes[record] as number);
      if (truth >= 0 && sensitive.missing[truth] !== 1) judged.push({ group, posterior: posteriors[group] ?? null, truth, records: 1 });
    }
  }
  const figures = recordOf === null ? null : measureValues(judged, sensitive);
  const truthOf = recordOf === null ? null : (person: number): number => sensitive.codes[recordOf[person] as number] ?? -1;
  const trial = decided(
    'linked-values',
    name,
    `of ${percent(table.rows === 0 ? 0 : sure / table.rows)} of the persons of the external table nine in ten of the candidates share one value`,
    {
      people: table.rows,
      coverage: table.rows === 0 ? null : covered / table.rows,
      figure: figures === null ? 'value named at 0.9' : 'value guessed right',
      value: figures === null ? (table.rows === 0 ? null : sure / table.rows) : figures.right,
      baseline: { name: 'marginal', value: sensitive.shares.reduce((most, share) => Math.max(most, share), 0) },
      disclosedAt: figures?.disclosedAt ?? [],
    },
  );
  return { trial, findings: [linkedValuesExposed(known, column, linked, posteriors, truthOf, trial.reason)] };
}

/** Persons whose candidates are one class and nothing else: the exact quasi-identifiers of its members, where they are as many. */
export function exactMembers(
  { classes, quasi }: KnownTable,
  external: Table,
  { columns, linked }: ExternalLinks,
): ReadonlyMap<number, number[]> {
  const persons = new Map<number, number[]>();
  // Every quasi-identifier has to be known, else a person may be in several classes.
  if (columns.length < quasi.length) return persons;
  for (let person = 0; person < external.rows; person += 1) {
    const groups = linked.partners[linked.left.of[person] as number] as Int32Array;
    if (groups.length !== 1) continue;
    const group = classes.of[linked.right.first[groups[0] as number] as number] as number;
    const held = persons.get(group);
    if (held === undefined) persons.set(group, [person]);
    else held.push(person);
  }
  for (const [group, members] of persons) if (members.length !== classes.sizes[group]) persons.delete(group);
  return persons;
}
