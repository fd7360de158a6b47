import { csvLine } from '../../shared/core/format/csv.ts';
import type { QueryCell, QueryResult } from './database.ts';

/** Wider cells are cut in a terminal. */
const WIDEST = 40;

/** Aligned columns, numbers to the right. A value that is not computable is a dash, never 0. */
export function asTable({ columns, rows }: QueryResult, width: number): string {
  const texts = rows.map((row) => row.map(shown));
  const widths = columns.map((name, at) =>
    Math.min(
      WIDEST,
      texts.reduce((most, row) => Math.max(most, row[at].length), name.length),
    ),
  );
  const numeric = columns.map((_, at) => rows.every((row) => row[at] === null || typeof row[at] === 'number'));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => {
        const cut = cell.length > WIDEST ? `${cell.slice(0, WIDEST - 1)}…` : cell;
        return numeric[at] === true ? cut.padStart(widths[at]) : cut.padEnd(widths[at]);
      })
      .join('  ')
      .trimEnd()
      .slice(0, Math.max(20, width));
  return `${[line(columns), ...texts.map(line)].join('\n')}\n${rows.length} ${rows.length === 1 ? 'row' : 'rows'}\n`;
}

function shown(cell: QueryCell): string {
  if (cell === null) return '-';
  if (typeof cell === 'number' && !Number.isInteger(cell)) return cell.toPrecision(4);
  // Line breaks and terminal commands would break out of the cell.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
  return String(cell).replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}

export function asCsv({ columns, rows }: QueryResult): string {
  return [columns, ...rows].map((row) => csvLine(row)).join('');
}

export function asJson({ columns, rows }: QueryResult): string {
  return `${JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null]))),
    null,
    2,
  )}\n`;
}
