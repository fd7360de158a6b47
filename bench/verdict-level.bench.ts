// How often does the verdict say "leaks" where nothing leaks, and how often does it notice what does? Six attacks that are no better than their
// baseline are made on the same people, in clusters that are found or missed together or not at all; then a leak is planted in one of them.
// Beside Holm's procedure stands the maximum over clusters that are resampled together. UNVEIL_RUNS takes fewer runs.
import { type Random, seeded } from '../shared/core/random/random.ts';
import { byAttack, CONFIDENCES, type Finding } from '../shared/core/verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../shared/core/verdict/guesses.ts';
import { verdictOf } from '../shared/core/verdict/verdict.ts';
import { type Bar, writeFigures } from './bench.ts';

const RUNS = Number(process.env['UNVEIL_RUNS'] ?? 200);
const ATTACKS = 6;
const DRAWS = 199;
const MOST_FALSE = 0.05;

interface Cell {
  readonly clusters: number;
  /** People of a cluster: 1, or from 1 to 15. */
  readonly size: 1 | 8;
  /** How often a guess by frequency is right. */
  readonly base: number;
  /** The people of a cluster are right or wrong together, or each by itself. */
  readonly together: boolean;
  /** The baseline is right by a known chance, or is seen to be right or wrong. */
  readonly seen: boolean;
}

const CELLS: readonly Cell[] = [10, 32, 100].flatMap((clusters) =>
  ([1, 8] as const).flatMap((size) =>
    [0.05, 0.3, 0.9].flatMap((base) =>
      [false, true].flatMap((together) => [false, true].map((seen): Cell => ({ clusters, size, base, together, seen }))),
    ),
  ),
);

/** Shares of the clusters in which one attack is always right. */
const LEAKS = [0, 0.1, 0.2, 0.4];

const share = (random: Random): number => random.below(2 ** 30) / 2 ** 30;

/** Guesses of the attacks about everybody; with a leak the first attack knows the first clusters. */
function saidBy(random: Random, { clusters, size, base, together, seen }: Cell, leak: number): TargetGuess[][] {
  const all: TargetGuess[][] = Array.from({ length: ATTACKS }, () => []);
  for (let cluster = 0; cluster < clusters; cluster += 1) {
    const people = size === 1 ? 1 : 1 + random.below(2 * size - 1);
    const fates = all.map(() => share(random));
    const lessFate = share(random);
    for (let person = 0; person < people; person += 1) {
      // Attacks that look at the same person are often right or wrong together.
      const common = share(random);
      const baselineRight = seen ? ((together ? lessFate : share(random)) < base ? 1 : 0) : base;
      for (const [attack, said] of all.entries()) {
        const own = together ? fates[attack] : share(random) < 0.5 ? common : share(random);
        const knows = attack === 0 && cluster < leak * clusters;
        const confidence = knows ? 1 : share(random);
        said.push({ cluster, confidence, right: knows || own < base ? 1 : 0, baselineConfidence: base, baselineRight });
      }
    }
  }
  return all;
}

/** Of each cluster, by how much the attack at this confidence is ahead: the baseline is equally sure of everybody. */
function gainsOf(said: readonly TargetGuess[], confidence: number, clusters: number): Float64Array {
  const acts = said.map((each) => (each.confidence ?? -1) >= confidence);
  const baselineActs = acts.filter(Boolean).length / said.length;
  const gains = new Float64Array(clusters);
  for (const [at, { cluster, right, baselineRight }] of said.entries())
    gains[cluster] = gains[cluster] + (acts[at] === true ? (right ?? 0) : 0) - baselineActs * (baselineRight ?? 0);
  return gains;
}

/** The other method: all findings are resampled on the same clusters, whose signs are drawn; the greatest is compared with the greatest. */
function leaksByMaximum(
  random: Random,
  said: readonly (readonly TargetGuess[])[],
  findings: readonly Finding[],
  clusters: number,
): boolean {
  const tested = findings.flatMap(({ exposed, uncertainty, people }, at) => {
    if (exposed === null || uncertainty === null || people === 0 || uncertainty.error === 0) return [];
    const own = said[Math.floor(at / CONFIDENCES.length)];
    const gains = gainsOf(own, CONFIDENCES[at % CONFIDENCES.length] as number, clusters);
    const mean = gains.reduce((sum, each) => sum + each, 0) / clusters;
    const scale = uncertainty.error * own.length;
    return [{ t: (exposed - uncertainty.unseen) / uncertainty.error, gains: gains.map((each) => (each - mean) / scale) }];
  });
  const greatest = Math.max(0, ...tested.map(({ t }) => t));
  if (greatest === 0) return false;
  let above = 0;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const signs = Float64Array.from({ length: clusters }, () => 2 * random.below(2) - 1);
    const most = Math.max(...tested.map(({ gains }) => gains.reduce((sum, each, at) => sum + each * signs[at], 0)));
    if (most >= greatest) above += 1;
  }
  return (above + 1) / (DRAWS + 1) <= MOST_FALSE;
}

/** How often each method says "leaks". */
function calledLeaks(cell: Cell, leak: number): { readonly holm: number; readonly maximum: number } {
  let [holm, maximum] = [0, 0];
  for (let run = 0; run < RUNS; run += 1) {
    const random = seeded('verdict level', JSON.stringify(cell), leak, run);
    const said = saidBy(random, cell, leak);
    const findings = said.flatMap((own, at) =>
      findingsOf(byAttack('learned', `attack ${at}`, 'nothing'), own, { baseline: 'guessing', reason: 'made' }),
    );
    const verdict = verdictOf({ findings, claims: [], obstacles: [], nothingHidden: false });
    if (verdict.ways.find(({ way }) => way === 'learned')?.level === 'leaks') holm += 1;
    if (leaksByMaximum(random, said, findings, cell.clusters)) maximum += 1;
  }
  return { holm: holm / RUNS, maximum: maximum / RUNS };
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

export async function bench(): Promise<readonly Bar[]> {
  const rows: string[][] = [];
  let worst = 0;
  for (const leak of LEAKS)
    for (const clusters of [10, 32, 100]) {
      const found = CELLS.filter((cell) => cell.clusters === clusters).map((cell) => calledLeaks(cell, leak));
      const column = (method: 'holm' | 'maximum', how: 'mean' | 'most'): string => {
        const values = found.map((each) => each[method]);
        return percent(how === 'most' ? Math.max(...values) : values.reduce((sum, each) => sum + each, 0) / values.length);
      };
      if (leak === 0) worst = Math.max(worst, ...found.map(({ holm }) => holm));
      const own = leak === 0 ? 'most' : 'mean';
      rows.push([
        percent(leak),
        String(clusters),
        column('holm', 'mean'),
        column('maximum', 'mean'),
        column('holm', own),
        column('maximum', own),
      ]);
      console.log(`  ${rows.at(-1)?.join(' | ')}`);
    }
  writeFigures(
    'verdict-level',
    ['clusters that leak', 'clusters', 'Holm', 'maximum', 'Holm, worst of 24 cells where nothing leaks', 'maximum, worst'],
    rows,
    `How often the verdict is "leaks", by the method that corrects for six attacks at six confidences. The mean of 24 ways to make releases, ${RUNS} runs each.`,
  );
  return [
    {
      what: 'releases without a leak that are called leaks, in the worst of 72 cells',
      figure: percent(worst),
      bar: `at most ${percent(MOST_FALSE)}`,
      met: worst <= MOST_FALSE,
    },
  ];
}
