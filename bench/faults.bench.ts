// Commands ended at random moments, and what goes wrong around them: a complete result or none, resumable, nothing left. Then the local server under
// load with a campaign next to it, on Linux: memory and descriptors stay flat. FAULTS=20 tries fewer moments, CUTS=20 fewer power cuts, WORKS='audit,watch'
// these alone; SOAK_MINUTES=30 soaks for longer, 0 not at all.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
/** Milliseconds that Ctrl-C may take. */
const MOST = 1000;

export const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-faults-'));
  const bars: Bar[] = [];
  const heard = (name: string, shown: readonly Shown[]): void => {
    const wrong = shown.filter(({ problems }) => problems.length > 0);
    const met = shown.filter((each) => each.met).length;
    for (const { what, problems } of wrong) console.log(`    ${what}: ${problems.join('; ')}`);
    console.log(`    ${name}: ${shown.length}, ${met} while it worked, ${wrong.length} with something wrong`);
    bars.push({
      what: `${name}: with something wrong, of ${shown.length} (${met} while it worked)`,
      figure: String(wrong.length),
      bar: '0',
      met: wrong.length === 0,
    });
  };
  const ended = (name: string, shown: readonly Shown[]): void => {
    const slowest = Math.max(0, ...shown.filter(({ met }) => met).map(({ took = 0 }) => took));
    bars.push({ what: `${name}: slowest end`, figure: `${slowest.toFixed(0)} ms`, bar: `under ${MOST} ms`, met: slowest < MOST });
  };
  try {
    for (const work of TRIED) {
      const moments = Math.ceil(MOMENTS / 2 / TRIED.length);
      if (moments > 0) {
        heard(`${work.name}: kill -9`, await strikes(work, folder, { moments, signals: ['SIGKILL'], seed: 'kill' }));
        const interrupted = await strikes(work, folder, { moments, signals: ['SIGINT', 'SIGTERM', 'SIGHUP'], seed: 'signals' });
        heard(`${work.name}: SIGINT, SIGTERM, SIGHUP`, interrupted);
        ended(`${work.name}: SIGINT, SIGTERM, SIGHUP`, interrupted);
      }
      if (CUTS > 0 && spawnSync('strace', ['--version']).status === 0)
        heard(`${work.name}: power cut`, await powerCuts(work, folder, Math.ceil(CUTS / TRIED.length)));
    }
    for (const each of MOMENTS === 0 ? [] : CIRCUMSTANCES) {
      const why = each.missing();
      if (why === null) heard(each.name, await each.try(folder, Math.max(1, Math.floor(MOMENTS / 150))));
      else bars.push({ what: each.name, figure: `not tried: ${why}`, bar: '0', met: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return MINUTES === 0 ? bars : [...bars, ...(await soak(MINUTES))];
};
