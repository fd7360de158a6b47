import { BadInput } from '../../model/bad-input.ts';
import { sameFlags, textOf } from './cells.ts';
import { type TableChoice, UnclearTable } from './choice.ts';
import { type Columns, chosen, columnsTo, type FirstRows, matching, placeOfTable } from './chosen-columns.ts';
import { listed, nameOf } from './column-words.ts';
import type { TableRow } from './delimited.ts';
import { filledCells, footRows } from './frame-of.ts';
import { EDGES, edgeEnds, elsewhereOf, isIdentifierName, isIdName, isItemName, isPersonalName, isTimeName, stemOf } from './names.ts';

export interface TablePlan {
  /** The rows before the first transaction: the header, if there is one. */
  readonly header: boolean;
  /** Null: each row is a transaction, without an id. */
  readonly id: number | null;
  /** Columns of items; `rest`: and all that follow the last of them. */
  readonly items: readonly number[];
  readonly rest: boolean;
  readonly flags: boolean;
  readonly list: string | null;
  /** The column of labels of each column of items, where there are any. */
  readonly labels: readonly number[];
  readonly names: readonly string[];
  /** In words, for the user; null for the form that needs none. */
  readonly said: string | null;
}

/** Reads off the first rows what the table is. Where more than one reading is possible the user is asked, with the names of the columns. */
export function planTable(file: string, rows: readonly TableRow[], choice: TableChoice = {}): TablePlan {
  const sample = { file, rows, choice };
  const header = choice.header ?? hasHeader(sample);
  const first = rows[0]?.cells.map(textOf) ?? [];
  const names = header ? first : [];
  const data = header ? rows.slice(1, rows.length - footRows(rows)) : rows;
  const width = usedWidth(header ? first : [], data);
  const { id, items, rest } =
    choice.id !== undefined || choice.items !== undefined ? chosen(sample, names, width) : guessed(sample, names, data, width);
  const flags = choice.flags ?? (choice.list === undefined && items.length > 1 && header && sameFlags(data, items));
  if (flags && !header) throw new BadInput('flags need a first row with the names of the items', placeOfTable(sample));
  const list = flags ? null : choice.list === undefined ? guessList(sample, names, data, id, items) : choice.list;
  const labels = (choice.labels ?? []).flatMap((name) => matching(sample, name, names, width, '--label'));
  if (labels.length > 0 && labels.length !== items.length)
    throw new BadInput(`--label names ${labels.length} columns for ${items.length} columns of items; each has one`, placeOfTable(sample));
  return { header, id, items, rest, flags, list, labels, names, said: inWords(names, { header, id, items, flags, list }) };
}

const textsIn = (rows: readonly TableRow[], column: number): string[] =>
  rows.map(({ cells }) => textOf(cells[column])).filter((text) => text !== '');

/** Columns up to the last that has a name or a value: spreadsheets write empty ones behind. */
function usedWidth(names: readonly string[], data: readonly TableRow[]): number {
  let width = names.length;
  while (width > 0 && names[width - 1] === '') width -= 1;
  for (const { cells } of data) {
    for (let at = cells.length - 1; at >= width; at -= 1) {
      if (textOf(cells[at]) === '') continue;
      width = at + 1;
      break;
    }
  }
  return width;
}

/** Letters, digits and lengths of runs left out: `P-0017` and `P-123` look alike, `patient` does not. */
const shape = (text: string): string => text.replaceAll(/\p{L}+/gu, 'a').replaceAll(/\d+/g, '9');

