import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Bar, type Bench, writeFigures } from './bench.ts';

const AUDITS = 100;
const WANTED = 1.7;
/** In turns, so that what else the machine does falls on both. */
const ROUNDS = 2;

/** `unveil campaign` over many small audits: two at once against one after another, the same campaign, as a user waits for it. */
export const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-bench-'));
  try {
    for (const name of ['release.txt', 'original.txt']) copyFileSync(resolve('examples/clinic', name), join(folder, name));
    const file = join(folder, 'many.json');
    const grid = { seed: Array.from({ length: AUDITS }, (_, seed) => `s${seed}`) };
    writeFileSync(
      file,
      JSON.stringify({ defaults: { attacks: ['gba'] }, grid, audits: [{ name: 'a', release: 'release.txt', original: 'original.txt' }] }),
    );
    const took = (jobs: number): number => {
      const started = performance.now();
      const { status, stderr } = spawnSync(
        process.execPath,
        ['bin/unveil.mjs', 'campaign', file, '--jobs', String(jobs), '--anew', '--out', join(folder, String(jobs))],
        { encoding: 'utf8' },
      );
      if (status !== 0) throw new Error(stderr);
      return (performance.now() - started) / 1000;
    };
    const times = Array.from({ length: ROUNDS }, () => [took(1), took(2)] as const);
    const result = (jobs: number): string => readFileSync(join(folder, String(jobs), 'campaign-result.json'), 'utf8');
    if (result(1) !== result(2)) throw new Error('the results differ');
    const rows = times.map(([one, two], at) => [String(at + 1), `${one.toFixed(1)} s`, `${two.toFixed(1)} s`, (one / two).toFixed(2)]);
    // The least of each: what else the machine did took least from them.
    const least = (which: 0 | 1): number => Math.min(...times.map((both) => both[which]));
    const best = least(0) / least(1);
    writeFigures(
      'campaign',
      ['round', 'one after another', 'two at once', 'times as fast'],
      rows,
      `${AUDITS} small audits (examples/clinic, one attack and its baselines, another seed each), the results the same bytes; start included. Load of the machine at the end: ${loadavg()[0]?.toFixed(1)}.`,
    );
    return [
      {
        what: `${AUDITS} small audits, two at once against one after another`,
        figure: `${best.toFixed(2)} times as fast`,
        bar: `at least ${WANTED}`,
        met: best >= WANTED,
      },
    ] satisfies Bar[];
  } finally {
    rmSync(folder, { recursive: true });
  }
};
