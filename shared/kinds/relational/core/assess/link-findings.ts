import { percent } from '../../../../core/verdict/figure-text.ts';
import { byAttack, withoutFigure } from '../../../../core/verdict/finding.ts';
import { decided, notComputable, type Trial } from '../../../../core/verdict/trial.ts';
import { greatestShare } from '../attack/class-guess.ts';
import { type LinkColumn, type Linked, linkingFigures, linkTables, type Risks, rightLinks, risksOf } from '../attack/linking.ts';
import { type JudgedValue, measureValues } from '../attack/measure-values.ts';
import { type Posterior, posteriorOf, reaches } from '../attack/posterior.ts';
import { cellReader, type KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import type { Sensitive } from '../model/classes.ts';
import type { Table } from '../model/table.ts';
import { linkedPersons, linkedValuesExposed } from './link-exposure.ts';
import { type AttackTold, tell } from './told.ts';

/** The attacker's register: persons with some of the quasi-identifiers. */
export interface External {
  readonly table: Table;
  /** The release's record of each person, -1 if absent. Only measures use it. */
  readonly recordOf: Int32Array | null;
}

const LINKING = byAttack('linked', 'linking', 'a register of persons with quasi-identifiers');

/** Without a register: prosecutor risk 1 / f for each class. Nobody is linked; unique records are singled out. */
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
    `who knows all quasi-identifiers of a person, and that the person is in the release, finds ${risks.unique} of ${published} records, and links ${percent(risks.mean)} rightly on average; no external table was given, so who else has these is not known`,
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

/** The release's quasi-identifiers that both tables have. */
export const linkColumns = (known: KnownTable, external: Table): readonly LinkColumn[] =>
  known.quasi.flatMap((right) => {
    const left = external.columns.find(({ name }) => name === right.name);
    return left === undefined ? [] : [{ left, right, reader: cellReader(known, right.name) }];
  });

/** Links persons with another release by the quasi-identifiers that it shares with this one. */
export function linkWithOther(known: KnownTable, persons: Table, other: Table): Linked {
  const quasi = other.columns.filter(({ name }) => known.quasi.some((own) => own.name === name));
  return linkTables(linkColumns({ ...known, quasi }, persons), persons.rows, other.rows);
}

/** Counts of the known values in each group of published rows. */
export function valuesOfGroups({ classes }: KnownTable, sensitive: Sensitive, { right }: Linked): readonly Map<number, number>[] {
  const counts = Array.from({ length: right.count }, () => new Map<number, number>());
  for (const [row, group] of right.of.entries()) {
    const code = sensitive.codes[row];
    if (classes.of[row] < 0 || sensitive.missing[code] === 1) continue;
    const own = counts[group];
    own.set(code, (own.get(code) ?? 0) + 1);
  }
  return counts;
}

interface ExternalLinks {
  readonly columns: readonly LinkColumn[];
  readonly linked: Linked;
}

export function linkExternal(known: KnownTable, external: Table): ExternalLinks | null {
  const columns = linkColumns(known, external);
  if (columns.length === 0) return null;
  const { of } = known.classes;
  return { columns, linked: linkTables(columns, external.rows, known.table.rows, (row) => of[row] < 0) };
}

/** In buckets a record's value is any of its bucket: who may be a record may have each of these, and what is joined to the rows is no truth. */
export function valuesAreOf(
  { classes }: KnownTable,
  external: External,
  linked: Linked,
  inBuckets: boolean,
): { readonly external: External; readonly linked: Linked } {
  if (!inBuckets) return { external, linked };
  const { of, count, sizes, members, starts } = classes;
  const buckets = Array.from({ length: linked.right.count }, () => new Set<number>());
  for (const [row, group] of linked.right.of.entries()) buckets[group].add(of[row]);
  return {
    external: { ...external, recordOf: null },
    linked: {
      ...linked,
      right: { of, count, first: Int32Array.from({ length: count }, (_, bucket) => members[starts[bucket]]) },
      rightSizes: Int32Array.from({ length: count }, (_, bucket) => sizes[bucket]),
      partners: linked.partners.map((groups) => Int32Array.from(new Set([...groups].flatMap((group) => [...buckets[group]]))).sort()),
    },
  };
}

export function externalFindings(
  known: KnownTable,
  external: External,
  links: ExternalLinks | null,
  ofValues: ReturnType<typeof valuesAreOf> | null,
): readonly AttackTold[] {
  if (links === null || ofValues === null)
    return [tell(LINKING, 'not computable', () => notComputable('linking', null, 'the external table has none of the quasi-identifiers'))];
  const { columns, linked } = links;
  return [
    tell(LINKING, 'not computable', () => {
      const { of, suppressed } = known.classes;
      const figures = linkingFigures(linked, suppressed);
      const { prosecutor, journalist } = figures;
      const right = external.recordOf === null ? null : rightLinks(linked, external.recordOf, (record) => of[record] < 0, suppressed);
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
        linkedValues(known, ofValues.external, ofValues.linked, column),
      ),
    ),
  ];
}

/** Distribution of a person's value over her candidates, equally weighted. */
function linkedValues(known: KnownTable, { recordOf, table }: External, linked: Linked, column: SensitiveColumn): AttackTold {
  const { left, partners } = linked;
  const { sensitive } = column;
  const { name } = sensitive;
  const counts = valuesOfGroups(known, sensitive, linked);
  const posteriors = partners.map((groups): Posterior | null => {
    const sum = new Map<number, number>();
    for (const group of groups) for (const [code, count] of counts[group]) sum.set(code, (sum.get(code) ?? 0) + count);
    return posteriorOf(sum);
  });
  let [sure, covered] = [0, 0];
  for (const group of left.of) {
    const posterior = posteriors[group];
    if (posterior === null || posterior === undefined) continue;
    covered += 1;
    if (reaches(posterior, 0.9)) sure += 1;
  }
  const judged: JudgedValue[] = [];
  if (recordOf !== null) {
    for (const [person, group] of left.of.entries()) {
      const record: number = recordOf[person];
      const truth = record < 0 ? -1 : sensitive.codes[record];
      if (truth >= 0 && sensitive.missing[truth] !== 1) judged.push({ group, posterior: posteriors[group] ?? null, truth, records: 1 });
    }
  }
  const figures = recordOf === null ? null : measureValues(judged, sensitive);
  const truthOf = recordOf === null ? null : (person: number): number => sensitive.codes[recordOf[person]] ?? -1;
  const trial = decided(
    'linked-values',
    name,
    `of ${percent(table.rows === 0 ? 0 : sure / table.rows)} of the persons of the external table nine in ten of the candidates share one value`,
    {
      people: table.rows,
      coverage: table.rows === 0 ? null : covered / table.rows,
      figure: figures === null ? 'value named at 0.9' : 'value guessed right',
      value: figures === null ? (table.rows === 0 ? null : sure / table.rows) : figures.right,
      baseline: { name: 'marginal', value: greatestShare(sensitive) },
      disclosedAt: figures?.disclosedAt ?? [],
    },
  );
  return { trial, findings: [linkedValuesExposed(known, column, linked, posteriors, truthOf, trial.reason)] };
}

/** Classes whose members are exactly known: as many persons have this class as their only candidate as it has records. */
export function exactMembers({ classes, quasi }: KnownTable, { columns, linked }: ExternalLinks): ReadonlyMap<number, number[]> {
  // Without all quasi-identifiers a person may be in several classes.
  if (columns.length < quasi.length) return new Map();
  const groupsOf = (person: number): Int32Array => linked.partners[linked.left.of[person]];
  const certain = linked.left.of.keys().filter((person) => groupsOf(person).length === 1);
  const persons = Map.groupBy(certain, (person) => classes.of[linked.right.first[groupsOf(person)[0]]]);
  for (const [group, members] of persons) if (members.length !== classes.sizes[group]) persons.delete(group);
  return persons;
}

/** Relation of a second release to the audited one. */
export type Relation = 'same-people' | 'earlier' | 'later' | 'other-holder';

export interface OtherRelease {
  readonly table: Table;
  readonly relation: Relation;
}

/** Links rows of the other release (left) with this one (right): compatible quasi-identifiers, equal unchanged columns. */
export function rowsOfBoth(
  known: KnownTable,
  other: Table,
  withValues: boolean,
): { readonly columns: readonly LinkColumn[]; readonly linked: Linked } {
  const unchanged = known.table.columns.flatMap((right): LinkColumn[] => {
    const role = known.roles.columns.get(right.name)?.role;
    const left = other.columns.find(({ name }) => name === right.name);
    return !withValues || left === undefined || (role !== 'sensitive' && role !== 'other') ? [] : [{ left, right, reader: null }];
  });
  const columns = [...linkColumns(known, other), ...unchanged];
  return { columns, linked: linkTables(columns, other.rows, known.table.rows) };
}
