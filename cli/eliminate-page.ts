import type { EliminateResult } from '../shared/app/eliminate.ts';
import type { DistanceTable } from '../shared/core/attack/table.ts';

/** Beyond these a table is not drawn: its eliminations are listed only. */
const MOST_COLUMNS = 12;
const MOST_ROWS = 40;

/** One table after one attack, for people: the distances, the place of each eliminated cell in the order, and the reasons. */
export function eliminatePage(number: number, table: DistanceTable, result: EliminateResult): string {
  const { rows, columns } = table;
  const head = `table ${number}: ${rows} x ${columns}, ${result.attack}`;
  if (result.notComputable !== undefined) return `${head}: not computable: ${result.notComputable}\n\n`;
  const threshold = result.delta === null ? '' : `; threshold ${shown(result.delta)}`;
  const lines = [`${head}: ${result.eliminated.length} of ${rows * columns} cells eliminated${threshold}`];
  if (rows <= MOST_ROWS && columns <= MOST_COLUMNS) lines.push('', ...drawn(table, result));
  if (result.eliminated.length > 0) {
    lines.push('', ...result.eliminated.map(([row, column], at) => `  ${at + 1}. row ${row}, column ${column}: ${reason(result, at)}`));
  }
  return `${lines.join('\n')}\n\n`;
}

function drawn({ rows, columns, cells }: DistanceTable, { eliminated }: EliminateResult): string[] {
  const order = new Map(eliminated.map(([row, column], at) => [row * columns + column, at + 1]));
  const cell = (row: number, column: number): string => {
    const place = order.get(row * columns + column);
    const distance = shown(cells[row * columns + column] as number);
    return place === undefined ? distance : `(${distance}) ${place}.`;
  };
  const grid = [
    ['', ...Array.from({ length: columns }, (_, column) => String(column))],
    ...Array.from({ length: rows }, (_, row) => [String(row), ...Array.from({ length: columns }, (_, column) => cell(row, column))]),
  ];
  const widths = Array.from({ length: columns + 1 }, (_, at) => Math.max(...grid.map((line) => line[at]?.length ?? 0)));
  return grid.map((line) => `  ${line.map((text, at) => text.padStart(widths[at] ?? 0)).join('  ')}`);
}

function reason({ attack, why }: EliminateResult, at: number): string {
  const value = why[at];
  if (value === 'never') return 'never together with its context';
  if (value === null || value === undefined) return 'by chance';
  if (attack === 'wba') return `weighted distance ${shown(value)}`;
  if (attack === 'mda' || attack === 'tba') return `distance ${shown(value)}`;
  return attack.endsWith('-normalised')
    ? `its row or column has a gap of ${shown(value)} of its spread`
    : `its row or column has a gap of ${shown(value)}`;
}

/** Four significant digits at most; a point for undefined. */
const shown = (value: number): string => {
  if (Number.isNaN(value)) return '.';
  return value === Number.POSITIVE_INFINITY ? 'never' : String(Number(value.toPrecision(4)));
};
