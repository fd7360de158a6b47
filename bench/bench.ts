import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

/** One figure, compared with what was asked. A bench that falls short of a bar exits with 1. */
export interface Bar {
  readonly what: string;
  readonly figure: string;
  readonly bar: string;
  readonly met: boolean;
}

export type Bench = () => Promise<readonly Bar[]>;

/** Milliseconds of processor time of one run: what else the machine does is not counted. */
export function processorTime(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Least processor time of some runs, in milliseconds: noise only adds. */
export const least = (runs: number, run: () => unknown): number => Math.min(...Array.from({ length: runs }, () => processorTime(run)));

/** A time in milliseconds that was asked to be under some seconds. */
export const inSeconds = (what: string, milliseconds: number, most: number): Bar => ({
  what,
  figure: `${(milliseconds / 1000).toFixed(2)} s`,
  bar: `under ${most} s`,
  met: milliseconds < 1000 * most,
});

/** The machine that measured, and its load of the last minute. */
export const machine = (): string =>
  `Node ${process.versions.node}, ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0]?.toFixed(1)}`;

/** Writes docs/figures/NAME.md: the only way a measured figure gets into the docs. */
export function writeFigures(name: string, header: readonly string[], rows: readonly (readonly string[])[], note: string): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  mkdirSync('docs/figures', { recursive: true });
  const text = [
    `<!-- written by: npm run bench -- ${name} -->`,
    note,
    '',
    `Measured on ${machine()}.`,
    '',
    line(header),
    line(header.map(() => '---')),
    ...rows.map(line),
    '',
  ];
  writeFileSync(`docs/figures/${name.replaceAll('/', '-')}.md`, text.join('\n'));
}

/** The rows of docs/figures/NAME.md: a bench that measures a part of them keeps the others. */
export function rowsOfFigures(name: string): string[][] {
  const page = `docs/figures/${name.replaceAll('/', '-')}.md`;
  if (!existsSync(page)) return [];
  const lines = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => line.slice(2, -2).split(' | '));
}
