// The conclusions on tables of people that a careful reader would draw: of releases that one attack sees through, and of claims that are false.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatePolicy } from '../../shared/contracts/gate-policy.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import type { Finding } from '../../shared/core/verdict/finding.ts';
import type { Verdict } from '../../shared/core/verdict/verdict.ts';
import { said } from '../helpers/said.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-verdict-tables-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  readonly status: number;
  readonly headline: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly claims: readonly { readonly text: string; readonly state: string; readonly violations: number | null }[];
  readonly gate: { readonly open: boolean; readonly by: string | null } | null;
}

const write = (files: Readonly<Record<string, string | object>>): void => {
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), typeof text === 'string' ? text : JSON.stringify(text));
};

async function audited(files: Readonly<Record<string, string | object>>, request: object = {}): Promise<Answer> {
  write({
    ...files,
    'audit.json': { release: 'release.csv', kind: 'relational', roles: 'roles.json', gate: 'people=0.1@certainty=0.9', ...request },
  });
  const { status, out } = await said('audit', join(folder, 'audit.json'), '--out', join(folder, 'out'), '--json');
  return { status, ...JSON.parse(out) };
}

const csv = (...rows: readonly (readonly (string | number)[])[]): string => `${rows.map((row) => row.join(',')).join('\n')}\n`;
const times = <T>(count: number, each: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => each(at));
const wayOf = ({ verdict }: Answer, name: string) => verdict.ways.find(({ way }) => way === name);

const ZIPS = { zip: { role: 'quasi' } };

test('figure 2.7 sixty times, with register and original: minimality tells the value of a third, all rightly, and the gate is closed', async () => {
  const values = ['HIV', 'HIV', 'Cough', 'Red Eyes', 'Flu', 'Cold'];
  const people = times(360, (at) => {
    const [group, place] = [Math.floor(at / 6), at % 6];
    return { name: `p${at}`, group: `g${group}`, q: place < 2 ? 'q1' : 'q2', disease: values[place] };
  });
  const answer = await audited(
    {
      'release.csv': csv(['group', 'q', 'disease'], ...people.map(({ group, disease }) => [group, 'Q', disease])),
      'original.csv': csv(['name', 'group', 'q', 'disease'], ...people.map(({ name, group, q, disease }) => [name, group, q, disease])),
      'register.csv': csv(['name', 'group', 'q'], ...people.map(({ name, group, q }) => [name, group, q])),
      'q.csv': 'q1;Q\nq2;Q\n',
      'roles.json': {
        columns: { group: { role: 'quasi' }, q: { role: 'quasi', hierarchy: 'q.csv' }, disease: { role: 'sensitive' } },
        claim: { l: { form: 'distinct', l: 2 } },
      },
    },
    { original: 'original.csv', external: 'register.csv' },
  );
  expect(answer.verdict).toMatchObject({ level: 'leaks', way: 'learned' });
  const third = { people: 120, of: 360, right: 120, state: 'measured' };
  expect(answer.findings).toContainEqual(expect.objectContaining({ attack: 'minimality', confidence: 1, ...third }));
  // Sixty times the same, naive Bayes learns as much: either may lead.
  expect(wayOf(answer, 'learned')?.lead).toMatchObject({ attack: expect.stringMatching(/^(minimality|naive-bayes)$/), ...third });
  expect(answer.gate).toMatchObject({ open: false, by: 'minimality' });
  expect(answer.claims).toMatchObject([{ state: 'held' }]);
  expect(answer.status).toBe(4);
});

