// npm run mutants [-- --sample N --seed S --of FOLDER --tests NAMES]: changes the pure core in one small way after another and asks whether a test of
// units, twins, laws or whole audits in one process notices. A sample (by default 240) that the seed draws; --of takes only what is in a folder, --tests
// only test files of that name (a regular expression). --minutes M stops after about M minutes, and the same command goes on from there: the results
// add up. Survivors are printed; exits with 1 below 85 % killed.
import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crew } from './crew.ts';
import { importersOf } from './importers.ts';
import { type Mutant, mutantsOf } from './mutations.ts';
import type { Chosen, Reached, Work } from './work.ts';

/** The share that was asked to be killed. */
const ASKED = 0.85;
/** Most test files that try a mutant, the nearest by imports first: others would only kill more. */
const NEAREST = 24;
/** Processor time of the tests that a mutant which lives has run, in milliseconds. */
const MOST_TIME = 10_000;

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '240' },
    seed: { type: 'string', default: '' },
    of: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    minutes: { type: 'string', default: '1440' },
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

const shared = { root, mutants, importers };
type Told = 'killed' | 'no end' | 'survived' | 'not reached';
const until = Date.now() + 60_000 * Number(values.minutes);
/** Of earlier runs of the same sample. */
const file = join(tmpdir(), `unveil-mutants-${hash('sha256', JSON.stringify([mutants, tests])).slice(0, 16)}.json`);
const kept = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as { reached: [string, readonly Reached[] | null][]; outcomes: [number, Told][] })
  : { reached: [], outcomes: [] };
const lives = (outcome: Told): boolean => outcome === 'survived' || outcome === 'not reached';
/** When all were tried, those that live are tried again: the tests may be sharper now. */
const again = kept.outcomes.length === mutants.length;
const outcomes = new Map(kept.outcomes.filter(([, outcome]) => !again || !lives(outcome)));
/** Null: the file is no witness. */
const reached = new Map(again ? [] : kept.reached);
const open = mutants.filter((_, number) => !outcomes.has(number));
const reaching = tests.filter((test) => open.some(({ file: own }) => importers.get(own)?.has(test) === true));
await crew(
  shared,
  reaching.filter((test) => !reached.has(test)).map((test): Work => ({ what: 'reach', file: test })),
  {
    until,
    // The duration is unknown the first time.
    expected: () => 12_000,
    ended(work, outcome) {
      if (work.what !== 'reach') return;
      if (outcome === 'no end' || outcome.what !== 'reached') {
        console.log(`  no witness: ${work.file} does not end in a thread`);
        reached.set(work.file, null);
        return;
      }
      reached.set(work.file, outcome.tests);
      for (const { name, failed } of outcome.tests) if (failed !== null) console.log(`  not a witness: ${work.file}: ${name}: ${failed}`);
    },
  },
);
const isReached = reaching.every((test) => reached.has(test));
console.log(`${[...reached.values()].flatMap((each) => each ?? []).length} tests in ${reached.size} files for ${open.length} mutants`);

const work = mutants.flatMap((mutant, number): Work[] => {
  if (!isReached || outcomes.has(number)) return [];
  const own = chosenFor(number);
  if (own.length > 0) return [{ what: 'try', number, mutant, tests: own }];
  outcomes.set(number, 'not reached');
  return [];
});
await crew(shared, work, {
  until,
  expected: (test, place) => reached.get(test)?.[place]?.milliseconds ?? 0,
  ended(done, outcome) {
    if (done.what !== 'try') return;
    if (outcome === 'no end') outcomes.set(done.number, 'no end');
    else if (outcome.what === 'tried') outcomes.set(done.number, outcome.killer === null ? 'survived' : 'killed');
  },
});
writeFileSync(file, JSON.stringify({ reached: [...reached], outcomes: [...outcomes] }));
const living = [...outcomes].filter(([, outcome]) => lives(outcome));
for (const [number, outcome] of living) console.log(`  ${outcome}: ${placed(mutants[number])}`);
const [tried, killed] = [outcomes.size, outcomes.size - living.length];
if (tried < mutants.length) console.log(`${mutants.length - tried} are left for the next run of this command`);
console.log(`${killed} of ${tried} killed, ${((100 * killed) / tried).toFixed(1)} % (asked: ${100 * ASKED} %)`);
process.exitCode = killed >= ASKED * tried ? 0 : 1;

function placed({ file, line, name }: Mutant): string {
  return `${file}:${line}: ${name}`;
}

/** The tests that reach a mutant, a file at a time. */
function chosenFor(number: number): Chosen[] {
  const near = importers.get(mutants[number].file) ?? new Map<string, number>();
  let spent = 0;
  return [...reached]
    .map(([file, own]) => ({ file, own: (own ?? []).filter(({ hits, failed }) => failed === null && hits.includes(number)) }))
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
