import { BadInput } from '../../../core/model/bad-input.ts';
import type { NounGraph } from '../../../core/text/noun-graph.ts';
import { CellReader, cellCovers, rangesOf } from '../core/model/cell.ts';
import type { ValueHierarchy } from '../core/model/hierarchy.ts';
import { intervalHierarchy, valuesFromText, wordnetHierarchy } from '../core/model/hierarchy-sources.ts';
import type { TableRoles } from '../core/model/roles.ts';
import { type Column, numberOf, type Table } from '../core/model/table.ts';

interface HierarchySources {
  /** Reads the file at a path named in roles.json. */
  readonly text: (path: string) => string;
  /** Loaded on first use. */
  readonly nouns: () => NounGraph;
}

/** The hierarchy of each column that has one. Generated hierarchies cover the values of `tables`. */
export function hierarchiesOf(
  { columns, missing }: TableRoles,
  tables: readonly Table[],
  { text, nouns }: HierarchySources,
): ReadonlyMap<string, ValueHierarchy> {
  const found = new Map<string, ValueHierarchy>();
  for (const [name, { hierarchy }] of columns) {
    if (hierarchy === null) continue;
    const values = (): string[] =>
      [...new Set(tables.flatMap((table) => table.columns.find((column) => column.name === name)?.values ?? []))].filter(
        (value) => value !== '*' && !missing.includes(value),
      );
    if (hierarchy === 'wordnet') {
      const words = values();
      if (words.length > 0) found.set(name, wordnetHierarchy(words, nouns()));
    } else if (hierarchy.startsWith('intervals:')) {
      const widths = hierarchy.slice('intervals:'.length).split(',').map(Number);
      const numbers = numbersIn(values());
      // If every cell is suppressed there are no values for a hierarchy.
      if (numbers.length > 0) found.set(name, intervalHierarchy(numbers, widths, `columns.${name}.hierarchy`));
    } else found.set(name, valuesFromText(text(hierarchy), hierarchy));
  }
  return found;
}

/** A range with more whole numbers is represented by its ends. */
const MOST_IN_RANGE = 1_000;

/** Expands published ranges to the whole numbers in them: a hierarchy is over values, not over generalised cells. */
function numbersIn(values: readonly string[]): string[] {
  const numbers = new Set<string>();
  for (const value of values) {
    const ranges = numberOf(value) === null ? rangesOf(value) : [];
    if (ranges.length === 0) numbers.add(value);
    for (const { low, high, openLow, openHigh } of ranges) {
      const [first, last] = [openLow ? Math.floor(low) + 1 : Math.ceil(low), openHigh ? Math.ceil(high) - 1 : Math.floor(high)];
      const isShort = last - first < MOST_IN_RANGE;
      if (isShort) for (let number = first; number <= last; number += 1) numbers.add(String(number));
      else for (const end of [low, high].filter(Number.isFinite)) numbers.add(String(end));
    }
  }
  return [...numbers];
}

/** Throws if a published cell is neither a label nor covers a value of its hierarchy: the two do not belong together. */
export function checkCells({ columns, missing }: TableRoles, table: Table, hierarchies: ReadonlyMap<string, ValueHierarchy>): void {
  for (const column of table.columns) {
    const meaning = columns.get(column.name);
    const hierarchy = hierarchies.get(column.name);
    if (meaning?.role !== 'quasi' || hierarchy === undefined) continue;
    const reader = new CellReader({ type: meaning.type, hierarchy, missing, aggregate: meaning.aggregate });
    const wrong = column.values.findIndex((value) => !belongs(value, reader, hierarchy));
    if (wrong >= 0) throw new BadInput(`record ${recordOf(column, wrong)}: its "${column.name}" covers no value of the column's hierarchy`);
  }
}

/** Throws for a harmful value that the column cannot have: a typing error would silently remove its figures. */
export function checkHarmful(
  { columns, claim: { l, alpha, confidence = [] } }: TableRoles,
  table: Table,
  hierarchies: ReadonlyMap<string, ValueHierarchy>,
): void {
  const sensitive = table.columns.filter(({ name }) => columns.get(name)?.role === 'sensitive');
  const canBe = ({ name, values }: Column, value: string): boolean =>
    values.includes(value) || hierarchies.get(name)?.indexOf.has(value) === true;
  for (const column of sensitive) {
    const wrong = columns.get(column.name)?.harmful?.find((value) => !canBe(column, value));
    if (wrong !== undefined) throw new BadInput(`columns.${column.name}.harmful: no record has "${wrong}", and no hierarchy of the column`);
  }
  const claimed = sensitive.filter(({ name }) => l?.columns?.includes(name) ?? true);
  const wrong = l?.harmful?.find((value) => !claimed.some((column) => canBe(column, value)));
  if (wrong !== undefined) throw new BadInput(`claim.l.harmful: no record has "${wrong}", and no hierarchy of the sensitive columns`);
  const bounded = [
    ...(alpha?.values ?? []).map((value) => ({ place: 'claim.alpha.values', value, names: alpha?.columns })),
    ...confidence.map(({ value, column }, at) => ({
      place: `claim.confidence.${at}.value`,
      value,
      names: column === undefined ? undefined : [column],
    })),
  ];
  for (const { place, value, names } of bounded)
    if (!sensitive.some((column) => (names?.includes(column.name) ?? true) && canBe(column, value)))
      throw new BadInput(`${place}: no record has "${value}", and no hierarchy of the sensitive columns`);
}

function belongs(value: string, reader: CellReader, hierarchy: ValueHierarchy): boolean {
  if (hierarchy.indexOf.has(value)) return true;
  const cell = reader.read(value);
  return cell.all || hierarchy.values.some((each) => cellCovers(cell, each));
}

const recordOf = ({ codes }: Column, code: number): number => codes.indexOf(code) + 1;
