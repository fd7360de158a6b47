// npm run mutants [-- --statistics N --sample N]: changes core in one small way after another and asks whether a test of units, twins, laws
// or whole audits in one process notices. All of the statistics unless a number is given, and a sample of the rest (`--sample all`: all of it), the same every time. Writes
// docs/figures/mutants.md. `--seed S` draws another sample.
// --of FOLDER: only what lies there; --tests NAMES: only the tests whose files are so named (a regular expression), and whom earlier runs remember.
// Both on the terminal alone.

import { hash } from 'node:crypto';
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { crew } from './crew.ts';
import { importersOf } from './importers.ts';
import { type Mutant, mutantsOf } from './mutations.ts';
import { type Tried, writePage } from './page.ts';
import { Remembered } from './remembered.ts';
import type { Chosen, Reached, Work } from './work.ts';

/** What the cloud costs is no statistic. */
const isStatistics = ({ file }: Mutant): boolean => /^shared\/core\/measure\//.test(file);
/** A mutant is tried by so many test files that get to it, those nearest to it by imports first: others would only kill more. */
const NEAREST = 12;
/** And by no more of them than take so many milliseconds of processor time together: a mutant that lives has run all. */
const MOST_TIME = 10_000;
const SAMPLE = '400';

const { values } = parseArgs({
  options: {
    statistics: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '' },
    of: { type: 'string' },
    tests: { type: 'string', default: '' },
  },
});
const root = process.cwd();
const sources = globSync([
  'shared/**/*.ts',
  'cli/**/*.ts',
  'infra/**/*.ts',
  'functions/**/*.ts',
  'test/**/*.ts',
  'scripts/**/*.ts',
  'bench/**/*.ts',
]);
const tests = globSync('test/{unit,oracle,property,whole}/**/*.test.ts')
  .filter((file) => new RegExp(values.tests).test(file))
  .toSorted();
const importers = importersOf(sources);

const all = globSync('shared/core/**/*.ts').toSorted().flatMap(mutantsOf);
const mutants = values.of === undefined ? sampled(all) : all.filter(({ file }) => file.startsWith(values.of as string));
console.log(`${mutants.length} of ${all.length} mutants`);

const reaching = tests.filter((test) => mutants.some(({ file }) => importers.get(file)?.has(test) === true));
const shared = { root, mutants, importers };
const reached = new Map<string, readonly Reached[]>();
await crew(
  shared,
  reaching.map((file): Work => ({ what: 'reach', file })),
  {
    // The first time nobody knows how long.
    expected: () => 12_000,
    ended(work, outcome) {
      if (work.what !== 'reach') return;
      if (outcome === 'no end' || outcome.what !== 'reached') {
        console.log(`  no witness: ${work.file} does not end in a thread`);
        return;
      }
      reached.set(work.file, outcome.tests);
      for (const { name, failed } of outcome.tests) if (failed !== null) console.log(`  not a witness: ${work.file}: ${name}: ${failed}`);
    },
  },
);
console.log(`${[...reached.values()].flat().length} tests in ${reached.size} files`);

const witnesses = mutants.map((_, number) => chosenFor(number));
const tried: Tried[] = [];
const told = (mutant: Mutant, outcome: Tried['outcome'], killer: string | null): void => {
  tried.push({ mutant, outcome, killer });
  if (outcome === 'survived' || outcome === 'not reached') console.log(`  ${outcome}: ${mutant.file}:${mutant.line}: ${mutant.name}`);
  if (tried.length % 100 === 0) console.log(`${tried.length} of ${mutants.length}`);
};
const remembered = new Remembered();
const work = mutants.flatMap((mutant, number): Work[] => {
  const own = witnesses[number] as readonly Chosen[];
  const known = remembered.killerOf(mutant);
  if (known !== null) {
    told(mutant, 'killed', known);
    return [];
  }
  if (own.length > 0) return [{ what: 'try', number, mutant, tests: own }];
  told(mutant, 'not reached', null);
  return [];
});
await crew(shared, work, {
  expected: (file, place) => reached.get(file)?.[place]?.milliseconds ?? 0,
  ended(done, outcome) {
    if (done.what !== 'try') return;
    if (outcome === 'no end') told(done.mutant, 'no end', null);
    else if (outcome.what === 'tried') {
      if (outcome.killer !== null) remembered.keep(done.mutant, outcome.killer);
      told(done.mutant, outcome.killer === null ? 'survived' : 'killed', outcome.killer);
    }
  },
});
writePage(tried, all, { isStatistics, page: values.of === undefined && values.tests === '', seed: values.seed });

/** All of the statistics, or so many of them; of the rest so many. */
function sampled(found: readonly Mutant[]): Mutant[] {
  return [
    ...firstOf(found.filter(isStatistics), values.statistics ?? 'all'),
    ...firstOf(
      found.filter((mutant) => !isStatistics(mutant)),
      values.sample ?? SAMPLE,
    ),
  ];
}

/** By a hash of what they are: chosen by chance, and the same every time. */
function firstOf(found: readonly Mutant[], limit: string): readonly Mutant[] {
  if (limit === 'all') return found;
  return found
    .map((mutant) => ({ mutant, key: hash('sha256', `${values.seed}${mutant.file}|${mutant.name}`) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, Number(limit))
    .map(({ mutant }) => mutant);
}

/** The tests that get to a mutant, a file at a time. */
function chosenFor(number: number): Chosen[] {
  const near = importers.get((mutants[number] as Mutant).file) ?? new Map<string, number>();
  let spent = 0;
  return [...reached]
    .map(([file, tests]) => ({ file, own: tests.filter(({ hits, failed }) => failed === null && hits.includes(number)) }))
    .filter(({ own }) => own.length > 0)
    .sort((a, b) => (near.get(a.file) ?? 0) - (near.get(b.file) ?? 0) || (a.file < b.file ? -1 : 1))
    .slice(0, NEAREST)
    .map(({ file, own }) => ({ file, own, time: own.reduce((total, { milliseconds }) => total + milliseconds, 0) }))
    .toSorted((a, b) => a.time - b.time)
    .filter(({ time }, at) => {
      spent += time;
      return at === 0 || spent <= MOST_TIME;
    })
    .map(({ file, own }) => ({ file, places: own.map(({ place }) => place) }));
}
