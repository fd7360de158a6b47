// What the calibrated attack would reach on dense releases if it knew more than it can: an oracle for each part. Kept for each release in
// .cache/bench/ablation, as those of bench worlds. Options by environment: UNVEIL_MINUTES, UNVEIL_DATA, UNVEIL_RUNS, UNVEIL_SETS, UNVEIL_SEED.
import { join } from 'node:path';
import { LEARNED_ATTACKS } from '../shared/kinds/set-generalised/attacks.ts';
import { type Bar, writeFigures } from './bench.ts';
import { BENCH_CACHE } from './calibrated/corpora.ts';
import { type Ablation, ablation } from './worlds/ablation.ts';
import { measured } from './worlds/kept.ts';
import { MECHANISMS, worldRelease } from './worlds/mechanisms.ts';
import { chosen, worldSets } from './worlds/sets.ts';

const DATA = process.env['UNVEIL_DATA'] ?? '../shared/data';
const RUNS = Number(process.env['UNVEIL_RUNS'] ?? 1);
const SEED = process.env['UNVEIL_SEED'] ?? 'worlds';
const FOLDER = join(BENCH_CACHE, 'ablation', `version-${LEARNED_ATTACKS[0].version}`);
/** Mechanisms whose partners go together. */
const DENSE = ['sharing a transaction', 'sharing a topic', 'nearest by vector'];
const TEXTS = ['medquad', 'newsgroups', 'wiki slice', 'trials slice'];
/** Releases that stand in for practice. */
const OTHERS = 5;

interface Row extends Ablation {
  readonly set: string;
  readonly mechanism: string;
}

const PARTS = [
  ['leftOut', 'mechanism left out of practice'],
  ['asItIs', 'as it is'],
  ['trueDensity', 'true density'],
  ['shift', 'best threshold'],
  ['order', 'best number of cells, in its order'],
  ['trueMechanism', 'true mechanism in practice'],
  ['practice', 'practice on other releases of the mechanism'],
  ['ceiling', 'the same, best threshold'],
  ['known', 'as it is, members all known to a source'],
  ['unknown', 'as it is, others'],
] as const satisfies readonly (readonly [keyof Ablation, string])[];

export async function bench(): Promise<readonly Bar[]> {
  const sets = chosen(worldSets(DATA), process.env['UNVEIL_SETS'] ?? TEXTS.join());
  const mechanisms = chosen(MECHANISMS, DENSE.join());
  if (sets.length === 0) {
    console.log(`  no texts in ${DATA}: nothing measured`);
    return [];
  }
  const { rows, isWhole } = await measured<Row>(
    { data: DATA, seed: SEED, runs: RUNS, folder: FOLDER, sets, mechanisms },
    async (made, open) => {
      const others = [];
      for (let other = 1; other <= OTHERS; other += 1) {
        const seed = `${SEED}|${made.run}|other ${other}`;
        const records = await made.set.read(DATA, made.set.size, seed);
        others.push(await worldRelease(made.mechanism, records, made.set.k, open.embeddings, seed));
      }
      const own = await ablation(made.release, others, { ...open, seed: `${SEED}|${made.run}` }, made.mechanism.practised);
      return own === null ? null : { set: made.set.name, mechanism: made.mechanism.name, ...own };
    },
  );
  const mean = (part: keyof Ablation): number => rows.reduce((total, row) => total + row[part], 0) / rows.length;
  const line = (name: string, of: (part: keyof Ablation) => number): string[] => [name, ...PARTS.map(([part]) => of(part).toFixed(3))];
  const table = [...rows.map((row) => line(`${row.set}, ${row.mechanism}`, (part) => row[part])), line('mean', mean)];
  for (const each of table) console.log(`  ${each.join(' | ')}`);
  const [now, ceiling] = [mean('asItIs'), mean('ceiling')];
  if (isWhole)
    writeFigures(
      'ablation',
      ['release', ...PARTS.map(([, name]) => name)],
      table,
      `F1 of the likeliest table on ${rows.length} dense releases of up to 120 generalised items, made from transactions that no index holds, if one part were known that an attacker cannot know. Practice on other releases: ${OTHERS} of the same mechanism and set, with their truth, so partners, supports and density are as they really are. Thresholds and numbers of cells are chosen by the truth.`,
    );
  return [
    {
      what: 'dense releases, mean F1',
      figure: `${now.toFixed(3)}, ceiling by the ablation ${ceiling.toFixed(3)}`,
      bar: 'at least .88, or within .01 of the ceiling',
      met: now >= Math.min(0.88, ceiling - 0.01),
    },
  ];
}
