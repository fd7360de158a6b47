import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runTokensFor } from '../cli/corpus/build.ts';
import { buildIndexFile } from '../shared/adapters/local/index-file.ts';
import { EXACT } from '../shared/core/text/normalisation.ts';
import { type Bar, writeFigures } from './bench.ts';
import { corpusTexts, cpu } from './corpus-data.ts';
import { writeGigabyte } from './corpus-gigabyte.ts';

/** Building, its size, and what a large index costs. CPU time of one process; bz2 and JSON are not part of it. */
export async function bench(): Promise<readonly Bar[]> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-bench-'));
  try {
    const rows: string[][] = [];
    const bars = [
      ...(await built(folder, 'general_wiki', 40, rows)),
      ...(await built(folder, 'medical_trials', 33, rows)),
      ...firstCount(folder, rows),
      ...scale(folder, rows),
    ];
    writeFigures('corpus-build', ['what', 'figure'], rows, 'Building an index: CPU time of one core, text in memory as strings.');
    return bars;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function built(folder: string, name: 'general_wiki' | 'medical_trials', share: number, rows: string[][]): Promise<Bar[]> {
  const { texts, what } = corpusTexts(name, 1_000_000);
  const bytes = texts.reduce((total, text) => total + Buffer.byteLength(text), 0);
  const path = join(folder, `${name}.unveil-index`);
  const rate = async (memory: number): Promise<number> => {
    const started = cpu();
    await buildIndexFile(path, [texts], { normalisation: EXACT, runTokens: runTokensFor(memory) });
    return bytes / 1e3 / (cpu() - started);
  };
  // The first warms up; the best of two is quoted for each.
  await rate(1024);
  const inMemory = Math.max(await rate(1024), await rate(1024));
  const merged = Math.max(await rate(256), await rate(256));
  const part = (100 * statSync(path).size) / bytes;
  const fts = bytes / 1e3 / ftsBuild(texts);
  const show = (value: number): string => `${value.toFixed(1)} MB/s`;
  rows.push([`${what}, ${(bytes / 1e6).toFixed(0)} MB: build`, show(inMemory)]);
  rows.push([`${what}: build with --memory 256 and a merge`, show(merged)]);
  rows.push([`${what}: FTS5`, show(fts)]);
  rows.push([`${what}: index, share of the text`, `${part.toFixed(1)} %`]);
  return [
    { what: `${what}: build`, figure: show(inMemory), bar: 'at least 40 MB/s', met: inMemory >= 40 },
    { what: `${what}: build, times FTS5`, figure: (inMemory / fts).toFixed(2), bar: 'at least 1.3', met: inMemory / fts >= 1.3 },
    { what: `${what}: build with --memory 256 and a merge`, figure: show(merged), bar: 'at least 30 MB/s', met: merged >= 30 },
    { what: `${what}: index, share of the text`, figure: `${part.toFixed(1)} %`, bar: `at most ${share} %`, met: part <= share },
  ];
}

/** Milliseconds of CPU. */
function ftsBuild(texts: readonly string[]): number {
  const database = new DatabaseSync(':memory:');
  database.exec("CREATE VIRTUAL TABLE piece USING fts5(text, content='')");
  const insert = database.prepare('INSERT INTO piece(rowid, text) VALUES (?, ?)');
  const started = cpu();
  database.exec('BEGIN');
  for (const [at, text] of texts.entries()) insert.run(at + 1, text);
  database.exec('COMMIT');
  const spent = cpu() - started;
  database.close();
  return spent;
}

function child(script: string, ...args: readonly string[]): Record<string, number> {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join('bench', 'corpus-children', script), ...args],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${script}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, number>;
}

function firstCount(folder: string, rows: string[][]): Bar[] {
  const path = join(folder, 'gigabyte.unveil-index');
  const [x, y] = writeGigabyte(path);
  const bytes = statSync(path).size;
  const times = Array.from({ length: 7 }, () => child('first-count.ts', path, x, y)['milliseconds'] as number);
  const least = Math.min(...times);
  rows.push([
    `first count on an index of ${(bytes / 1e9).toFixed(2)} GB, from the start of the process (best of 7)`,
    `${least.toFixed(0)} ms`,
  ]);
  rmSync(path);
  return [
    {
      what: `first count on ${(bytes / 1e9).toFixed(2)} GB from process start`,
      figure: `${least.toFixed(0)} ms`,
      bar: 'at most 80 ms',
      met: least <= 80 && bytes >= 1e9,
    },
  ];
}

/** 100,000 and 1,000,000 synthetic pieces, each built with --memory 256 and counted in a process of its own. */
function scale(folder: string, rows: string[][]): Bar[] {
  const [small, large] = [100_000, 1_000_000].map((pieces) =>
    child('many-pieces.ts', join(folder, `${pieces}.unveil-index`), String(pieces), '256'),
  ) as [Record<string, number>, Record<string, number>];
  const growth = (figure: string): number => (large[figure] as number) / (small[figure] as number);
  rows.push(['1,000,000 pieces, --memory 256: most memory while building', `${(large['buildMegabytes'] as number).toFixed(0)} MB`]);
  rows.push(['1,000,000 pieces: most memory with a table of 1,000 × 1,000 counted', `${(large['megabytes'] as number).toFixed(0)} MB`]);
  rows.push(['10 times the pieces: times the build', growth('buildSeconds').toFixed(1)]);
  rows.push(['10 times the pieces: times the count of a table', growth('countSeconds').toFixed(1)]);
  return [
    {
      what: '10 times the pieces, times the build',
      figure: growth('buildSeconds').toFixed(1),
      bar: 'at most 11',
      met: growth('buildSeconds') <= 11,
    },
    {
      what: '10 times the pieces, times a count',
      figure: growth('countSeconds').toFixed(1),
      bar: 'at most 10',
      met: growth('countSeconds') <= 10,
    },
    {
      what: '1,000,000 pieces: memory of the build',
      figure: `${(large['buildMegabytes'] as number).toFixed(0)} MB`,
      bar: 'at most 256 MB',
      met: (large['buildMegabytes'] as number) <= 256,
    },
    {
      what: '1,000,000 pieces: memory of counting',
      figure: `${(large['megabytes'] as number).toFixed(0)} MB`,
      bar: 'under 1 GB',
      met: (large['megabytes'] as number) < 1000,
    },
  ];
}
