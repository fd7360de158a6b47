import { BadInput } from '../../../../core/model/bad-input.ts';
import { type KnownTable, knownTable } from '../check/check-table.ts';
import { hierarchyRows, type ValueHierarchy, valueHierarchy } from '../model/hierarchy.ts';
import type { ColumnMeaning } from '../model/roles.ts';
import { type Column, columnOfShared, numberOf } from '../model/table.ts';

/** Top and bottom coding: numbers from a bound on are one value, `>=80`, `<=20`, which is generalised to the top of its hierarchy only. */
export function codeEnds(known: KnownTable): KnownTable {
  const coded = known.quasi.filter(({ name }) => bounds(known.roles.columns.get(name)) !== null);
  if (coded.length === 0) return known;
  const hierarchies = new Map(known.hierarchies);
  const columns = known.table.columns.map((column) => {
    const own = coded.includes(column) ? bounds(known.roles.columns.get(column.name)) : null;
    if (own === null) return column;
    const hierarchy = hierarchies.get(column.name);
    if (hierarchy !== undefined) hierarchies.set(column.name, withEnds(hierarchy, own));
    return columnOfShared(
      column.name,
      column.values.map((value) => endOf(value, own) ?? value),
      column.codes,
    );
  });
  return knownTable({ rows: known.table.rows, columns }, known.roles, hierarchies);
}

interface Ends {
  readonly top: number | undefined;
  readonly bottom: number | undefined;
}

const bounds = (meaning: ColumnMeaning | undefined): Ends | null =>
  meaning === undefined || (meaning.top === undefined && meaning.bottom === undefined)
    ? null
    : { top: meaning.top, bottom: meaning.bottom };

function endOf(value: string, { top, bottom }: Ends): string | null {
  const number = numberOf(value);
  if (number === null) return null;
  if (top !== undefined && number >= top) return `>=${top}`;
  return bottom !== undefined && number <= bottom ? `<=${bottom}` : null;
}

function withEnds(hierarchy: ValueHierarchy, ends: Ends): ValueHierarchy {
  const rows = hierarchyRows(hierarchy);
  const labels = new Set(rows.map((row) => row.at(-1)));
  const [whole = '*'] = labels.size === 1 ? labels : ['*'];
  const coded = new Set(rows.flatMap(([value = '']) => endOf(value, ends) ?? []));
  const between = rows.filter(([value = '']) => endOf(value, ends) === null);
  return valueHierarchy([
    ...between,
    ...Array.from(coded, (end) => rows[0].map((_, level) => (level === hierarchy.top && level > 0 ? whole : end))),
  ]);
}

/** Mondrian cuts numbers by their order, in which a bound has no place. */
export function refuseEnds({ quasi, roles }: KnownTable, method: string): void {
  const coded = quasi.find(({ name }: Column) => bounds(roles.columns.get(name)) !== null);
  if (coded !== undefined)
    throw new BadInput(
      `columns.${coded.name}: top and bottom coding is for methods that use hierarchies, such as lattice; not for ${method}`,
    );
}
