// Part of `npm test`: fast code against its plain twin, in turns in one process, so a slow or busy machine has no influence.
// A ratio that falls by more than a fifth of what is recorded is short. UNVEIL_RECORD=1 records what is measured.
import { readFileSync, writeFileSync } from 'node:fs';
import { type Bar, type Bench, writeFigures } from './bench.ts';
import { type Race, races } from './quick/races.ts';

const RECORDED = 'bench/quick/ratios.json';
const FALLEN = 0.8;
/** Alternating turns with a minimum duration: neighbouring turns see the same load. */
const TURNS = 31;
const LEAST = 2;
/** Before them, so that what is compiled on the way is compiled. */
const WARM = 60;
/** A short ratio may be noise: it is measured again, and the best counts. The recorded one is the worst of as many. */
const ROUNDS = 4;

/** Processor time, so that waiting for a turn on a busy machine counts for neither. */
function msOf(run: () => unknown, times: number): number {
  const before = process.cpuUsage();
  for (let left = times; left > 0; left -= 1) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

/** How often to run so that a turn is long enough to be measured. */
function timesFor(run: () => unknown): number {
  for (let times = 1; ; times *= 2) {
    const each = msOf(run, times);
    if (each * times >= WARM) return Math.max(1, Math.ceil(LEAST / each));
  }
}

function ratioOf({ fast, plain }: Race): number {
  const [often, seldom] = [timesFor(fast), timesFor(plain)];
  const ratios = Array.from({ length: TURNS }, () => {
    const ours = msOf(fast, often);
    return msOf(plain, seldom) / ours;
  });
  return ratios.toSorted((a, b) => a - b)[TURNS >> 1];
}

/** The worst of all rounds, or the first that is good enough, else the best. */
function raced(race: Race, enough: number | null): number {
  const found: number[] = [];
  while (found.length < ROUNDS && (enough === null || Math.max(0, ...found) < enough)) found.push(ratioOf(race));
  return enough === null ? Math.min(...found) : Math.max(...found);
}

export const bench: Bench = async () => {
  const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')) as Readonly<Record<string, number>>;
  const isRecording = process.env['UNVEIL_RECORD'] === '1';
  const found = races().map((race) => {
    const known = recorded[race.name] ?? 0;
    return { name: race.name, known, ratio: raced(race, isRecording ? null : FALLEN * (known || Number.POSITIVE_INFINITY)) };
  });
  if (isRecording) {
    writeFileSync(
      RECORDED,
      `${JSON.stringify(Object.fromEntries(found.map(({ name, ratio }) => [name, Number(ratio.toFixed(2))])), null, 2)}\n`,
    );
    writeFigures(
      'quick',
      ['what', 'times as fast as what is plain'],
      found.map(({ name, ratio }) => [name, ratio.toFixed(2)]),
      'Held by `npm test`: a ratio that falls by more than a fifth of this fails it. Plain is the twin of test/oracle, or what is named.',
    );
    return [];
  }
  return found.map(
    ({ name, known, ratio }): Bar => ({
      what: `${name}: times as fast as what is plain`,
      figure: ratio.toFixed(2),
      bar: known === 0 ? 'recorded: UNVEIL_RECORD=1 npm run bench -- quick' : `at least ${(FALLEN * known).toFixed(2)}`,
      met: known > 0 && ratio >= FALLEN * known,
    }),
  );
};
