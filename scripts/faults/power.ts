import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../../shared/core/random/random.ts';
import { Disk } from './disk.ts';
import { Place } from './place.ts';
import { problemsAgain, problemsLeft, type Shown, undisturbed, type Which } from './strike.ts';
import { traced } from './trace.ts';
import type { Work } from './work.ts';

const SURVIVORS = ['nothing', 'names', 'some'] as const;

/**
 * Cuts the power at random moments of a command, by its calls of the system: what was not synced is gone, or half there. Then looks at what is left, and runs
 * the command again. It takes strace.
 */
export async function powerCuts(work: Work, folder: string, which: Which): Promise<Shown[]> {
  const place = new Place(work, join(realpathSync(folder), `power-${work.name.replaceAll(' ', '-')}`));
  const whole = await undisturbed(place, place.takesHome());
  await place.begin(true);
  const disk = new Disk(place.folder);
  const log = `${place.folder}.calls`;
  try {
    for (const call of traced(log, [process.execPath, ...work.argv], { cwd: place.folder, env: place.env(), changes: true })) disk.do(call);
  } finally {
    rmSync(log, { force: true });
  }
  const made = place.product();
  // What the calls tell must be what was done; otherwise nothing that is shown here says anything.
  disk.surviving(Number.POSITIVE_INFINITY, 'all', seeded('faults', work.name));
  if (made === null || place.product() !== made) throw new Error(`${work.name}: what strace tells makes another product than the command`);
  const shown: Shown[] = [];
  for (const time of which) {
    const random = seeded('faults', `power ${work.name} ${time}`);
    const { moments, turns } = disk;
    // Every other time close to a file or folder that takes its place, and half of these close to the last one: what was not synced before stays lost.
    const turn = time % 4 === 0 ? turns.length - 1 : random.below(Math.max(1, turns.length));
    const near = (turns[turn] ?? 0) + random.below(4);
    const moment = time % 2 === 0 && near > 0 ? near : 1 + random.below(moments);
    const survivors = SURVIVORS[Math.floor(time / 2) % SURVIVORS.length] ?? 'nothing';
    disk.surviving(moment, survivors, random);
    const problems = [...problemsLeft(place, work, whole), ...(await problemsAgain(place, work, whole))];
    shown.push({ what: `${work.name}: power cut at ${moment} of ${moments}, of the unsynced ${survivors}`, problems, met: true });
  }
  return shown;
}
