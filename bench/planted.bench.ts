// Does the verdict follow a leak that only one attack can use, and is it quiet where there is none? For each attack and check of each kind 20 made
// releases with a leak, with and without the original; for each kind and way 200 without one. UNVEIL_KINDS=graph,places takes some kinds,
// UNVEIL_RUNS fewer releases (a tenth of it for planted ones).
import { judgeLimits } from '../shared/core/verdict/gate.ts';
import { type Bar, rowsOfFigures, writeFigures } from './bench.ts';
import { auditMade } from './verdict/audit-made.ts';
import { followers } from './verdict/followers.ts';
import { verdictTrials } from './verdict/kinds.ts';
import type { CleanRelease, PlantedLeak, VerdictTrials } from './verdict/made-release.ts';

const RUNS = Number(process.env['UNVEIL_RUNS'] ?? 200);
const PLANTED = Math.max(2, Math.round(RUNS / 10));
/** The share of clean releases that may be called leaks. */
const MOST_FALSE = 0.05;

export async function bench(): Promise<readonly Bar[]> {
  const bars: Bar[] = [];
  const rows = new Map(rowsOfFigures('planted').map((row) => [row.slice(0, 2).join(), row]));
  for (const kind of await verdictTrials()) {
    for (const leak of kind.planted) {
      const found = await plantedOf(kind, leak);
      const title = leak.by === undefined ? leak.attack : `${leak.attack} ${leak.by}`;
      const what = `${kind.kind}, ${title}: verdict, gate, certificate and campaign follow the planted leak`;
      bars.push({ what, figure: `${found.followed} of ${found.of}${found.missed}`, bar: 'all', met: found.followed === found.of });
      rows.set([kind.kind, title].join(), [kind.kind, title, leak.way, `${found.followed} of ${found.of}`]);
    }
    for (const clean of kind.clean) {
      const leaks = await falseLeaks(kind, clean);
      bars.push({
        what: `${kind.kind}, ${clean.way}: releases without a leak that are called leaks`,
        figure: `${leaks} of ${RUNS}`,
        bar: `at most ${100 * MOST_FALSE} %`,
        met: leaks <= MOST_FALSE * RUNS,
      });
      rows.set([kind.kind, `no leak, ${clean.way}`].join(), [
        kind.kind,
        `no leak, ${clean.way}`,
        clean.way,
        `${leaks} of ${RUNS} called leaks`,
      ]);
    }
  }
  const note = `Planted leaks: verdict, gate, certificate and campaign row follow the attack that can use them. ${PLANTED} releases with and without the original for each attack, ${RUNS} without a leak for each way.`;
  writeFigures('planted', ['kind', 'leak for', 'way', 'followed'], [...rows.values()], note);
  return bars;
}

async function plantedOf({ kind }: VerdictTrials, leak: PlantedLeak): Promise<{ followed: number; of: number; missed: string }> {
  let [followed, of] = [0, 0];
  const missed = new Set<string>();
  for (let run = 0; run < PLANTED; run += 1) {
    for (const withOriginal of [true, false]) {
      const made = leak.make(`planted ${kind} ${leak.attack} ${run}`, withOriginal);
      if (made === null) continue;
      of += 1;
      const { conclusion, seen } = await auditMade(made, followers);
      const own = conclusion.verdict.ways.find(({ way }) => way === leak.way);
      const leads = own?.level === 'leaks' && [leak.attack, ...(leak.family ?? [])].includes(own.lead?.attack ?? '');
      const limits = [{ way: leak.way, limit: 0.02, confidence: 0.5, knows: null, claimed: false }];
      const gate = judgeLimits(limits, { ...conclusion, lost: 0 });
      const follows = seen.every(({ level }) => level === conclusion.verdict.level);
      if (leads && !gate.open && follows) followed += 1;
      else {
        const why = !leads ? `${own?.level}, led by ${own?.lead?.attack}` : gate.open ? 'gate open' : JSON.stringify(seen);
        missed.add(`${withOriginal ? 'with' : 'without'} original: ${why}`);
      }
    }
  }
  return { followed, of, missed: missed.size === 0 ? '' : ` (${[...missed].slice(0, 3).join('; ')})` };
}

async function falseLeaks({ kind }: VerdictTrials, { way, make }: CleanRelease): Promise<number> {
  let leaks = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const { conclusion } = await auditMade(make(`clean ${kind} ${way} ${run}`));
    if (conclusion.verdict.ways.find((each) => each.way === way)?.level === 'leaks') leaks += 1;
  }
  return leaks;
}
