import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { seeded } from '../../shared/core/random/random.ts';
import { type Ended, Place } from './place.ts';
import { problemsAgain, problemsLeft, type Shown, type Undisturbed, undisturbed } from './strike.ts';
import { audit, WORKS, type Work } from './work.ts';

/** Something that goes wrong around a command, a number of times. */
interface Circumstance {
  readonly name: string;
  /** Why it cannot be tried here; null: it can. */
  missing(): string | null;
  try(folder: string, times: number): Promise<Shown[]>;
}

const workNamed = (name: string): Work => WORKS.find((work) => work.name === name) as Work;
const random = (what: string): ReturnType<typeof seeded> => seeded('faults', what);
const nothing = (): null => null;
const noMounts = (): string | null =>
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0 ? null : 'it takes the right to mount';

const mount = (folder: string, options: string): boolean => {
  mkdirSync(folder, { recursive: true });
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
};
const remount = (folder: string, options: string): boolean => spawnSync('mount', ['-o', `remount,${options}`, folder]).status === 0;
const unmount = (folder: string): void => void spawnSync('umount', [folder]);

/** A failure says what failed, and nothing claims to be a result. */
function problemsOfEnd({ status, said }: Ended, product: string | null, whole: Undisturbed, expected: RegExp): string[] {
  if (status === 0) return product === whole.product ? [] : ['it says that it succeeded, and its product is another'];
  const problems = product === null ? [] : ['it failed, and there is a product'];
  return expected.test(said) ? problems : [...problems, `exit ${status}, and it says: ${said.slice(0, 300)}`];
}

const fullDisk: Circumstance = {
  name: 'the disk is full, at a random size',
  missing: noMounts,
  async try(folder, times) {
    const shown: Shown[] = [];
    const sizes = random('full disk');
    const made = join(folder, 'full', 'made');
    // Sizes are found on a disk that is large enough.
    mount(made, 'size=64m');
    const place = new Place(audit, dirname(made));
    try {
      const whole = await undisturbed(place);
      // Of the results alone: an index of WordNet that finds no room is made in memory.
      const needed = Number(spawnSync('du', ['-sk', join(made, 'results')], { encoding: 'utf8' }).stdout.split('\t')[0]);
      for (let time = 0; time < times; time += 1) {
        place.clear();
        const size = 12 + sizes.below(2 * needed);
        remount(made, `size=${size}k`);
        const ended = await place.run();
        const problems = problemsOfEnd(ended, place.product(), whole, /disk is full|no space|cannot be (?:made|written)/i);
        problems.push(...problemsLeft(place, audit, whole));
        remount(made, 'size=64m');
        problems.push(...(await problemsAgain(place, audit, whole)));
        shown.push({ what: `full disk of ${size} KB`, problems, met: ended.status !== 0 });
      }
    } finally {
      unmount(made);
    }
    return shown;
  },
};

const readOnly: Circumstance = {
  name: 'the folder becomes read-only at a random moment',
  missing: noMounts,
  async try(folder, times) {
    const shown: Shown[] = [];
    const moments = random('read-only');
    const made = join(folder, 'read-only', 'made');
    mount(made, 'size=64m');
    const place = new Place(audit, dirname(made));
    try {
      const whole = await undisturbed(place);
      for (let time = 0; time < times; time += 1) {
        place.clear(true);
        const running = place.start();
        const at = moments.unit() * whole.milliseconds;
        await Promise.race([pause(at), running.ended]);
        // Refused while a file is open for writing: until it is not.
        let met = false;
        for (let tried = 0; tried < 200 && !met; tried += 1) {
          met = remount(made, 'ro');
          if (!met) await pause(5);
        }
        const ended = await running.ended;
        const problems = problemsOfEnd(ended, place.product(), whole, /read-only|EROFS|cannot be (?:made|written)/i);
        problems.push(...problemsLeft(place, audit, whole));
        remount(made, 'rw');
        problems.push(...(await problemsAgain(place, audit, whole)));
        shown.push({ what: `read-only after ${at.toFixed(0)} ms`, problems, met: met && ended.status !== 0 });
      }
    } finally {
      unmount(made);
    }
    return shown;
  },
};

/** Loaded before the command: every time that the clock is asked it may have gone back by up to an hour. */
const BACKWARDS = `const now = Date.now; let back = 0;
Date.now = () => { back += Math.floor(Math.random() * 60_000); return now() - back; };
const Real = Date;
globalThis.Date = class extends Real { constructor(...values) { if (values.length === 0) super(Real.now()); else super(...values); } };
`;

