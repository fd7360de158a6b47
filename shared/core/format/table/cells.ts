import type { FileCell, TableRow } from './delimited.ts';

/** A cell as one text; of a list its items, for looking only. */
export const textOf = (cell: FileCell | undefined): string => (cell === undefined ? '' : typeof cell === 'string' ? cell : cell.join(';'));

/** The text of a cell; a line break inside it is read as a space. */
export const oneLine = (cell: FileCell | undefined): string => {
  const text = textOf(cell);
  return text.includes('\n') ? text.replaceAll(/\s+/g, ' ').trim() : text;
};

const YES = new Set(['1', '1.0', 'yes', 'y', 'true', 't', 'x', 'ja', 'j', 'oui', 'o', 'si', 'sí', 's', 'sim']);
const NO = new Set(['', '0', '0.0', 'no', 'n', 'false', 'f', 'nein', 'non', 'não']);

/** Whether a cell says yes; null where it says neither. A count is a yes above 0. */
export function flagOf(cell: FileCell | undefined): boolean | null {
  const text = textOf(cell).toLowerCase();
  if (YES.has(text)) return true;
  if (NO.has(text)) return false;
  return /^\d+(?:\.0+)?$/.test(text) ? Number(text) > 0 : null;
}

/** Nothing but yes and no in these columns, both of them there: columns of flags, and not of codes that happen to be 1. */
export function sameFlags(rows: readonly TableRow[], columns: readonly number[]): boolean {
  const seen = new Set<boolean>();
  for (const { cells } of rows) {
    for (const at of columns) {
      const text = textOf(cells[at]).toLowerCase();
      if (!YES.has(text) && !NO.has(text)) return false;
      seen.add(YES.has(text));
    }
  }
  return seen.size === 2;
}

// A cell that holds several items: separated by a character, or written as Python, JSON or PostgreSQL print a list.

/** The items of a cell. An item in quotes may hold the separator. */
export function listOf(cell: string, separator: string): string[] {
  const inside = /^\s*(?:\[(.*)\]|\{(.*)\})\s*$/su.exec(cell);
  const text = inside?.[1] ?? inside?.[2] ?? cell;
  const cut = inside === null ? separator : ',';
  const items: string[] = [];
  let item = '';
  let quote = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === '\\' && at + 1 < text.length) {
        at += 1;
        item += text.charAt(at);
      } else if (character === quote) quote = '';
      else item += character;
    } else if ((character === '"' || (character === "'" && inside !== null)) && item.trim() === '' && !quoted) {
      quote = character;
      quoted = true;
      item = '';
    } else if (character === cut) {
      items.push(item.trim());
      item = '';
      quoted = false;
    } else item += character;
  }
  items.push(item.trim());
  return items;
}
