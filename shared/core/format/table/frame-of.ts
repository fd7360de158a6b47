import { textOf } from './cells.ts';
import type { TableRow } from './delimited.ts';
import { isIdName } from './names.ts';

/** Titles above a table are few; more rows of one cell are its content. */
const MOST_TITLES = 20;

export const filledCells = ({ cells }: TableRow): number => cells.filter((cell) => textOf(cell) !== '').length;

/**
 * Rows above the names of the columns that belong to no table: a title, a date of export. Each fills one cell, where the names below fill at
 * least two and as many as the rows under them. Only where the row below the titles is all names are they told from data.
 */
function titleRows(rows: readonly TableRow[]): number {
  const filled = rows.map(filledCells);
  const titles = filled.findIndex((cells) => cells > 1);
  if (titles < 1 || titles > MOST_TITLES || rows.length < titles + 2) return 0;
  const below = filled.slice(titles + 1).toSorted((a, b) => a - b);
  const usual = below[Math.floor(below.length / 2)] ?? 0;
  const names = rows[titles].cells.map(textOf).filter((name) => name !== '');
  const areNames = names.every((name) => !/^[\d.,-]+$/.test(name)) && new Set(names).size === names.length;
  const fixed = new Set(rows.map(({ cells }) => cells.length)).size === 1;
  return areNames && usual > 1 && filled[titles] >= usual && (names.some(isIdName) || fixed) ? titles : 0;
}

/** R names its rows in a column that has no name: the first row is a cell shorter than every other. */
function lacksRowName(rows: readonly TableRow[]): boolean {
  const [first, ...others] = rows;
  const [width] = others.map(({ cells }) => cells.length);
  if (first === undefined || width === undefined || first.cells.length !== width - 1 || first.cells.length < 1) return false;
  const last = others.some(({ cells }) => textOf(cells[width - 1]) !== '');
  const named = new Set(others.map(({ cells }) => textOf(cells[0])));
  return (
    last &&
    others.every(({ cells }) => cells.length === width) &&
    named.size === others.length &&
    first.cells.every((cell) => textOf(cell) !== '')
  );
}

/** Rows at the end that fill their first cell alone, such as a source or a date: all other rows fill more. */
export function footRows(rows: readonly TableRow[]): number {
  const filled = rows.map(filledCells);
  let from = filled.length;
  while (from > 0 && filled[from - 1] === 1 && textOf(rows[from - 1]?.cells[0]) !== '') from -= 1;
  return from > 1 && filled.slice(0, from).every((cells) => cells > 1) && filled.length - from < from ? filled.length - from : 0;
}

/** The first rows of a table without the titles above it, and with a name for the column of R's row names. */
export function framed(
  held: readonly TableRow[],
  skip: number | undefined,
): { readonly titles: number; readonly rows: readonly TableRow[] } {
  const titles = skip === undefined ? titleRows(held) : 0;
  const rows = held.slice(titles);
  const [first, ...others] = rows;
  return {
    titles,
    rows: first !== undefined && lacksRowName(rows) ? [{ line: first.line, cells: ['', ...first.cells] }, ...others] : rows,
  };
}
