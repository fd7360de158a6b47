/** How a spreadsheet tells a formula, in full width too; a tab or carriage return may stand before it. */
const FORMULA = /^[\t\r\n \u3000]*[=+\-@＝＋－＠]/u;

/** A line of CSV after RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe in front: it is shown, and not run. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: string | number | boolean | null): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
