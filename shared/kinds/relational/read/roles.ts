import { ContractError, parseContract } from '../../../contracts/parse.ts';
import { type TableRolesFile, tableRoles } from '../../../contracts/table-roles.ts';
import { parseJson } from '../../../core/format/json-shape.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { rangesOf } from '../core/model/cell.ts';
import type { TableRoles } from '../core/model/roles.ts';
import { type Column, type ColumnType, numberOf, ROW_NAMES, type Table } from '../core/model/table.ts';

export function parseRoles(text: string, file: string): TableRolesFile {
  const value = parseJson(text, file, '; roles are {"columns": {"age": {"role": "quasi"}, ...}}');
  try {
    return parseContract(tableRoles, value);
  } catch (error) {
    if (error instanceof ContractError) throw new BadInput(error.message, { file }, { cause: error });
    throw error;
  }
}

/** Roles from options; columns that are not named are `other`. */
export function namedRoles(
  { columns }: Table,
  { identifier = [], quasi = [], sensitive = [] }: Partial<Readonly<Record<'identifier' | 'quasi' | 'sensitive', readonly string[]>>>,
  ofBuckets: readonly Column[] = [],
): TableRolesFile {
  // In buckets the sensitive column is in the other table, and the joined table has no bucket column.
  const both = columns.filter(({ name }) => name !== ofBuckets[0]?.name);
  const table = { columns: [...both, ...ofBuckets.slice(1, 2)] };
  const roles = new Map<string, 'identifier' | 'quasi' | 'sensitive'>();
  for (const [role, names] of [
    ['identifier', identifier],
    ['quasi', quasi],
    ['sensitive', sensitive],
  ] as const) {
    for (const name of names) {
      if (roles.has(name)) throw new BadInput(`column "${name}" is given two roles`);
      roles.set(name, role);
    }
  }
  const unknown = [...roles.keys()].find((name) => !table.columns.some((column) => column.name === name));
  if (unknown !== undefined) throw new BadInput(`there is no column "${unknown}"; the table has ${namesOf(table)}${headless(table)}`);
  return parseContract(tableRoles, {
    columns: Object.fromEntries(table.columns.map(({ name }) => [name, { role: roles.get(name) ?? unnamedRole(name) }])),
  });
}

/** Row names lead back to the source table, so they are always identifiers. */
const NAMES_ROWS: TableRolesFile['columns'][string] = { role: 'identifier', hierarchy: null };
const unnamedRole = (name: string) => (name === ROW_NAMES ? NAMES_ROWS.role : 'other');

/** Roles for this table: every column must have one and no other may be named. Missing types are inferred. */
export function rolesFor(table: Table, file: TableRolesFile, place: { readonly file?: string } = {}): TableRoles {
  const names = new Set(table.columns.map(({ name }) => name));
  const given: TableRolesFile['columns'] = { ...(names.has(ROW_NAMES) ? { [ROW_NAMES]: NAMES_ROWS } : {}), ...file.columns };
  const unknown = Object.keys(file.columns).find((name) => !names.has(name));
  if (unknown !== undefined)
    throw new BadInput(`columns.${unknown}: the table has no such column; it has ${namesOf(table)}${headless(table)}`, place);
  const { claim } = file;
  const needsC = claim.l !== undefined && claim.l.form !== 'distinct' && claim.l.form !== 'entropy';
  if (needsC && claim.l?.c === undefined) throw new BadInput(`claim.l.c: is missing; ${claim.l?.form} l-diversity needs it`, place);
  if (claim.l?.form === 'distinct' && !Number.isInteger(claim.l.l))
    throw new BadInput('claim.l.l: a number of distinct values is whole', place);
  if (needsC && !Number.isInteger(claim.l?.l)) throw new BadInput('claim.l.l: the recursive forms count ranks: a whole number', place);
  if (claim.delta !== undefined && claim.delta.min > claim.delta.max) throw new BadInput('claim.delta: min is more than max', place);
  const columns = new Map(
    table.columns.map((column) => {
      const own = Object.hasOwn(given, column.name) ? given[column.name] : undefined;
      if (own === undefined)
        throw new BadInput(
          `columns: the table's column "${column.name}" has no role here; "other" is one, for what may be published as it is`,
          place,
        );
      const type = own.type ?? typeOf(column, file.missing);
      const repeated = own.order?.find((value, at) => own.order?.indexOf(value) !== at);
      if (repeated !== undefined) throw new BadInput(`columns.${column.name}.order: a value stands in it twice`, place);
      if (own.order !== undefined && type !== 'ordinal')
        throw new BadInput(`columns.${column.name}.order: only an ordinal column has an order`, place);
      if (own.harmful !== undefined && own.role !== 'sensitive')
        throw new BadInput(`columns.${column.name}.harmful: only a sensitive column has values that harm`, place);
      if (own.weight !== undefined && own.role !== 'quasi')
        throw new BadInput(`columns.${column.name}.weight: only a quasi-identifier is generalised, so only its loss has a weight`, place);
      if ((own.top !== undefined || own.bottom !== undefined) && (own.role !== 'quasi' || type !== 'number'))
        throw new BadInput(`columns.${column.name}: top and bottom coding is for a quasi-identifier of numbers`, place);
      if (own.top !== undefined && own.bottom !== undefined && own.bottom >= own.top)
        throw new BadInput(`columns.${column.name}.bottom: is not below top`, place);
      if (own.aggregate !== undefined && own.role !== 'quasi')
        throw new BadInput(`columns.${column.name}.aggregate: only quasi-identifiers are published as centres of groups`, place);
      const { role, hierarchy, order = null, harmful = null, weight, top, bottom, aggregate } = own;
      return [column.name, { role, type, hierarchy, order, harmful, weight, top, bottom, aggregate }] as const;
    }),
  );
  return { columns, claim, missing: file.missing };
}

/** A column is of numbers if all its values are numbers or ranges. */
function typeOf({ values }: Column, missing: readonly string[]): ColumnType {
  const known = values.filter((value) => !missing.includes(value) && value !== '*');
  const numeric = known.length > 0 && known.every((value) => numberOf(value) !== null || rangesOf(value).length > 0);
  return numeric ? 'number' : 'word';
}

/** Hint for a file without a header: a column name occurs as a value, is a number or is a generalised value. */
function headless({ columns }: Pick<Table, 'columns'>): string {
  const isRecord = columns.some(({ name, values }) => values.includes(name) || /^\*+$/.test(name) || rangesOf(name).length > 0);
  return isRecord ? '. That looks like a record: a table begins with a line that names its columns, which is missing here' : '';
}

const namesOf = ({ columns }: Pick<Table, 'columns'>): string => {
  const names = columns.map(({ name }) => `"${name}"`);
  return names.length <= 12 ? names.join(', ') : `${names.slice(0, 12).join(', ')} and ${names.length - 12} more`;
};