test('the buckets of figure 2.8 fifty times: naive Bayes tells who has cancer', async () => {
  const smoke = ['y', 'y', 'n', 'n', 'y', 'n', 'y', 'y', 'n', 'n', 'y', 'n'];
  const values = ['Cancer', 'Flu', 'Flu', 'None', 'Cancer', 'None', 'Cancer', 'None', 'Flu', 'None', 'Cancer', 'None'];
  const rows = times(600, (at) => ({ bucket: Math.floor(at / 2), smokes: smoke[at % 12], value: values[at % 12] }));
  const files = {
    'release.csv': csv(['smoke', 'bucket'], ...rows.map(({ smokes, bucket }) => [smokes, bucket])),
    'values.csv': csv(['bucket', 'disease', 'count'], ...rows.map(({ bucket, value }) => [bucket, value, 1]).toSorted()),
    'original.csv': csv(['smoke', 'disease'], ...rows.map(({ smokes, value }) => [smokes, value])),
    'roles.json': { columns: { smoke: { role: 'quasi' }, disease: { role: 'sensitive' } }, claim: { l: { form: 'distinct', l: 2 } } },
  };
  const answer = await audited(files, { buckets: 'values.csv', original: 'original.csv', gate: 'learned=0.1@confidence=0.9' });
  expect(wayOf(answer, 'learned')).toMatchObject({ level: 'leaks', lead: { attack: 'naive-bayes', people: 200, right: 200 } });
  expect(answer.gate).toMatchObject({ open: false, by: 'naive-bayes' });
  rmSync(join(folder, 'out'), { recursive: true });
  // Its probabilities are surer than they are right: without the original they conclude nothing, and open nothing.
  const without = await audited(files, { buckets: 'values.csv', gate: 'learned=0.1@confidence=0.9' });
  expect(wayOf(without, 'learned')?.level).toBe('cannot tell');
  expect(without.gate?.open).toBe(false);
});

test('salaries within 100 in each class of five, of a range of 190,000: everybody is learned, and that is proved', async () => {
  const answer = await audited({
    'release.csv': csv(
      ['zip', 'salary'],
      ...times(300, (at) => [`z${Math.floor(at / 5)}`, 10_000 + ((Math.floor(at / 5) * 7919) % 190_000) + ((at * 37) % 200)]),
    ),
    'roles.json': { columns: { ...ZIPS, salary: { role: 'sensitive' } }, claim: { k: 5 } },
  });
  expect(wayOf(answer, 'learned')).toMatchObject({
    level: 'leaks',
    lead: { attack: 'similarity-of-numbers', people: 300, of: 300, state: 'proved' },
  });
  expect(answer.gate?.open).toBe(false);
});

const STOMACH = ['gastritis', 'ulcer', 'reflux', 'dyspepsia', 'polyp', 'hernia'];
const LUNG = ['asthma', 'bronchitis', 'pneumonia', 'emphysema', 'pleurisy', 'croup'];
const ORGANS = [...STOMACH.map((value) => `${value};stomach;*\n`), ...LUNG.map((value) => `${value};lung;*\n`)].join('');

test('classes of stomach diseases alone or lung diseases alone, with a hierarchy: the group of diseases is learned of everybody', async () => {
  const answer = await audited({
    'release.csv': csv(
      ['zip', 'disease'],
      ...times(300, (at) => [`z${Math.floor(at / 5)}`, (Math.floor(at / 5) % 2 === 0 ? STOMACH : LUNG)[(at + Math.floor(at / 5)) % 6]]),
    ),
    'organs.csv': ORGANS,
    'roles.json': { columns: { ...ZIPS, disease: { role: 'sensitive', hierarchy: 'organs.csv' } }, claim: { k: 5 } },
  });
  expect(wayOf(answer, 'learned')).toMatchObject({ level: 'leaks', lead: { attack: 'similarity', people: 300, state: 'proved' } });
  expect(answer.headline).toContain('300 of 300 records');
  // No finding contains a person's value.
  const page = JSON.stringify(answer.findings);
  for (const value of [...STOMACH, ...LUNG, 'lung', 'stomach', 'z12']) expect(page).not.toContain(value);
});

