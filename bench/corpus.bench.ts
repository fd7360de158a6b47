// Corpora: how fast an index is built and how large it is, compared with SQLite's FTS5; how a million pieces grow; how fast a large index opens.
// Memory is that of the whole process. bz2 and JSON are not part of a build's time.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTokensFor } from '../cli/corpus/build.ts';
import { buildIndexFile } from '../shared/adapters/local/index-file.ts';
import { EXACT } from '../shared/core/text/tokens.ts';
import { type Bar, type Bench, processorTime } from './bench.ts';
import { BENCH_CACHE } from './calibrated/corpora.ts';
import { writeGigabyte } from './corpus/gigabyte.ts';
import { corpusTexts, syntheticPieces } from './corpus/texts.ts';
import { ftsOver } from './fts.ts';

export const note =
  'Building takes processor time of one core, with texts in memory; opening is elapsed time, best of 15, a process for each. A million synthetic pieces are built by `unveil corpus build --memory 256` and counted in a process of its own.';

/** Share of the text that the index may take, in per cent. */
const SHARES = { general_wiki: 40, medical_trials: 33 } as const;

export const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-bench-'));
  try {
    return [
      ...(await built(folder, 'general_wiki')),
      ...(await built(folder, 'medical_trials')),
      ...growth(folder),
      firstCount(join(folder, 'gigabyte.unveil-index')),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const atLeast = (what: string, figure: number, bar: number, unit: string): Bar => ({
  what,
  figure: `${figure.toFixed(1)} ${unit}`,
  bar: `at least ${bar} ${unit}`,
  met: figure >= bar,
});
const atMost = (what: string, figure: number, bar: number, unit: string): Bar => ({
  what,
  figure: `${figure.toFixed(1)} ${unit}`,
  bar: `at most ${bar} ${unit}`,
  met: figure <= bar,
});

async function built(folder: string, name: keyof typeof SHARES): Promise<Bar[]> {
  const { texts, what } = corpusTexts(name, 1_000_000);
  const bytes = texts.reduce((total, text) => total + Buffer.byteLength(text), 0);
  const path = join(folder, `${name}.unveil-index`);
  const rate = async (memory: number): Promise<number> => {
    const started = process.cpuUsage().user;
    await buildIndexFile(path, [texts], { normalisation: EXACT, runTokens: runTokensFor(memory) });
    return bytes / (process.cpuUsage().user - started);
  };
  // The first warms up; the best of two is quoted for each.
  await rate(1024);
  const inMemory = Math.max(await rate(1024), await rate(1024));
  const merged = Math.max(await rate(256), await rate(256));
  const fts = bytes / 1e3 / processorTime(() => ftsOver(texts));
  return [
    atLeast(`${what}, ${(bytes / 1e6).toFixed(0)} MB: build`, inMemory, 40, 'MB/s'),
    atLeast(`${what}: build, times FTS5`, inMemory / fts, 1.3, 'times'),
    atLeast(`${what}: build with --memory 256 and a merge`, merged, 30, 'MB/s'),
    atMost(`${what}: index, share of the text`, (100 * statSync(path).size) / bytes, SHARES[name], '%'),
  ];
}

function growth(folder: string): Bar[] {
  const [small, large] = [100_000, 1_000_000].map((pieces) => {
    const text = join(folder, `${pieces}.txt`);
    writePieces(text, pieces);
    return child('pieces', text, join(folder, `${pieces}.unveil-index`), '256');
  }) as [Record<string, number>, Record<string, number>];
  const times = (figure: string): number => large[figure] / small[figure];
  return [
    atMost('10 times the pieces, times the build', times('build'), 11, 'times'),
    atMost('10 times the pieces, times a count', times('count'), 10, 'times'),
    atMost('1,000,000 pieces: memory of the build', large['buildMegabytes'], 256, 'MB'),
    atMost('1,000,000 pieces: memory of counting', large['countMegabytes'], 1000, 'MB'),
  ];
}

/** Written here and not by the child: synthetic pieces take memory too. */
function writePieces(path: string, pieces: number): void {
  const file = openSync(path, 'wx');
  let lines: string[] = [];
  for (const text of syntheticPieces(pieces, 'many')) {
    lines.push(text, '\n');
    if (lines.length < 2000) continue;
    writeSync(file, lines.join(''));
    lines = [];
  }
  writeSync(file, lines.join(''));
  closeSync(file);
}

function firstCount(path: string): Bar {
  const [x, y] = writeGigabyte(path);
  const gigabytes = statSync(path).size / 1e9;
  // In turns, so that both meet the same machine.
  const runs = Array.from({ length: 15 }, () => [child('first-count', path, x, y), child('bare')] as const);
  const least = (which: 0 | 1): number => Math.min(...runs.map((run) => run[which]['milliseconds']));
  return {
    what: `first count on ${gigabytes.toFixed(2)} GB from the start of the process (${least(1).toFixed(0)} ms without an index)`,
    figure: `${least(0).toFixed(0)} ms`,
    bar: 'at most 80 ms',
    met: least(0) <= 80 && gigabytes >= 1,
  };
}

function child(...args: readonly string[]): Record<string, number> {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'bench/corpus/child.ts', ...args],
    // As `unveil` itself runs: with Node's compile cache.
    { encoding: 'utf8', env: { ...process.env, NODE_COMPILE_CACHE: join(BENCH_CACHE, 'compiled') } },
  );
  if (status !== 0) throw new Error(`${args[0]}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, number>;
}
