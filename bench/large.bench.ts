// Whole audits of growing releases with a generalised item for ten transactions: all default attacks, and the published ones alone, against
// documents about the same topics. UNVEIL_SIZES=1000000 for others, with a page of their own; UNVEIL_ATTACKS=default for these alone.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measured, runAudit } from './audit-run.ts';
import { type Bar, type Bench, writeFigures } from './bench.ts';

const SIZES = (process.env['UNVEIL_SIZES'] ?? '10000,100000').split(',').map(Number);
const ALL_ATTACKS = [
  ['default', []],
  ['without calibrated', ['--attack', 'rba-normalised,rba,gba-normalised,gba,wba,tba,mda']],
] as const;
const ATTACKS = ALL_ATTACKS.filter(([name]) => name === (process.env['UNVEIL_ATTACKS'] ?? name));
const GROWTH = 11;
/** By transactions: elapsed seconds with the default attacks and without calibrated, on two idle cores. */
const ASKED = new Map([
  [100_000, { seconds: [60, 25], megabytes: 1024 }],
  [1_000_000, { seconds: [900, 900], megabytes: 2048 }],
]);

function run(args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

function measured(transactions: number): Measured[] {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-bench-'));
  const at = (name: string): string => join(folder, name);
  try {
    run(['bench/large/make-release.ts', folder, String(transactions)]);
    run(['bin/unveil.mjs', 'corpus', 'build', '--from', at('documents.txt'), '--format', 'lines', '--out', at('index')]);
    return ATTACKS.map(([name, attacks]) => {
      const result = runAudit(folder, [at('release.txt'), '--original', at('original.txt'), '--source', at('index'), ...attacks]);
      if (result.status !== 0) throw new Error(result.message);
      console.log(
        `  ${transactions}, ${name}: ${result.seconds.toFixed(1)} s, user ${result.user.toFixed(1)} s, ${result.megabytes.toFixed(0)} MB`,
      );
      return result;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = async () => {
  const runs = SIZES.map((transactions) => ({ transactions, results: measured(transactions) }));
  writeFigures(
    process.env['UNVEIL_SIZES'] === undefined ? 'large' : `large/${SIZES.join('-')}`,
    ['transactions', 'attacks', 'seconds', 'user seconds', 'peak MB', 'MB read', 'steps (ms of processor time)'],
    runs.flatMap(({ transactions, results }) =>
      results.map(({ seconds, user, megabytes, megabytesRead, steps }, at) => [
        transactions.toLocaleString('en'),
        ATTACKS[at]?.[0] as string,
        seconds.toFixed(1),
        user.toFixed(1),
        megabytes.toFixed(0),
        megabytesRead?.toFixed(0) ?? '',
        steps,
      ]),
    ),
    'Whole audits, each in a process of its own, with their originals; a generalised item of four members for ten transactions.',
  );
  return runs.flatMap(({ transactions, results }, at) =>
    results.flatMap((result, nth): Bar[] => {
      const [name] = ATTACKS[nth];
      const before = runs[at - 1];
      const bar = (what: string, figure: number, unit: string, most: number): Bar => ({
        what: `${transactions.toLocaleString('en')} transactions, ${name}: ${what}`,
        figure: `${figure.toFixed(1)} ${unit}`,
        bar: `at most ${most} ${unit}`,
        met: figure <= most,
      });
      const bars: Bar[] = [];
      if (before !== undefined && transactions === 10 * before.transactions)
        bars.push(
          bar('user time by that of a tenth', result.user / (before.results[nth]?.user ?? 0), 'times', GROWTH),
          bar('read by what a tenth reads', (result.megabytesRead ?? 0) / (before.results[nth]?.megabytesRead ?? 1), 'times', GROWTH),
        );
      const asked = ASKED.get(transactions);
      if (asked !== undefined)
        bars.push(bar('elapsed', result.seconds, 's', asked.seconds[nth]), bar('memory', result.megabytes, 'MB', asked.megabytes));
      return bars;
    }),
  );
};