test('the same without a hierarchy, by WordNet: the group of diseases is learned of everybody; dealt anew it is not', async () => {
  const rows = times(300, (at) => [
    `z${Math.floor(at / 5)}`,
    (Math.floor(at / 5) % 2 === 0 ? STOMACH : LUNG)[(at + Math.floor(at / 5)) % 6],
  ]);
  const told = async (values: readonly (string | undefined)[]) => {
    const answer = await audited(
      {
        'release.csv': csv(['zip', 'disease'], ...rows.map(([zip], at) => [zip as string, values[at] as string])),
        'roles.json': { columns: { ...ZIPS, disease: { role: 'sensitive' } }, claim: { k: 5 } },
      },
      { sources: ['wordnet'] },
    );
    return answer.findings.filter(({ attack }) => attack === 'similarity');
  };
  const values = rows.map(([, value]) => value);
  expect((await told(values)).find(({ state }) => state === 'proved')).toMatchObject({ people: 300, of: 300, right: 300 });
  shuffle(values, seeded('dealt anew'));
  expect((await told(values)).filter(({ state }) => state === 'proved')).toEqual([]);
});

test('advice on such classes: the target is reached only where groups of diseases are hidden too', async () => {
  const rows = times(192, (at) => [
    `p${at}`,
    1000 + Math.floor(at / 6) * 10 + (at % 6),
    (Math.floor(at / 6) % 2 === 0 ? STOMACH : LUNG)[at % 6],
  ]);
  write({
    'people.csv': csv(['name', 'zip', 'disease'], ...rows),
    'organs.csv': ORGANS,
    'roles.json': {
      columns: {
        name: { role: 'identifier' },
        zip: { role: 'quasi', type: 'number' },
        disease: { role: 'sensitive', hierarchy: 'organs.csv' },
      },
      claim: { k: 6 },
    },
  });
  const at = (name: string): string => join(folder, name);
  await said('anonymise', at('people.csv'), '--method', 'mondrian', '--roles', at('roles.json'), '--out', at('made'));
  const argv = [
    'advise',
    at('people.csv'),
    '--release',
    at('made'),
    '--target',
    'people=0.1@certainty=0.9',
    '--json',
    '--out',
    at('safer'),
  ];
  const { out } = await said(...argv);
  const { last, reached } = JSON.parse(out);
  // No disease is named of anybody as given: by values alone the target would be met from the start.
  const given = new Map(last.given.attacks.map(({ attacker, people }: { attacker: string; people: number }) => [attacker, people]));
  expect(given.get('homogeneity')).toBe(0);
  expect(last.given.people.value).toBe(given.get('similarity'));
  expect(last.given.people.value).toBeGreaterThan(0.5);
  expect(reached).toBe(last.chosen.people.value <= 0.1);
  if (reached) {
    const audit = JSON.parse((await said('audit', at('safer/audit.json'), '--out', at('again'), '--json')).out) as Answer;
    for (const { way, confidence, people, of } of audit.findings)
      if (way === 'learned' && confidence >= 0.9 && of > 0) expect(people / of).toBeLessThanOrEqual(0.1);
  }
});

test('a claim that check finds false: the audit ends with 3 as check does, and says where', async () => {
  const files = {
    'release.csv': csv(
      ['zip', 'disease'],
      ...times(20, (at) => [`z${Math.floor(at / 5)}`, `d${at % 5}`]),
      ['z9', 'd1'],
      ['z8', 'd2'],
      ['z8', 'd2'],
    ),
    'roles.json': {
      columns: { ...ZIPS, disease: { role: 'sensitive' } },
      claim: { k: 2, l: { form: 'distinct', l: 2 }, t: { distance: 'equal', t: 0.9 } },
    },
  };
  const answer = await audited(files, { gate: undefined });
  expect(answer.status).toBe(3);
  expect(answer.verdict.level).toBe('guarantee broken');
  expect(answer.claims.map(({ text, state, violations }) => [text, state, violations])).toEqual([
    ['2-anonymity', 'broken', 1],
    ['distinct 2-diversity of disease', 'broken', 2],
    ['0.9-closeness (equal) of disease', 'held', 0],
  ]);
  expect(answer.headline).toContain('such as the class of record 21 (1 record)');
  const check = await said('check', join(folder, 'release.csv'), '--roles', join(folder, 'roles.json'));
  expect(check.status).toBe(3);
});

