import { isIdName } from '../../../../core/format/table/names.ts';
import type { Classes } from '../model/classes.ts';
import { groupByCells } from '../model/grouping.ts';
import type { TableRoles } from '../model/roles.ts';
import { type Column, numberOf, ROW_NAMES, type Table } from '../model/table.ts';

/** With fewer records a column may have only distinct values by chance. */
const FEWEST_RECORDS = 20;
/** Share of distinct values from which a column counts as identifying (some names occur twice). */
const NEARLY_ALL = 0.9;

/** Maximum number of columns in one notice. */
const TOLD = 12;

/** Notices for columns of role `other` whose values identify records. No value is quoted. */
export function tellingColumns({ columns }: Table, { columns: meanings, missing }: TableRoles): string[] {
  const unknown = new Set([...missing, '*']);
  const told = columns.flatMap((column) => {
    const { role, type } = meanings.get(column.name) ?? { role: 'other', type: 'word' };
    if (role !== 'other') return [];
    const values = column.values.filter((value) => !unknown.has(value));
    const records = knownRecords(column, unknown);
    if (records < FEWEST_RECORDS || values.length < NEARLY_ALL * records) return [];
    // Measurements rarely repeat: they identify a record to anyone who has seen the value elsewhere.
    const measured = type === 'number' && values.some((value) => !Number.isInteger(numberOf(value)));
    return [
      measured
        ? `the column "${column.name}" is nearly unique (${values.length} numbers in ${records} records) and is published as it is: who knows this number of a person finds the record`
        : `the column "${column.name}" differs in ${values.length} of ${records} records and is published as it is: if it names people or tells them apart, it is an identifier, and no release should hold it`,
    ];
  });
  return told.length <= TOLD ? told : [...told.slice(0, TOLD), `${told.length - TOLD} more columns tell records apart too`];
}

const knownRecords = ({ codes, values }: Column, unknown: ReadonlySet<string>): number => {
  const left = values.map((value) => unknown.has(value));
  return codes.reduce((sum, code) => sum + (left[code] === true ? 0 : 1), 0);
};

/** The person of each record, by all identifiers together; people are numbered from 0. */
interface Owners {
  readonly identifiers: readonly string[];
  readonly of: Int32Array;
  readonly people: number;
  /** Further identifiers that make every record unique, such as a visit number next to the patient number. */
  readonly beside: readonly string[];
}

/**
 * Null: no identifiers, or no person has two records. Uses all identifiers together, since two people may share a name; if all combinations are
 * unique, the person number alone.
 */
export function repeatedOwners({ columns, rows }: Table, roles: TableRoles): Owners | null {
  const named = columns.filter(({ name }) => name !== ROW_NAMES && roles.columns.get(name)?.role === 'identifier');
  if (named.length === 0) return null;
  const together = ownersBy(named, rows, roles);
  if (together !== null || named.length === 1) return together;
  const alone = named
    .filter((column) => isIdName(column.name) && mayNumberPeople(column))
    .toSorted((a, b) => b.values.length - a.values.length)
    .map((column) => ownersBy([column], rows, roles))
    .find((owners) => owners !== null);
  return alone === undefined
    ? null
    : { ...alone, beside: named.map(({ name }) => name).filter((name) => !alone.identifiers.includes(name)) };
}

/** False for columns with fewer distinct values than records of the most frequent one. */
function mayNumberPeople({ codes, values }: Column): boolean {
  const counts = new Uint32Array(values.length);
  for (const code of codes) counts[code] += 1;
  return counts.every((count) => count <= values.length);
}

function ownersBy(named: readonly Column[], rows: number, { missing }: TableRoles): Owners | null {
  const { of, count, first } = groupByCells(rows, named);
  // Records without identifiers count as one person each.
  const unknown = new Set([...missing, '*']);
  const isUnnamed = Array.from(first, (row) => named.every(({ codes, values }) => unknown.has(values[codes[row]])));
  let people = count;
  const owners = of.map((group) => (isUnnamed[group] === true ? people++ : group));
  people -= isUnnamed.filter((each) => each).length;
  return people === rows ? null : { identifiers: named.map(({ name }) => name), of: owners, people, beside: [] };
}

/** Notice that records are not people, with the smallest number of people in a class. `origin`: the original record of a row. */
export function ownersText({ identifiers, of, people, beside }: Owners, classes: Classes, origin = (row: number): number => row): string {
  const names = identifiers.map((name) => `"${name}"`).join(' with ');
  const fewest = fewestOwners((row) => of[origin(row)], classes);
  const counted = `${people} people in ${of.length} records; k counts records and not people${fewest === null ? '' : `, and the class of fewest people holds ${fewest === 1 ? 'one' : fewest}`}`;
  if (beside.length > 0)
    return `${names} repeats where ${beside.map((name) => `"${name}"`).join(' and ')} tells its records apart; if it names people by itself: ${counted}`;
  return `${names} ${identifiers.length === 1 ? 'is declared an identifier but repeats' : 'are declared identifiers but repeat'}: ${counted}`;
}

function fewestOwners(ownerOf: (row: number) => number, { count, members, starts }: Classes): number | null {
  let fewest: number | null = null;
  for (let group = 0; group < count; group += 1) {
    const own = new Set<number>();
    for (let at = starts[group]; at < starts[group + 1]; at += 1) own.add(ownerOf(members[at]));
    if (own.size > 0 && (fewest === null || own.size < fewest)) fewest = own.size;
  }
  return fewest;
}
