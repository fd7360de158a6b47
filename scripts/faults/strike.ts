import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../../shared/core/random/random.ts';
import { Place, type Whom } from './place.ts';
import type { Work } from './work.ts';

/** Result of one disturbance. No problems: all was as it should be. */
export interface Shown {
  readonly what: string;
  readonly problems: readonly string[];
  /** Whether the disturbance came while the command ran. */
  readonly met: boolean;
  /** Milliseconds from a signal until no process was left. */
  readonly took?: number;
}

/** Time and product of an undisturbed run. */
export interface Undisturbed {
  readonly milliseconds: number;
  readonly product: string | null;
  /** The one that was there before it. */
  readonly older: string | null;
  readonly entries: readonly string[];
}

export async function undisturbed(place: Place, keepsHome = false): Promise<Undisturbed> {
  const older = await place.begin(keepsHome);
  const began = performance.now();
  const { status, said } = await place.run();
  if (status !== 0) throw new Error(`the undisturbed run ends with ${status}: ${said}`);
  const milliseconds = performance.now() - began;
  return { milliseconds, product: place.product(), older, entries: place.entries() };
}

/** Which of so many disturbances are tried, by their numbers: those of a slice, or all. */
export type Which = readonly number[];

interface Strikes {
  readonly which: Which;
  readonly signals: readonly NodeJS.Signals[];
  readonly seed: string;
}

const WHOM: readonly Whom[] = ['both', 'child', 'launcher'];

/** Ends a command at random moments, looks at its files, and runs it again. */
export async function strikes(work: Work, folder: string, { which, signals, seed }: Strikes): Promise<Shown[]> {
  const place = new Place(work, join(folder, work.name.replaceAll(' ', '-')));
  // An index of WordNet takes longer to make than the rest: every fifth run is of a user who has none.
  const isFirst = (moment: number): boolean => work.makesHome === true || moment % 5 === 4;
  const hasHome = work.makesHome !== true && place.takesHome();
  const first = hasHome && !which.some(isFirst) ? null : await undisturbed(place);
  if (!hasHome && work.makesHome !== true) place.leavesHome();
  const later = await undisturbed(place, work.makesHome !== true);
  const shown: Shown[] = [];
  for (const moment of which) {
    const random = seeded('faults', `${seed} ${work.name} ${moment}`);
    const whole = isFirst(moment) && first !== null ? first : later;
    // A machine that has other things to do takes longer at times: strike within what is sure to be the run.
    const at = (0.05 + 0.85 * random.unit()) * whole.milliseconds;
    const whom = WHOM[moment % WHOM.length];
    const signal = signals[Math.floor(moment / WHOM.length) % signals.length];
    await place.begin(!isFirst(moment));
    const running = place.start();
    const met = await running.strikeAfter(at, signal, whom);
    const struck = performance.now();
    const gone = await running.gone();
    const took = performance.now() - struck;
    const problems = gone ? [] : ['processes were left running'];
    problems.push(...problemsLeft(place, work, whole), ...(await problemsAgain(place, work, whole)));
    shown.push({ what: `${work.name}: ${signal} to ${whom} after ${at.toFixed(0)} ms`, problems, met, took });
  }
  return shown;
}

/** The product is whole or absent, and only its owner may read the files left behind. */
export function problemsLeft(place: Place, work: Work, whole: Undisturbed): string[] {
  const problems: string[] = [];
  const product = place.product();
  const isKnown = [null, whole.older, whole.product].includes(product);
  if (work.inParts !== true && !isKnown) problems.push('its product is there in part, or is another');
  if (work.inParts === true) problems.push(...tornIn(join(place.made, 'results')));
  const known = new Set(whole.entries);
  const open = place.readableByOthers(place.entries().filter((name) => !known.has(name)));
  if (open.length > 0) problems.push(`others may read ${open.slice(0, 3).join(', ')}`);
  return problems;
}

/** Results of single audits that are there in part: files without the list of them, or lists without their files. */
function tornIn(results: string): string[] {
  if (!existsSync(results)) return [];
  const audits = readdirSync(results).filter((name) => !name.startsWith('.'));
  return audits
    .filter((name) => {
      const list = join(results, name, '_SUCCESS.json');
      if (!existsSync(list)) return statSync(join(results, name)).isDirectory();
      const { files } = JSON.parse(readFileSync(list, 'utf8')) as { files: { key: string; sha256: string }[] };
      return files.some(({ key, sha256 }) => {
        const file = join(results, name, key);
        return !existsSync(file) || createHash('sha256').update(readFileSync(file)).digest('hex') !== sha256;
      });
    })
    .map((name) => `${name} is there in part`);
}

/** The next start ends as an undisturbed one, and leaves nothing but what that leaves. */
export async function problemsAgain(place: Place, work: Work, whole: Undisturbed): Promise<string[]> {
  const isThere = work.keeps === true && place.product() !== null;
  const { status, said } = isThere ? { status: 0, said: '' } : await place.run();
  if (status !== 0) return [`the next run ends with ${status}: ${said.slice(0, 300)}`];
  const problems = place.product() === whole.product ? [] : ['the next run makes another product'];
  const known = new Set(whole.entries);
  const left = place.entries().filter((name) => !known.has(name) && !isCodeCache(name));
  if (left.length > 0) problems.push(`after the next run there is still ${left.slice(0, 3).join(', ')}`);
  return problems;
}

/** Node's own cache of compiled code: its names follow from the code. */
const isCodeCache = (name: string): boolean => name.includes(join('cache', 'code'));
