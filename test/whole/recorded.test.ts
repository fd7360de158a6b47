// What every kind of release and every method of making one comes to, digit for digit: small inputs, made, checked and attacked, against what was
// recorded. Whoever means to keep results is held by it; whoever means to change them records anew, and says why in the commit:
// UNVEIL_RECORD=1 npm run jest -- test/whole/recorded.test.ts
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownHome } from '../helpers/own-home.ts';
import { said } from '../helpers/said.ts';

type Words = readonly string[];
type Digests = Readonly<Record<string, string>>;

const RECORD = 'test/golden/recorded.json';
const isRecording = process.env['UNVEIL_RECORD'] === '1';
const recorded: Readonly<Record<string, Digests>> = JSON.parse(readFileSync(RECORD, 'utf8'));
const found: Record<string, Digests> = {};
const home = ownHome();
afterAll(() => {
  if (isRecording) writeFileSync(RECORD, `${JSON.stringify(found, null, 1)}\n`);
});

/** Lines in a file of their own. */
function written(name: string, lines: readonly string[]): string {
  const file = join(home, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** The first rows of an example. */
const head = (example: string, rows: number): string =>
  written(example.replaceAll('/', '-'), readFileSync(join('examples', example), 'utf8').split('\n').slice(0, rows));

const ATTACKS =
  'calibrated,calibrated-precise,frequency-only,context-only,without-order,rba-normalised,rba,gba-normalised,gba,wba,tba,mda,random,blind';
const CLUSTER_ATTACKS = ['--attack', 'calibrated,optimal,aba,rga,mra,random'];
const PATIENTS = 'examples/patients';
const RELEASE = `${PATIENTS}/release`;
const VOTERS = ['--external', `${PATIENTS}/voters.csv`];
const COUNTED = [`${PATIENTS}/patients.csv`, '--by', 'sex,marital,condition', '--learn', 'condition'];

/** Synthetic transactions, and documents of the same topics. */
const sets = (folder: string): Words => [
  ...['generate', '--out', join(folder, 't.jsonl'), '--corpus', join(folder, 'docs.jsonl'), '--transactions', '90', '--documents', '400'],
  ...['--vocabulary', '40', '--density', '0.12', '--topics', '6'],
];
/** A release made of them, and the audit by these documents. */
const ofSets =
  (make: Words, attacks: Words = []) =>
  (folder: string): Words[] => [
    sets(folder),
    ['anonymise', join(folder, 't.jsonl'), '--method', ...make, '--out', join(folder, 'made')],
    ['audit', join(folder, 'made', 'audit.json'), '--corpus', join(folder, 'docs.jsonl'), ...attacks, '--out', join(folder, 'audit')],
  ];
/** A release made of an example, and its audit. */
const of =
  (input: () => string, make: () => Words, attack: () => Words = () => []) =>
  (folder: string): Words[] => [
    ['anonymise', input(), '--method', ...make(), '--out', join(folder, 'made')],
    ['audit', join(folder, 'made', 'audit.json'), ...attack(), '--out', join(folder, 'audit')],
  ];
const people = (make: Words, attack: Words = VOTERS) =>
  of(
    () => `${PATIENTS}/patients.csv`,
    () => [...make, '--roles', `${PATIENTS}/roles.json`],
    () => attack,
  );

const clinic = (): string => head('clinic/original.txt', 160);
const positions = (): string => head('places/positions.jsonl', 300);
const searches = (): string => head('searches/searches.jsonl', 300);
const notes = (): string => head('texts/notes.jsonl', 40);

/** Commands that write into a folder, by name. */
const CASES: Readonly<Record<string, (folder: string) => readonly Words[]>> = {
  'clinic, every attack': (folder) => {
    const files = [head('clinic/release.txt', 160), '--original', head('clinic/original.txt', 160)];
    return [['audit', ...files, '--k', '2', '--attack', ATTACKS, '--out', join(folder, 'audit')]];
  },
  coat: ofSets(['coat', '--k', '14', '--privacy', 'random:0.6'], ['--attack', ATTACKS]),
  'coat, all of a context': ofSets(['coat', '--k', '9', '--privacy', 'nested:3:3'], ['--context', 'all', '--smoothing', 'half']),
  km: ofSets(['km', '--k', '8', '--m', '1', '--hierarchy', 'degree:2']),
  disassociate: ofSets(['disassociate', '--k', '3', '--max-cluster', '12', '--refine'], CLUSTER_ATTACKS),
  'disassociate, safely': ofSets(['disassociate', '--k', '3', '--max-cluster', '12', '--safe'], ['--placements', '1', '--asr-merging']),
  mondrian: people(['mondrian']),
  'mondrian, of samples': people(['mondrian', '--k', '6', '--l', 'entropy:2', '--counts'], ['--population', '5000']),
  lattice: people(['lattice', '--k', '3', '--t', 'equal:0.4', '--limit', '10%', '--local']),
  datafly: people(['datafly']),
  samarati: people(['samarati', '--k', '5', '--l', 'recursive:3:2', '--suppressed', 'stars']),
  'mu-argus': people(['mu-argus', '--allow-failing'], []),
  anatomy: people(['anatomy']),
  microaggregation: of(
    () => head('patients/patients.csv', 61),
    () => ['microaggregation', '--k', '4', '--id', 'name', '--quasi', 'age', '--sensitive', 'condition'],
  ),
  'a table, by all that others may know': (folder) => [
    [
      ...['audit', `${RELEASE}/release.csv`, '--roles', `${RELEASE}/roles.json`, '--original', `${RELEASE}/original.csv`, ...VOTERS],
      ...['--other-release', `${RELEASE}/release.csv=later`, '--knows', 'condition=angina x0', '--out', join(folder, 'audit')],
    ],
  ],
  'places, adaptive': of(
    positions,
    () => ['cloak-adaptive', '--k', '4'],
    () => ['--external', head('places/known.jsonl', 719)],
  ),
  'places, fixed': of(positions, () => ['cloak-fixed', '--k', '4']),
  'places, strict': of(positions, () => ['cloak-strict', '--k', '4', '--unlinked']),
  groups: of(
    () => 'examples/clinic/original.txt',
    () => ['cahd', '--p', '4', '--sensitive', 'examples/groups/sensitive.txt'],
  ),
  local: of(clinic, () => ['local', '--k', '3', '--hierarchy', 'examples/clinic/wards.json']),
  graph: of(
    () => 'examples/friends/friends.csv',
    () => ['k-degree', '--k', '4'],
  ),
  'query log': of(searches, () => ['query-log', '--k', '4']),
  'query log, sets': of(searches, () => ['query-log', '--k', '4', '--form', 'set']),
  'query log, names': of(searches, () => ['query-log', '--k', '4', '--form', 'name']),
  'texts, plausible': of(notes, () => ['t-plausible', '--t', '4', '--hierarchy', 'examples/texts/tree.json']),
  'texts, safe': of(notes, () => ['k-safe', '--k', '2', '--contexts', 'examples/texts/contexts.json']),
  'texts, confusable': (folder) => {
    const learned = ['--topics', join(folder, 'notes.jsonl'), '--sensitive', written('hidden.txt', ['HIV', 'depression'])];
    return [
      ['generate', '--notes', '240', '--out', join(folder, 'notes.jsonl')],
      ['anonymise', join(folder, 'notes.jsonl'), '--method', 'k-confusable', '--k', '2', ...learned, '--out', join(folder, 'made')],
      ['audit', join(folder, 'made', 'audit.json'), '--out', join(folder, 'audit')],
    ];
  },
  'counts, suppressed': of(
    () => COUNTED[0],
    () => ['counts-suppressed', '--k', '4', ...COUNTED.slice(1)],
  ),
  'counts, rounded': of(
    () => COUNTED[0],
    () => ['counts-rounded', ...COUNTED.slice(1)],
  ),
  'counts, noise': of(
    () => COUNTED[0],
    () => ['counts-noise', ...COUNTED.slice(1)],
  ),
};

/** Of each file that was made, and of each table of an audit's results as JSON, without what tells the day, the run and the version. */
function digestsOf(folder: string): Digests {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  const compared = files.filter((file) => /^made\/[^/]+\.\w+$|^audit\/\w+\.jsonl$/.test(file) && file !== 'audit/audits.jsonl');
  return Object.fromEntries(compared.toSorted().map((file) => [file, hash('sha256', readFileSync(join(folder, file))).slice(0, 12)]));
}

test.each(Object.entries(CASES))('%s', async (name, commands) => {
  const folder = join(home, name.replaceAll(/\W+/g, '-'));
  mkdirSync(folder);
  for (const words of commands(folder)) {
    const { status, err } = await said(...words, ...(words[0] === 'audit' ? ['--format', 'json'] : []));
    expect([words[0], status, [0, 3].includes(status) ? '' : err]).toEqual([words[0], status, '']);
  }
  found[name] = digestsOf(folder);
  if (!isRecording) expect(found[name]).toEqual(recorded[name]);
});
