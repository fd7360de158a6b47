// npm run mutants [-- --sample N --seed S --of FOLDER --tests NAMES]: changes the pure core in one small way after another and asks whether a test of
// units, twins, laws or whole audits in one process notices. A sample (by default 240) that the seed draws; --of takes only what is in a folder, --tests
// only test files of that name (a regular expression). Survivors are printed; exits with 1 below 85 % killed.
import { hash } from 'node:crypto';
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { crew } from './crew.ts';
import { importersOf } from './importers.ts';
import { type Mutant, mutantsOf } from './mutations.ts';
import type { Chosen, Reached, Work } from './work.ts';

/** The share that was asked to be killed. */
const ASKED = 0.85;
/** Most test files that try a mutant, the nearest by imports first: others would only kill more. */
const NEAREST = 12;
/** Processor time of the tests that a mutant which lives has run, in milliseconds. */
const MOST_TIME = 10_000;

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '240' },
    seed: { type: 'string', default: '' },
    of: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
  },
});
const root = process.cwd();
const tests = globSync('test/{unit,oracle,property,whole}/**/*.test.ts')
  .filter((file) => new RegExp(values.tests).test(file))
  .toSorted();
const importers = importersOf(globSync('{shared,cli,infra,functions,test,scripts}/**/*.ts'));

const all = globSync('shared/{core,corpus,kinds/*/core}/**/*.ts')
  .filter((file) => file.startsWith(values.of))
  .toSorted()
  .flatMap(mutantsOf);
/** By a hash of what they are: chosen by chance, and the same every time. */
const mutants = all
  .map((mutant) => ({ mutant, key: hash('sha256', `${values.seed}${mutant.file}|${mutant.name}`) }))
  .sort((a, b) => (a.key < b.key ? -1 : 1))
  .slice(0, Number(values.sample))
  .map(({ mutant }) => mutant);
console.log(`${mutants.length} of ${all.length} mutants`);

const reaching = tests.filter((test) => mutants.some(({ file }) => importers.get(file)?.has(test) === true));
const shared = { root, mutants, importers };
const reached = new Map<string, readonly Reached[]>();
await crew(
  shared,
  reaching.map((file): Work => ({ what: 'reach', file })),
  {
    // The duration is unknown the first time.
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

let [killed, tried] = [0, 0];
const told = (mutant: Mutant, outcome: 'killed' | 'no end' | 'survived' | 'not reached'): void => {
  tried += 1;
  if (outcome === 'killed' || outcome === 'no end') killed += 1;
  else console.log(`  ${outcome}: ${mutant.file}:${mutant.line}: ${mutant.name}`);
  if (tried % 100 === 0) console.log(`${tried} of ${mutants.length}`);
};
const work = mutants.flatMap((mutant, number): Work[] => {
  const own = chosenFor(number);
  if (own.length > 0) return [{ what: 'try', number, mutant, tests: own }];
  told(mutant, 'not reached');
  return [];
});
await crew(shared, work, {
  expected: (file, place) => reached.get(file)?.[place]?.milliseconds ?? 0,
  ended(done, outcome) {
    if (done.what !== 'try') return;
    if (outcome === 'no end') told(done.mutant, 'no end');
    else if (outcome.what === 'tried') told(done.mutant, outcome.killer === null ? 'survived' : 'killed');
  },
});
console.log(`${killed} of ${tried} killed, ${((100 * killed) / tried).toFixed(1)} % (asked: ${100 * ASKED} %)`);
process.exitCode = killed >= ASKED * tried ? 0 : 1;

/** The tests that reach a mutant, a file at a time. */
function chosenFor(number: number): Chosen[] {
  const near = importers.get(mutants[number].file) ?? new Map<string, number>();
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