test('claims that nothing here can hold are not called held: over no quasi-identifier, without the public table, k of buckets', async () => {
  const answer = await audited({
    'release.csv': csv(['note', 'disease'], ...times(20, (at) => [`n${at}`, `d${at % 5}`])),
    'roles.json': { columns: { note: { role: 'other' }, disease: { role: 'sensitive' } }, claim: { k: 5, delta: { min: 0, max: 0.5 } } },
  });
  expect(answer.claims.map(({ text, state }) => [text, state])).toEqual([
    ['5-anonymity', 'nothing to check'],
    ['0 to 0.5-presence', 'not checked'],
  ]);
  expect(answer.gate?.open).toBe(false);
});

test('a raw table: who is alone by some quasi-identifiers is proved, and next comes anonymising', async () => {
  const rows = times(60, (at) => [`z${at % 20}`, 20 + at, at % 2 === 0 ? 'm' : 'f', `v${at % 7}`]);
  write({ 'people.csv': csv(['zip', 'age', 'sex', 'visit'], ...rows) });
  const argv = ['audit', join(folder, 'people.csv'), '--quasi', 'zip,age,sex', '--out', join(folder, 'out'), '--json'];
  const answer = JSON.parse((await said(...argv)).out);
  expect(answer.verdict).toMatchObject({ level: 'leaks', way: 'singled out' });
  const alone = (answer.findings as Finding[]).filter(({ attack }) => attack === 'quasi-identifiers');
  expect(alone.map(({ facts, people, of, state }) => [facts, people, of, state])).toEqual([
    [1, 60, 60, 'proved'],
    [2, 60, 60, 'proved'],
    [3, 60, 60, 'proved'],
  ]);
  expect(answer.next).toContain('unveil anonymise');
});

test('an attack that is surer than it is right counts by what is right', async () => {
  // In each class a statement names one value, which is no more frequent than others.
  const answer = await audited(
    {
      'release.csv': csv(['zip', 'disease'], ...times(300, (at) => [`z${Math.floor(at / 10)}`, `d${(at * 7 + Math.floor(at / 10)) % 10}`])),
      'roles.json': { columns: { ...ZIPS, disease: { role: 'sensitive' } } },
    },
    { statements: [{ column: 'disease', where: {}, value: 'd3', weight: 1e6 }], gate: gatePolicy.parse('learned=0.2@confidence=0.9') },
  );
  const sure = answer.findings.find(({ attack, confidence }) => attack === 'background' && confidence === 0.95);
  expect(sure).toMatchObject({ people: 300, right: 30, state: 'measured' });
  expect(wayOf(answer, 'learned')?.level).not.toBe('leaks');
});

test('what is not known to the attacker is not tried, and says what would be needed', async () => {
  const answer = await audited({
    'release.csv': csv(['zip', 'disease'], ...times(1600, (at) => [`z${Math.floor(at / 8)}`, `d${(at * 5 + Math.floor(at / 8)) % 8}`])),
    'roles.json': { columns: { ...ZIPS, disease: { role: 'sensitive' } } },
  });
  const untried = answer.findings.filter(({ state }) => state === 'not tried').map(({ attack }) => attack);
  expect(untried.toSorted()).toEqual([
    'background',
    'complementary-release',
    'composition',
    'linking',
    'membership',
    'minimality',
    'naive-bayes',
    'population-uniqueness',
    'similarity',
    'skewness',
    'temporal',
    'unsorted-matching',
  ]);
  expect(wayOf(answer, 'linked')?.level).toBe('not tried');
  expect(wayOf(answer, 'learned')?.level).toBe('no leak found');
  expect(readFileSync(join(folder, 'out', 'gate.json'), 'utf8')).toContain('linked was not tried');
});
