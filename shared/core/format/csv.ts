import { isGeneralised, type Transaction } from '../model/transaction.ts';
import { MISSING } from './table/choice.ts';

// The writer of CSV. Its readers are in table/.

/**
 * A field, in quotes where a reader could take it for something else: delimiters of all kinds, since readers guess the delimiter; line breaks;
 * white space at an end; a first brace, which would begin JSON.
 */
export const csvField = (text: string): string => (/^\{|[",;\t|\r\n]/.test(text) || text.trim() !== text ? quoted(text) : text);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Characters with which a formula begins in spreadsheets, also in full width; white space may come before. */
const FORMULA = /^[\t\r\n \u3000]*[=+\-@＝＋－＠]/u;

/** A line for spreadsheets: a text that would be run as a formula gets an apostrophe in front. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string => `${cells.map(sheetCell).join(',')}\r\n`;

function sheetCell(cell: string | number | boolean | null): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  return csvField(FORMULA.test(cell) ? `'${cell}` : cell);
}

/** Pairs of an id and an item: the rows of one transaction, without the last line end. Null if the format cannot hold it: no id, no item, a generalised item. */
export function writeCsvRows({ id, items }: Transaction): string | null {
  if (id === undefined || items.length === 0 || items.some(isGeneralised)) return null;
  return items.map((item) => `${present(id)},${present(String(item))}`).join('\r\n');
}

export const CSV_HEADER = 'id,item';

/** An unquoted NA would be read as nothing. */
const present = (text: string): string => (MISSING.includes(text) ? quoted(text) : csvField(text));