export function hasHeader(sample: FirstRows): boolean {
  const { rows, choice } = sample;
  const [first, ...others] = rows;
  if (first === undefined) return false;
  const names = first.cells.map(textOf);
  const asked = [choice.id, ...(choice.items ?? [])].filter((name) => name !== undefined && !/^(?:#\d+(?:-#\d+)?|none)$/.test(name));
  if (asked.length > 0) return true;
  if (names.some(isIdName) && !names.some((name) => /^\d/.test(name))) return true;
  if (others.length === 0 || names.every((name) => name === '')) return false;
  if (names.some((name) => /^[\d.,-]+$/.test(name))) return false;
  if (names.some((name, at) => name !== '' && textsIn(others, at).includes(name))) return false;
  if (edgeEnds(names) !== null) return true;
  const ids = textsIn(others, 0).map(shape);
  if (/^\p{L}[\p{L} _.-]*$/u.test(names[0] ?? '') && ids.length > 0 && ids.every((each) => each.includes('9'))) return true;
  const [alike = ''] = ids;
  if (new Set(ids).size === 1 && (alike !== shape(names[0] ?? '') || alike.includes('9'))) return alike !== shape(names[0] ?? '');
  if (names.filter(isItemName).length > 0 && names.some((name) => stemOf(name) !== null)) return true;
  if (namesOneList(names) && others.every(({ cells }) => !cells.map(textOf).includes(names[0]))) return true;
  // Rows of different lengths without any of these signs are baskets.
  if (new Set(others.map(({ cells }) => cells.length)).size > 1) return false;
  throw new UnclearTable(
    'cannot tell whether the first row names the columns or is data; --header or --no-header says which',
    placeOfTable(sample),
  );
}

/** `diagnoses` above rows of many lengths: one column of lists, which are parted by what parts columns elsewhere. */
const namesOneList = (names: readonly string[]): boolean => isItemName(names[0] ?? '') && names.slice(1).every((name) => name === '');

function guessed(sample: FirstRows, names: readonly string[], data: readonly TableRow[], width: number): Columns {
  const all = columnsTo(width);
  if (names.length === 0) return headless(sample, data, width);
  // A column of lists is not the id if another column can be: `basket` names both a row and its content.
  const single = all.filter((at) => !mostlyLists(data, at));
  const called = all.filter((at) => isIdName(names[at] ?? ''));
  const ids = called.length === 1 && names.some(isItemName) ? called : called.filter((at) => single.includes(at));
  const id = ids.length === 1 ? ids[0] : ids.length === 0 && width === 2 ? (single[0] ?? 0) : undefined;
  if (width > 1 && namesOneList(names) && mostlyRagged(data)) return { id: null, items: all, rest: true };
  const others = all.filter((at) => at !== id);
  const ragged = names.findLastIndex((name) => name !== '') === 1 && names[0] !== '' && mostlyWide(data);
  if (id !== undefined && others.length > 0) {
    mustHoldItems(sample, names, data, [id, ...others]);
    if (others.length === 1 || ragged) return { id, items: others, rest: ragged };
    // A pair next to unnamed row numbers; or a pair with a third cell (an unquoted comma), whose row is refused later.
    const named = others.filter((at) => (names[at] ?? '') !== '');
    if (named.length === 1) return { id, items: named, rest: false };
    if (oneStem(names, others) || sameFlags(data, others)) return { id, items: others, rest: false };
  }
  const elsewhere = elsewhereOf(names);
  if (elsewhere !== null) throw new BadInput(`${UNCLEAR}${listed(names)}. ${elsewhere}`, placeOfTable(sample));
  throw new UnclearTable(`${UNCLEAR}${listed(names)}`, placeOfTable(sample));
}

const UNCLEAR = 'cannot tell which columns hold the items';

/** Columns that are no items for certain are never read as some because nothing else is left: the user is asked. */
function mustHoldItems(sample: FirstRows, names: readonly string[], data: readonly TableRow[], columns: readonly number[]): void {
  const [id, ...others] = columns as [number, ...number[]];
  const dates = (at: number): boolean => {
    const cells = textsIn(data, at);
    return cells.length > 0 && cells.every((text) => DATE.test(text));
  };
  const isNone = (at: number): boolean => {
    const name = names[at] ?? '';
    return !isItemName(name) && (isPersonalName(name) || isIdentifierName(name) || (isTimeName(name) && dates(at)) || dates(at));
  };
  const items = others.some((at) => isItemName(names[at] ?? ''));
  // A code list: its first column is what a row holds, not whose it is.
  const isCodeList =
    names.length === 2 &&
    isItemName(names[id] ?? '') &&
    !isIdName(names[id] ?? '') &&
    !items &&
    !data.some(({ cells }) => /[;|]/.test(textOf(cells[others[0]])));
  if (isCodeList || (!isIdName(names[id] ?? '') && isNone(id)) || others.some(isNone))
    throw new UnclearTable(`${UNCLEAR}${listed(names)}`, placeOfTable(sample));
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:[ T].*)?$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}(?: .*)?$/;

/** Baskets of varying length, not pairs with an unquoted comma. */
const mostlyWide = (data: readonly TableRow[]): boolean => {
  const wide = data.filter((row) => filledCells(row) > 2).length;
  return data.length > 1 && wide * 2 > data.length;
};

const mostlyRagged = (data: readonly TableRow[]): boolean => new Set(data.map(({ cells }) => cells.length)).size > 1;

/** `dx1, dx2, ...`, or a named column with unnamed ones after it. */
function oneStem(names: readonly string[], columns: readonly number[]): boolean {
  const named = columns.filter((at) => (names[at] ?? '') !== '');
  const unnamed = columns.length - named.length;
  if (unnamed > 0) return named.length === 1 && named[0] === columns[0];
  const stems = new Set(named.map((at) => stemOf(names[at] ?? '')));
  // Repeated names are one column's, as "diagnosis, diagnosis, diagnosis".
  const repeated = new Set(named.map((at) => names[at])).size === 1;
  return repeated || (stems.size === 1 && !stems.has(null));
}

/** Without names: pairs, or rows of different lengths, with an id in front where the first column looks like nothing but ids. */
function headless(sample: FirstRows, data: readonly TableRow[], width: number): Columns {
  const all = columnsTo(width);
  const widths = new Set(data.map(({ cells }) => cells.length));
  if (width === 2 && widths.size === 1) return { id: 0, items: [1], rest: false };
  const first = data.map(({ cells }) => textOf(cells[0]));
  const others = new Set(data.flatMap(({ cells }) => cells.slice(1).map(textOf)));
  if (widths.size > 1 && mostlyWide(data)) {
    const distinct = new Set(first).size === first.length;
    const apart = first.every((text) => !others.has(text));
    const alike = new Set(first.map(shape)).size === 1 && /9/.test(shape(first[0] ?? ''));
    const otherShapes = [...others].some((text) => text !== '' && shape(text) === shape(first[0] ?? ''));
    if (distinct && apart && alike && !otherShapes) return { id: 0, items: all.slice(1), rest: true };
    if (!apart) return { id: null, items: all, rest: true };
  }
  const message =
    width < 2
      ? 'two columns are expected, whose item it is and the item; here is one'
      : 'cannot tell without a row of names whether the first column is an id; --id "#1" or --id none says which';
  throw new UnclearTable(message, placeOfTable(sample));
}

const LISTS = [';', '|'] as const;

/** Whether half of the cells of a column or more look like several items. */
const mostlyLists = (data: readonly TableRow[], column: number): boolean => {
  const cells = textsIn(data, column);
  return (
    cells.length > 0 && [...LISTS, ','].some((separator) => cells.filter((text) => text.includes(separator)).length * 2 >= cells.length)
  );
};

/** One row an id, and most cells with the same separator: lists. A comma also stands inside names, so there the user is asked. */
function guessList(
  sample: FirstRows,
  names: readonly string[],
  data: readonly TableRow[],
  id: number | null,
  items: readonly number[],
): string | null {
  const [column] = items;
  // Our own output `id,item` has one item in each row, also where the item holds a separator.
  if (items.length !== 1 || column === undefined || names[column] === 'item') return null;
  const cells = data.flatMap(({ cells: each }) => (typeof each[column] === 'string' && each[column] !== '' ? [String(each[column])] : []));
  if (cells.length < 2 || cells.some((text) => text === '')) return null;
  const ids = data.map((row) => (id === null ? '' : textOf(row.cells[id])));
  if (id !== null && new Set(ids).size < ids.length) return null;
  if (cells.every((text) => /^[[{].*[\]}]$/.test(text))) return ',';
  for (const separator of LISTS) if (cells.filter((text) => text.includes(separator)).length * 2 >= cells.length) return separator;
  if (cells.filter((text) => text.includes(',')).length * 2 < cells.length) return null;
  throw new UnclearTable(
    'every id has one row, and its cell holds commas: a list of items, or one item; --list "," or --list none says which',
    placeOfTable(sample),
  );
}

function inWords(names: readonly string[], plan: Pick<TablePlan, 'header' | 'id' | 'items' | 'flags' | 'list'>): string | null {
  const { header, id, items, flags, list } = plan;
  if (items.length === 1 && list === null && !header) return null;
  const whose = id === null ? 'each row is a transaction' : `id ${nameOf(names, id)}`;
  const [one = 0, two] = items;
  if (flags) return `read as a table: ${whose}; the names of ${items.length} columns, where a cell says yes`;
  const which = two === undefined ? nameOf(names, one) : `${nameOf(names, one)} to ${nameOf(names, items.at(-1) ?? one)} (${items.length})`;
  const edges = names.length === 2 && edgeEnds(names) !== null ? `. ${EDGES}` : '';
  return `read as a table: ${whose}; items ${which}${list === null ? '' : `, several in a cell, separated by "${list}"`}${edges}`;
}
