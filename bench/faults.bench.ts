// Commands ended at random moments, and what goes wrong around them: a complete result or none, resumable, nothing left. Then the local server under
// load with a campaign next to it, on Linux: memory and descriptors stay flat. FAULTS=20 tries fewer moments, CUTS=20 fewer power cuts, WORKS='audit,watch'
// these alone; SOAK_MINUTES=30 soaks for longer, 0 not at all. SLICE=2/10 tries the second tenth and adds it to what was kept of the others: the last one
// also soaks. Without it, and with the first, what was kept of the tried works goes.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CIRCUMSTANCES } from '../scripts/faults/circumstances.ts';
import { powerCuts } from '../scripts/faults/power.ts';
import { type Shown, strikes } from '../scripts/faults/strike.ts';
import { WORKS } from '../scripts/faults/work.ts';
import type { Bar, Bench } from './bench.ts';
import { soak } from './faults/soak.ts';

export const note =
  'Signals go to the launcher, to the command, to both, in turn. After each: a whole product with the bytes of an undisturbed run, the older one, or none; only its owner may read what is left; the next run makes the product and leaves nothing else. The same after a power cut, which is simulated from the calls of the system: what was not synced is gone, has its name but no content, or is there in part. Then `unveil serve` with three users at once and `unveil campaign --jobs 1`: the last quarter of the time is compared with the second.';

/** Of all works together: each half of them ends by kill -9. */
const MOMENTS = Number(process.env['FAULTS'] ?? 500);
const CUTS = Number(process.env['CUTS'] ?? 200);
const ASKED = process.env['WORKS']?.split(',') ?? WORKS.map(({ name }) => name);
const TRIED = WORKS.filter(({ name }) => ASKED.includes(name));
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 5);
const [SLICE = 1, SLICES = 1] = (process.env['SLICE'] ?? '1/1').split('/').map(Number);
/** Milliseconds that Ctrl-C may take. */
const MOST = 1000;

/** What was shown, by the name of the fault. */
type Kept = Record<string, Shown[]>;
const KEPT = '.cache/faults.json';
const INTERRUPTED = 'SIGINT, SIGTERM, SIGHUP';

/** This slice's share of so many, by their numbers. */
const shareOf = (total: number): number[] =>
  Array.from({ length: Math.ceil(total / TRIED.length) }, (_, at) => at).filter((at) => at % SLICES === SLICE - 1);

export const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-faults-'));
  const kept: Kept = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Kept) : {};
  if (SLICE === 1) for (const name of Object.keys(kept)) if (TRIED.some((work) => name.startsWith(`${work.name}: `))) delete kept[name];
  const heard = (name: string, shown: readonly Shown[], again = false): void => {
    kept[name] = [...(again ? [] : (kept[name] ?? [])), ...shown];
    mkdirSync(dirname(KEPT), { recursive: true });
    writeFileSync(KEPT, JSON.stringify(kept));
    for (const { what, problems } of shown) if (problems.length > 0) console.log(`    ${what}: ${problems.join('; ')}`);
    console.log(`    ${name}: ${shown.length} more`);
  };
  const bars: Bar[] = [];
  try {
    for (const work of TRIED) {
      const which = shareOf(MOMENTS / 2);
      if (which.length > 0) {
        heard(`${work.name}: kill -9`, await strikes(work, folder, { which, signals: ['SIGKILL'], seed: 'kill' }));
        const asked = await strikes(work, folder, { which, signals: ['SIGINT', 'SIGTERM', 'SIGHUP'], seed: 'signals' });
        heard(`${work.name}: ${INTERRUPTED}`, asked);
      }
      const cuts = shareOf(CUTS);
      if (cuts.length > 0 && spawnSync('strace', ['--version']).status === 0)
        heard(`${work.name}: power cut`, await powerCuts(work, folder, cuts));
    }
    for (const each of MOMENTS === 0 || SLICE < SLICES ? [] : CIRCUMSTANCES) {
      const why = each.missing();
      if (why === null) heard(each.name, await each.try(folder, Math.max(1, Math.floor(MOMENTS / 150))), true);
      else bars.push({ what: each.name, figure: `not tried: ${why}`, bar: '0', met: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  bars.push(...Object.entries(kept).flatMap(([name, shown]) => barsOf(name, shown)));
  return MINUTES === 0 || SLICE < SLICES ? bars : [...bars, ...(await soak(MINUTES))];
};

function barsOf(name: string, shown: readonly Shown[]): Bar[] {
  const wrong = shown.filter(({ problems }) => problems.length > 0).length;
  const met = shown.filter((each) => each.met);
  const slowest = Math.max(0, ...met.map(({ took = 0 }) => took));
  return [
    {
      what: `${name}: with something wrong, of ${shown.length} (${met.length} while it worked)`,
      figure: String(wrong),
      bar: '0',
      met: wrong === 0,
    },
    ...(name.endsWith(INTERRUPTED)
      ? [{ what: `${name}: slowest end`, figure: `${slowest.toFixed(0)} ms`, bar: `under ${MOST} ms`, met: slowest < MOST }]
      : []),
  ];
}
