import type { FileCell, TableRow } from './delimited.ts';
import { textOf } from './text-of.ts';

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