const clock: Circumstance = {
  name: 'the clock goes backwards',
  missing: nothing,
  async try(folder, times) {
    const place = new Place(audit, join(folder, 'clock'));
    const whole = await undisturbed(place);
    const script = join(folder, 'clock', 'backwards.mjs');
    writeFileSync(script, BACKWARDS);
    const shown: Shown[] = [];
    for (let time = 0; time < times; time += 1) {
      place.clear(true);
      const { status, said } = await place.run({ NODE_OPTIONS: `--import=${pathToFileURL(script).href}` });
      const problems = status === 0 ? [] : [`exit ${status}: ${said.slice(0, 300)}`];
      if (place.product() !== whole.product) problems.push('its product is another');
      shown.push({ what: `clock backwards, ${time}`, problems, met: true });
    }
    return shown;
  },
};

const cache: Circumstance = {
  name: 'the cache database is damaged, cut, or of another version',
  missing: nothing,
  async try(folder, times) {
    const work = workNamed('cache write');
    const place = new Place(work, join(folder, 'cache'));
    const whole = await undisturbed(place);
    const file = join(place.made, 'home/cache/counts.db');
    const sound = readFileSync(file);
    const bytes = random('cache');
    const shown: Shown[] = [];
    for (let time = 0; time < times; time += 1) {
      const how = (['changed', 'cut', 'of another version'] as const)[time % 3];
      const damaged = Buffer.from(sound);
      if (how === 'changed') for (let each = 0; each < 64; each += 1) damaged[bytes.below(4096)] = bytes.below(256);
      // The version that a program gives its database stands at byte 60.
      if (how === 'of another version') damaged.writeUInt32BE(2 + bytes.below(1000), 60);
      writeFileSync(file, damaged);
      if (how === 'cut') truncateSync(file, bytes.below(sound.length));
      const { status, said } = await place.run();
      const isRefused = status === 2 && /damaged|none of unveil/.test(said);
      const problems = status === 0 || isRefused ? [] : [`exit ${status}: ${said.slice(0, 300)}`];
      if (status === 0 && place.product() !== whole.product) problems.push('it says that it succeeded, and counts are missing or others');
      place.clear();
      problems.push(...(await problemsAgain(place, work, whole)));
      shown.push({ what: `cache database ${how}, ${time}`, problems, met: true });
    }
    return shown;
  },
};

const twoAtOnce: Circumstance = {
  name: 'two processes write one output at once',
  missing: nothing,
  async try(folder, times) {
    const shown: Shown[] = [];
    const moments = random('two at once');
    for (let time = 0; time < times; time += 1) {
      const work = WORKS[time % WORKS.length];
      const place = new Place(work, join(folder, `two-${work.name.replaceAll(' ', '-')}`));
      const whole = await undisturbed(place);
      place.clear();
      const [first, second] = [place.start(), pause(moments.unit() * 200).then(() => place.start())];
      const ends = [await first.ended, await (await second).ended];
      const problems = ends.some(({ status }) => status === 0) ? [] : ['neither succeeded'];
      for (const { status, said } of ends)
        if (status !== 0 && !(status === 2 || /\S/.test(said))) problems.push(`exit ${status} without a word`);
      if (place.product() !== whole.product) problems.push('its product is another');
      problems.push(...problemsLeft(place, work, whole), ...(await problemsAgain(place, work, whole)));
      shown.push({ what: `two at once: ${work.name}: ${ends.map(({ status }) => status).join(' and ')}`, problems, met: true });
    }
    return shown;
  },
};

const changes: Circumstance = {
  name: 'the release changes at a random moment while it is read',
  missing: nothing,
  async try(folder, times) {
    const place = new Place(audit, join(folder, 'changes'));
    const release = join(place.folder, 'release.txt');
    const text = readFileSync(release, 'utf8');
    const whole = await undisturbed(place);
    const moments = random('changes');
    const shown: Shown[] = [];
    for (let time = 0; time < times; time += 1) {
      place.clear(true);
      writeFileSync(release, text);
      const running = place.start();
      await Promise.race([pause(moments.unit() * whole.milliseconds), running.ended]);
      if (time % 2 === 0) appendFileSync(release, 'fever, (cough, asthma)\n');
      else truncateSync(release, text.length >> 1);
      const ended = await running.ended;
      // Read before, it is what it was; while it was read, it is refused; read after, it does not go with its original.
      const problems = problemsOfEnd(ended, place.product(), whole, /changed while it was read|original\.txt|release\.txt/);
      writeFileSync(release, text);
      problems.push(...problemsLeft(place, audit, whole), ...(await problemsAgain(place, audit, whole)));
      shown.push({ what: `a release that changes, ${time}`, problems, met: true });
    }
    if (!existsSync(release)) throw new Error('the release is gone');
    return shown;
  },
};

export const CIRCUMSTANCES: readonly Circumstance[] = [fullDisk, readOnly, clock, cache, twoAtOnce, changes];
