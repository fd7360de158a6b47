import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runTokensFor } from '../cli/corpus/build.ts';
import { buildIndexFile } from '../shared/adapters/local/index-file.ts';
import { EXACT } from '../shared/core/text/normalisation.ts';
import { type Bar, writeFigures } from './bench.ts';
import { corpusTexts, cpu } from './corpus-data.ts';

/** Building and its size. CPU time of one process; bz2 and JSON are not part of it. */
export async function bench(): Promise<readonly Bar[]> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-bench-'));
  try {
    const rows: string[][] = [];
    const bars = [...(await built(folder, 'general_wiki', 40, rows)), ...(await built(folder, 'medical_trials', 33, rows))];
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
