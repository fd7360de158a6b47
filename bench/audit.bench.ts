// The whole `unveil audit` as a user runs it, in a process of its own: time, and the most memory it held. User time is what counts: this
// machine may be busy.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measured, runAudit } from './audit-run.ts';
import { type Bar, type Bench, writeFigures } from './bench.ts';
import { type Shape, words, writeRelease } from './releases.ts';

/** The published attacks; what the calibrated one adds is measured apart. */
const PUBLISHED = ['--attack', 'rba-normalised,rba,gba-normalised,gba,wba,tba,mda'];

const AOL: Shape = { groups: 127, members: 4, support: 6, transactions: 758, context: 8 };
const HEAVY: Shape = { groups: 127, members: 8, support: 100, transactions: 758, context: 12 };
const tiny = (groups: number): Shape => ({ groups, members: 4, support: 4, transactions: groups, context: 4 });

export const bench: Bench = async () => {
  const rows: string[][] = [];
  const bars: Bar[] = [];
  const measured = (name: string, shape: Shape | null, args: readonly string[], write?: (folder: string) => string): Measured => {
    const folder = mkdtempSync(join(tmpdir(), 'unveil-bench-'));
    try {
      const files = shape === null ? { release: write?.(folder) ?? '', original: '' } : writeRelease(folder, shape);
      const result = runAudit(folder, [files.release, ...args.map((arg) => (arg === 'ORIGINAL' ? files.original : arg))]);
      rows.push([
        name,
        result.seconds.toFixed(2),
        result.user.toFixed(2),
        result.megabytes.toFixed(0),
        String(result.status),
        result.steps,
      ]);
      console.log(
        `  ${name}: ${result.seconds.toFixed(2)} s, user ${result.user.toFixed(2)} s, ${result.megabytes.toFixed(0)} MB, exit ${result.status} ${result.status === 0 ? '' : result.message}`,
      );
      if (result.steps !== '') console.log(`    ${result.steps}`);
      return result;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const bar = (what: string, figure: number, unit: string, most: number): void => {
    bars.push({ what, figure: `${figure.toFixed(2)} ${unit}`, bar: `at most ${most} ${unit}`, met: figure <= most });
  };

  const aol = measured('758 transactions, 127 generalised items of 4', AOL, [
    '--original',
    'ORIGINAL',
    '--k',
    '4',
    '--m',
    '2',
    ...PUBLISHED,
  ]);
  bar('758 × 127, user time', aol.user, 's', 3);
  bar('758 × 127, memory', aol.megabytes, 'MB', 400);
  measured('the same, with the calibrated attack and its baselines', AOL, ['--original', 'ORIGINAL', '--k', '4', '--m', '2']);
  const heavy = measured('127 groups of 100 × 8, context all', HEAVY, ['--original', 'ORIGINAL', '--context', 'all', ...PUBLISHED]);
  bar('127 of 100 × 8, context all, user time', heavy.user, 's', 15);

  const few = measured('10,000 groups of 4 × 4, one attack', tiny(10_000), ['--attack', 'rba-normalised']);
  const many = measured('100,000 groups of 4 × 4, one attack', tiny(100_000), ['--attack', 'rba-normalised']);
  bar('time for each of 90,000 more groups', ((many.user - few.user) / 90_000) * 1e6, 'µs', 250);
  bar('memory at 100,000 groups over that at 10,000', many.megabytes / few.megabytes, 'times', 1.3);

  const extremes: readonly [string, (folder: string) => string][] = [
    ['a group of 100,000 rows', wideGroup],
    ['a generalised item of 500 members', largeItem],
    ['a transaction of 70,000 items', longTransaction],
    ['no context item at all', withoutContext],
  ];
  for (const [name, write] of extremes) {
    const result = measured(name, null, [], write);
    bars.push({
      what: `${name}: done or refused`,
      figure: `exit ${result.status}`,
      bar: 'exit 0 or 2',
      met: result.status === 0 || result.status === 2,
    });
    bar(`${name}, memory`, result.megabytes, 'MB', 1024);
  }
  writeFigures(
    'audit',
    ['release', 'seconds', 'user seconds', 'peak MB', 'exit code', 'steps (ms of processor time)'],
    rows,
    'Whole audits, each in a process of its own, start-up included. WordNet as the source, which knows few items of the 100,000 groups; 2 cores.',
  );
  return bars;
};

function wideGroup(folder: string): string {
  const [a = '', b = '', c = '', d = ''] = words(4);
  const context = words(2000).slice(4);
  const lines = Array.from(
    { length: 100_000 },
    (_, at) => `${context[at % 1996]}, (${a}, ${b}, ${c}, ${d}), ${context[(at * 7 + 1) % 1996]}`,
  );
  return written(folder, lines);
}

function largeItem(folder: string): string {
  const members = words(500);
  const context = words(900).slice(500);
  return written(
    folder,
    Array.from({ length: 200 }, (_, at) => `${context[at]}, (${members.join(', ')}), ${context[at + 200]}`),
  );
}

function longTransaction(folder: string): string {
  const all = words(70_100);
  const groups = Array.from({ length: 20 }, (_, at) => `(${all.slice(70_000 + at * 4, 70_004 + at * 4).join(', ')})`);
  return written(folder, [[...all.slice(0, 69_000), ...groups].join(', '), [...all.slice(0, 10), ...groups].join(', ')]);
}

function withoutContext(folder: string): string {
  const all = words(8);
  return written(
    folder,
    Array.from({ length: 10 }, () => `(${all.slice(0, 4).join(', ')}), (${all.slice(4).join(', ')})`),
  );
}

function written(folder: string, lines: readonly string[]): string {
  writeFileSync(join(folder, 'release.txt'), `${lines.join('\n')}\n`);
  return join(folder, 'release.txt');
}
