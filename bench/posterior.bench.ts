// Calibration of who has which value in classes and buckets, learned from the release alone, on Adult and on made populations. Each measured seed of a
// row is kept (.cache/bench/posterior), so several runs add up; a change of the code of tables starts anew. The page has the rows that are whole.
// Options by environment: UNVEIL_MINUTES (then it stops), UNVEIL_RUNS (seeds), UNVEIL_PEOPLE, UNVEIL_L (of Anatomy), UNVEIL_ONLY (part of a row's name).
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TableMethod } from '../shared/kinds/relational/core/anonymise/methods.ts';
import { type Bar, type Bench, processorTime, rowsOfFigures, writeFigures } from './bench.ts';
import { BENCH_CACHE } from './calibrated/corpora.ts';
import { type Judged, judged } from './posterior/judged.ts';
import { POPULATIONS } from './posterior/populations.ts';

const NOTE =
  'Releases of Adult (occupation is sensitive) and of made populations whose columns depend on each other and on the value. The attacker knows the exact quasi-identifiers of everybody; the deal of values inside classes and buckets is hidden. The original only judges: without it an audit reports what is said, with it how many are right. Where practice on known columns cannot calibrate the model, nothing is said without the original; the figures are then those of the counts of the class. Five seeds: each has another part of Adult (12,000 people), and made people of its own.';

const SEEDS = Number(process.env['UNVEIL_RUNS'] ?? 5);
const MOST_PEOPLE = Number(process.env['UNVEIL_PEOPLE'] ?? 12_000);
const ONLY = process.env['UNVEIL_ONLY'] ?? '';
const MINUTES = Number(process.env['UNVEIL_MINUTES'] ?? Number.POSITIVE_INFINITY);
const METHODS: readonly TableMethod[] = ['anatomy', 'mondrian', 'lattice', 'datafly'];
const HEADER = [
  'release',
  'seeds',
  'people',
  'right',
  'error of 10 bins, at worst',
  'said at 0.8 to 1',
  'right',
  'people',
  'gap',
  'at worst',
  'how',
];

export const bench: Bench = () => {
  const bars: Bar[] = [];
  const folder = join(BENCH_CACHE, 'posterior', `${digestOfCode()} ${MOST_PEOPLE} ${process.env['UNVEIL_L'] ?? 5}`);
  mkdirSync(folder, { recursive: true });
  const until = performance.now() + MINUTES * 60_000;
  for (const populationOf of POPULATIONS)
    for (const method of METHODS) {
      const what = `${populationOf('1').title}, ${method}`;
      if (!what.includes(ONLY)) continue;
      const runs = Array.from({ length: SEEDS }, (_, at) => String(at + 1)).flatMap((seed): Judged[] => {
        const file = join(folder, `${what} ${seed}.json`);
        if (!existsSync(file)) {
          if (performance.now() > until) return [];
          const time = processorTime(() => writeFileSync(file, JSON.stringify(judged(populationOf(seed), method, seed, MOST_PEOPLE))));
          console.log(`  ${what} ${seed}: ${(time / 1000).toFixed(0)} s of processor time`);
        }
        return [JSON.parse(readFileSync(file, 'utf8')) as Judged];
      });
      if (runs.length < SEEDS) console.log(`  ${what}: ${runs.length} of ${SEEDS} seeds measured, so its row on the page stays`);
      if (runs.length > 0) bars.push(...rowOf(what, runs));
    }
  return Promise.resolve(bars);
};

/** What the figures of a seed follow from. */
function digestOfCode(): string {
  const hash = createHash('sha256');
  for (const file of globSync([
    'shared/kinds/relational/core/**/*.ts',
    'shared/core/{numeric,random}/*.ts',
    'bench/posterior/*.ts',
  ]).toSorted())
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** Writes the row on the page if it is whole. */
function rowOf(what: string, runs: readonly Judged[]): readonly Bar[] {
  const sum = (of: (run: Judged) => number): number => runs.reduce((total, run) => total + of(run), 0);
  const error = Math.max(...runs.map((run) => run.error));
  const [confident, said, was] = [sum((run) => run.confident), sum((run) => run.said), sum((run) => run.was)];
  const gap = Math.abs(said - was) / Math.max(1, confident);
  const chance = Math.sqrt(sum((run) => run.variance)) / Math.max(1, confident);
  const worst = Math.max(...runs.map((run) => Math.abs(run.said - run.was) / Math.max(1, run.confident)));
  const share = (of: number): string => (confident === 0 ? '-' : `${((100 * of) / confident).toFixed(1)} %`);
  const how = [...new Set(runs.map((run) => run.how))].join('; ');
  const right = `${((100 * sum((run) => run.right)) / sum((run) => run.people)).toFixed(1)} %`;
  const row = [what, String(runs.length), String(sum((run) => run.people)), right, error.toFixed(4), share(said), share(was)];
  row.push(String(confident), `${gap.toFixed(3)} (chance ${chance.toFixed(3)})`, worst.toFixed(3), how);
  const others = rowsOfFigures('posterior').filter((each) => each.length === HEADER.length && each[0] !== what);
  if (runs.length === SEEDS) writeFigures('posterior', HEADER, [...others, row], NOTE);
  return [
    {
      what: `${what}: error of 10 bins, at worst of ${runs.length} seeds`,
      figure: `${error.toFixed(4)} (${runs.map((run) => run.error.toFixed(4)).join(', ')})`,
      bar: 'at most 0.04',
      met: error <= 0.04,
    },
    {
      what: `${what}: said less right at 0.8 to 1`,
      figure: `${gap.toFixed(3)} of ${confident} people, at worst of ${runs.length} seeds ${worst.toFixed(3)} (${how})`,
      bar: 'within 0.05',
      met: gap <= 0.05,
    },
  ];
}
