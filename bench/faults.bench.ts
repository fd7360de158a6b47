import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CIRCUMSTANCES } from '../scripts/faults/circumstances.ts';
import { type Shown, strikes } from '../scripts/faults/strike.ts';
import { WORKS } from '../scripts/faults/work.ts';
import { type Bench, writeFigures } from './bench.ts';

/** Of all works together; by hand for fewer or more: FAULTS=20 npm run bench -- faults */
const MOMENTS = Number(process.env['FAULTS'] ?? 100);
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Commands ended at random moments, and what goes wrong around them: a complete result or none, resumable, nothing left. */
export const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-faults-'));
  const rows: string[][] = [];
  const all: Shown[] = [];
  const heard = (name: string, shown: readonly Shown[]): void => {
    all.push(...shown);
    const wrong = shown.filter(({ problems }) => problems.length > 0);
    rows.push([name, String(shown.length), String(shown.filter(({ met }) => met).length), String(wrong.length)]);
    console.log(`    ${rows.at(-1)?.join('  ')}`);
    for (const { what, problems } of wrong) console.log(`      ${what}: ${problems.join('; ')}`);
  };
  const missing: string[] = [];
  try {
    for (const work of WORKS) {
      const moments = Math.ceil(MOMENTS / WORKS.length);
      heard(`${work.name}: kill -9`, await strikes(work, folder, { moments, signals: ['SIGKILL'], seed: 'kill' }));
      const signals = { moments: Math.ceil(moments / 4), signals: SIGNALS, seed: 'signals' };
      heard(`${work.name}: SIGINT, SIGTERM, SIGHUP`, await strikes(work, folder, signals));
    }
    for (const each of CIRCUMSTANCES) {
      const why = each.missing();
      if (why === null) heard(each.name, await each.try(folder, Math.max(1, Math.floor(MOMENTS / 30))));
      else missing.push(`${each.name}: ${why}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const wrong = all.filter(({ problems }) => problems.length > 0).length;
  writeFigures(
    'faults',
    ['fault', 'times', 'while the command worked', 'with something wrong'],
    rows,
    `Signals go to the launcher, to the command, to both, in turn. After each: a whole product with the bytes of an undisturbed run, or none; what is left only its owner may read; the next run makes the product and leaves nothing else.${missing.length === 0 ? '' : ` Not tried: ${missing.join(', ')}.`}`,
  );
  return [{ what: `of ${all.length} disturbances, with something wrong`, figure: String(wrong), bar: '0', met: wrong === 0 }];
};
