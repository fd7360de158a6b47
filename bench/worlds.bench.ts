// The calibrated attack between releases: mechanisms that chose the partners, on sets of transactions that no index holds, each mechanism left out of
// practice. What was measured is kept for each release (.cache/bench/worlds), so several runs add up; a new version of the attack starts anew.
// Options by environment: UNVEIL_MINUTES (then it stops), UNVEIL_DATA, UNVEIL_RUNS (seeds), UNVEIL_SETS and UNVEIL_MECHANISMS (names, comma between),
// UNVEIL_SEED. The page has all seeds that are whole.
import { join } from 'node:path';
import { LEARNED_ATTACKS } from '../shared/kinds/set-generalised/attacks.ts';
import { type Bar, writeFigures } from './bench.ts';
import { BENCH_CACHE } from './calibrated/corpora.ts';
import { type Attempt, attempt } from './worlds/attempt.ts';
import { measured } from './worlds/kept.ts';
import { MECHANISMS } from './worlds/mechanisms.ts';
import { chosen, worldSets } from './worlds/sets.ts';

const DATA = process.env['UNVEIL_DATA'] ?? '../shared/data';
const RUNS = Number(process.env['UNVEIL_RUNS'] ?? 3);
const SEED = process.env['UNVEIL_SEED'] ?? 'worlds';
const ASKED = 0.9;
const FOLDER = join(BENCH_CACHE, 'worlds', `version-${LEARNED_ATTACKS[0].version}`);
const ONE_SIDED_95 = 1.6448536269514722;

interface Row extends Attempt {
  readonly set: string;
  readonly mechanism: string;
  readonly run: number;
}

export async function bench(): Promise<readonly Bar[]> {
  const sets = chosen(worldSets(DATA), process.env['UNVEIL_SETS']);
  const mechanisms = chosen(MECHANISMS, process.env['UNVEIL_MECHANISMS']);
  if (sets.length === 0) {
    console.log(`  no texts in ${DATA}: nothing measured`);
    return [];
  }
  const plan = { data: DATA, seed: SEED, runs: RUNS, folder: FOLDER, sets, mechanisms };
  const { rows, isWhole, releases } = await measured<Row>(plan, async ({ run, set, mechanism, release }, { sources, embeddings }) => {
    const own = await attempt(release, sources, embeddings, `${SEED}|${run}`, mechanism.practised, ASKED);
    return own === null ? null : { set: set.name, mechanism: mechanism.name, run, ...own };
  });
  for (const row of rows) console.log(`  ${shown(row).join(', ')}`);
  const isAll = sets.length === worldSets(DATA).length && mechanisms.length === MECHANISMS.length;
  if (isWhole && isAll) writeFigures('worlds', HEADER, rows.map(shown), note(rows, releases));
  return barsOf(rows);
}

const three = (value: number): string => value.toFixed(3);

const HEADER = [
  'transactions',
  'partners',
  'items',
  'density',
  'F1',
  'told apart',
  'promised',
  'precision',
  'recall',
  'calibration error less floor',
  'at 0.8: said, right, people',
  'at 0.9',
];

const shown = (row: Row): string[] => {
  const named = (at: '0.8' | '0.9'): string => {
    const { people, said, right } = row.named[at];
    return people === 0 ? 'nobody' : `${three(said / people)} ${three(right / people)} ${people}`;
  };
  return [
    `${row.set} ${row.run + 1}`,
    row.mechanism,
    String(row.groups),
    three(row.density),
    three(row.f1),
    row.practice.area?.toFixed(2) ?? 'none',
    row.promised ? (isMissed(row) ? 'missed' : 'kept') : (row.practice.cannotPromise ?? 'no'),
    row.out === 0 ? '' : three(row.right / row.out),
    three(row.recall),
    three(row.error - row.floor),
    named('0.8'),
    named('0.9'),
  ];
};

/** Below the asked precision by more than chance: cells of one group are together. */
function isMissed({ out, right, outError }: Row): boolean {
  const binomial = Math.sqrt((ASKED * (1 - ASKED)) / Math.max(1, out));
  return right / out < ASKED - ONE_SIDED_95 * Math.max(binomial, outError);
}

function isOverstated({ people, right, said, error }: Attempt['named']['0.8']): boolean {
  const share = said / people;
  const binomial = Math.sqrt((share * (1 - share)) / people);
  return right / people < share - ONE_SIDED_95 * Math.max(binomial, error);
}

function barsOf(rows: readonly Row[]): Bar[] {
  const promised = rows.filter((row) => row.promised);
  const missed = promised.filter(isMissed).length;
  const over = rows.map(({ error, floor }) => error - floor).sort((a, b) => a - b);
  const share = (part: number, whole: number): string => `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
  const bar = (what: string, figure: string, asked: string, met: boolean): Bar => ({ what, figure, bar: asked, met });
  const mean = over.reduce((a, b) => a + b, 0) / over.length;
  const high = over[Math.min(over.length - 1, Math.floor(0.9 * over.length))] as number;
  const named = (['0.8', '0.9'] as const).map((at) => {
    const enough = rows.map((row) => row.named[at]).filter(({ people }) => people >= 50);
    const wrong = enough.filter(isOverstated).length;
    return bar(`people named at ${at} are overstated`, share(wrong, enough.length), 'at most 10 %', wrong <= 0.1 * enough.length);
  });
  return [
    bar('the asked precision is missed', share(missed, promised.length), 'at most 10 %', missed <= 0.1 * promised.length),
    bar('a precision is promised', share(promised.length, rows.length), 'at least 50 %', 2 * promised.length >= rows.length),
    bar('calibration error less its floor, mean', three(mean), 'at most .03', mean <= 0.03),
    bar('and its 90th percentile', three(high), 'at most .05', high <= 0.05),
    ...named,
  ];
}

function note(rows: readonly Row[], releases: readonly number[]): string {
  const figures = barsOf(rows).map(({ what, figure, bar }) => `${what}: ${figure} (asked: ${bar})`);
  const seeds = releases.flatMap((count, run) => {
    const promised = rows.filter((row) => row.run === run && row.promised);
    return count === 0 ? [] : [`${run + 1}: ${count} releases, missed ${promised.filter(isMissed).length} of ${promised.length}`];
  });
  const without = releases.reduce((total, count) => total + count, 0) - rows.length;
  return `${figures.join('; ')}. Seeds of "${SEED}" (${seeds.join('; ')}), all pooled. Releases of up to 120 generalised items, made from transactions that no index holds, ${without} of them not computable; the mechanism that chose the partners is left out of practice. Asked precision ${ASKED}.`;
}
