import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

/** One figure held against what was asked of it. A bench whose bars are not all met exits with 1. */
export interface Bar {
  readonly what: string;
  readonly figure: string;
  readonly bar: string;
  readonly met: boolean;
}

export type Bench = () => Promise<readonly Bar[]>;

interface Timing {
  readonly min: number;
  readonly mean: number;
  readonly deviation: number;
}

/** Milliseconds of `runs` runs after one that warms up. The least is the figure to compare: noise only adds. */
export function time(run: () => unknown, runs = 5): Timing {
  run();
  const times = Array.from({ length: runs }, () => {
    const started = performance.now();
    run();
    return performance.now() - started;
  });
  const mean = times.reduce((total, each) => total + each, 0) / runs;
  const deviation = Math.sqrt(times.reduce((total, each) => total + (each - mean) ** 2, 0) / runs);
  return { min: Math.min(...times), mean, deviation };
}

/** What figures were measured on, and how busy it was: the load of the last minute. */
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

/** The rows of docs/figures/NAME.md as they are: what a bench that measures a part of them keeps. */
export function rowsOfFigures(name: string): string[][] {
  const page = `docs/figures/${name}.md`;
  if (!existsSync(page)) return [];
  const lines = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => line.slice(2, -2).split(' | '));
}

/** Puts the figures of a bench into a page, where the page has the two marks `<!-- figures/NAME -->` and `<!-- end -->`. */
export function includeFigures(name: string, page: string): void {
  const mark = `<!-- figures/${name} -->`;
  const text = readFileSync(page, 'utf8');
  const start = text.indexOf(mark);
  const end = text.indexOf('<!-- end -->', start);
  if (start < 0 || end < 0) throw new Error(`${page} has no place for ${name}`);
  const [, ...figures] = readFileSync(`docs/figures/${name}.md`, 'utf8').trimEnd().split('\n');
  writeFileSync(page, `${text.slice(0, start)}${mark}\n${figures.join('\n')}\n${text.slice(end)}`);
}
