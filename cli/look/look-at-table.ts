import { capitalised, grouped } from '../../shared/core/findings/figure-text.ts';
import { checkTable, type KnownTable } from '../../shared/core/relational/check/check-table.ts';
import { ownersText, repeatedOwners, tellingColumns } from '../../shared/core/relational/check/told-apart.ts';
import { valueAt } from '../../shared/core/relational/model/table.ts';
import type { Progress } from '../../shared/ports/progress.ts';
import { reachedText } from '../tables/check-table.ts';
import { openKnownTable, tableAt } from '../tables/table-options.ts';
import type { TableValues } from '../tables/table-words.ts';
import type { Look } from './look-at.ts';
import { ENTRIES, ROWS, shortened } from './tally.ts';

/** Columns that are listed each: it is made to be shown. */
const COLUMNS = 500;
const NAMES = 12;

const firstOf = (names: readonly string[]): string =>
  names.length <= NAMES ? names.join(', ') : `${names.slice(0, NAMES).join(', ')} and ${grouped(names.length - NAMES)} more`;

const asSentence = (note: string): string => `${capitalised(note)}.`;

interface TableLook {
  readonly original?: string | undefined;
  /** The values of a release in buckets. */
  readonly buckets?: string | undefined;
  readonly progress: Progress;
}

/** What is understood of a table of people: each column with its role, its type and its hierarchy, and what the whole is claimed to be. */
export async function lookAtTable(path: string, values: TableValues, { original, buckets, progress }: TableLook): Promise<Look> {
  progress.step('read the table', null);
  const { known } = await openKnownTable(path, values, true, buckets);
  const { table, classes, sensitive } = known;
  const { claims, facts, notices } = checkTable(known);
  const identifiers = [...known.roles.columns].filter(([, { role }]) => role === 'identifier').map(([name]) => `"${shortened(name)}"`);
  const owners = repeatedOwners(table, known.roles);
  const unnamed = values.roles === undefined;
  return {
    kind: 'relational',
    format: 'a table of people, a record a row',
    facts: [
      { label: 'Records', value: grouped(table.rows) },
      { label: 'Classes', value: `${grouped(classes.count)}${buckets === undefined ? ' of equal quasi-identifiers' : ' by bucket'}` },
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
      ...(original === undefined ? [] : [{ label: 'Records, original', value: grouped((await tableAt(original)).rows) }]),
    ],
    sets: [],
    first: Array.from({ length: Math.min(ROWS, table.rows) }, (_, row) => ({
      line: row + 2,
      entries: table.columns.slice(0, ENTRIES).map((column) => [shortened(valueAt(column, row))]),
      more: Math.max(0, table.columns.length - ENTRIES),
    })),
    warnings: [],
    remarks: [
      ...notices,
      ...(identifiers.length === 0 ? [] : [`It holds ${firstOf(identifiers)}, which names people: no release should.`]),
      ...[...(owners === null ? [] : [ownersText(owners, classes)]), ...tellingColumns(table, known.roles)].map(asSentence),
      ...(known.quasi.length === 0 ? ['No column is a quasi-identifier: nobody can be looked for in it.'] : []),
      ...(sensitive.length === 0 ? ['No column is sensitive: who can be found is all there is to tell.'] : []),
      ...(claims.length === 0 ? ['Nothing is claimed of it.'] : []),
      ...(unnamed ? ['Columns that were not named are taken for ones that may be published as they are.'] : []),
    ],
  };
}

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
