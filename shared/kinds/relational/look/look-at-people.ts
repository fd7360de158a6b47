import { capitalised, grouped } from '../../../core/verdict/figure-text.ts';
import type { Offers } from '../../../kit/offers.ts';
import { optionText } from '../../../kit/option-values.ts';
import { shortened } from '../../../kit/publish/text.ts';
import { reachedText } from '../check/check.ts';
import { checkTable, type KnownTable } from '../core/check/check-table.ts';
import { ownersText, repeatedOwners, tellingColumns } from '../core/check/told-apart.ts';
import { type Table, valueAt } from '../core/model/table.ts';
import { openKnownTable, tableAt } from '../read/known-table.ts';
import { openedTable } from '../read/open.ts';

/** Maximum number of columns in the list, which is for display. */
const COLUMNS = 500;
const NAMES = 12;
/** More rows are not shown. */
const ROWS = 10;

const firstOf = (names: readonly string[]): string =>
  names.length <= NAMES ? names.join(', ') : `${names.slice(0, NAMES).join(', ')} and ${grouped(names.length - NAMES)} more`;

/** Each column with its role, type and hierarchy, and the claim. */
export const lookAtPeople: NonNullable<Offers['look']> = async (file, { values }, readers) => {
  const { known } = await openKnownTable({ path: file.name, table: await openedTable(file) }, values, true, readers);
  const { table, classes, sensitive } = known;
  const original = optionText(values, 'original');
  const { claims, facts, notices } = checkTable(known);
  const identifiers = [...known.roles.columns].filter(([, { role }]) => role === 'identifier').map(([name]) => `"${shortened(name)}"`);
  const owners = repeatedOwners(table, known.roles);
  return {
    format: 'a table of people, a record a row',
    facts: [
      { label: 'Records', value: grouped(table.rows) },
      {
        label: 'Classes',
        value: `${grouped(classes.count)}${values['buckets'] === undefined ? ' of equal quasi-identifiers' : ' by bucket'}`,
      },
      ...(classes.suppressed === 0 ? [] : [{ label: 'Suppressed', value: grouped(classes.suppressed) }]),
      ...claims.map(({ rule, holds }) => ({
        label: 'Claim',
        value: `${shortened(rule)}: ${holds === true ? 'holds' : 'is false'}`,
      })),
      ...facts.map(({ rule, reached }) => ({ label: 'Check', value: `${shortened(rule)}: ${reachedText(rule, reached)}` })),
      ...table.columns.slice(0, COLUMNS).map(({ name, values: distinct }) => ({
        label: `Column ${shortened(name)}`,
        value: columnText(known, name, distinct.length),
      })),
      ...(table.columns.length <= COLUMNS ? [] : [{ label: 'Further columns', value: grouped(table.columns.length - COLUMNS) }]),
      ...(original === undefined ? [] : [{ label: 'Records, original', value: grouped((await tableAt(original, readers)).rows) }]),
    ],
    first: firstRows(table),
    warnings: [],
    remarks: [
      ...notices,
      ...(identifiers.length === 0 ? [] : [`It holds ${firstOf(identifiers)}, which names people: no release should.`]),
      ...[...(owners === null ? [] : [ownersText(owners, classes)]), ...tellingColumns(table, known.roles)].map(
        (note) => `${capitalised(note)}.`,
      ),
      ...(known.quasi.length === 0 ? ['No column is a quasi-identifier: nobody can be looked for in it.'] : []),
      ...(sensitive.length === 0 ? ['No column is sensitive: who can be found is all there is to tell.'] : []),
      ...(claims.length === 0 ? ['Nothing is claimed of it.'] : []),
      ...(values['roles'] === undefined ? ['Columns that were not named are taken for ones that may be published as they are.'] : []),
    ],
  };
};

const firstRows = ({ columns, rows }: Table) =>
  Array.from({ length: Math.min(ROWS, rows) }, (_, row) => ({ line: row + 2, cells: columns.map((column) => valueAt(column, row)) }));

function columnText({ roles, hierarchies }: KnownTable, name: string, distinct: number): string {
  const meaning = roles.columns.get(name);
  const hierarchy = hierarchies.get(name);
  return [
    meaning?.role ?? 'other',
    meaning?.type ?? 'word',
    `${grouped(distinct)} distinct`,
    ...(hierarchy === undefined ? [] : [`a hierarchy of ${hierarchy.top + 1} levels over ${grouped(hierarchy.values.length)} values`]),
  ].join(', ');
}
