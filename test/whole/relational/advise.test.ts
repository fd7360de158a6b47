// A safer release of a table of people: the target met by what is written, the claim kept, and said where it cannot be.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../../../shared/core/random/random.ts';
import { namedBy } from '../../../shared/kinds/relational/advise/attack.ts';
import { movesOf, released } from '../../../shared/kinds/relational/advise/moves.ts';
import { cuttable } from '../../../shared/kinds/relational/core/anonymise/make-release.ts';
import { mergeClasses } from '../../../shared/kinds/relational/core/anonymise/merge-classes.ts';
import { tableOf } from '../../../shared/kinds/relational/core/model/table.ts';
import { writePeople } from '../../helpers/people-table.ts';
import { knownFrom } from '../../helpers/relational.ts';
import { said } from '../../helpers/said.ts';

let folder = '';
const at = (...names: string[]): string => join(folder, ...names);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-advise-table-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const made = async (claim: object): Promise<void> => {
  writePeople(folder, claim);
  await said('anonymise', at('people.csv'), '--method', 'mondrian', '--roles', at('roles.json'), '--out', at('made'));
};
const advise = (...argv: readonly string[]) =>
  said('advise', at('people.csv'), '--release', at('made'), '--json', ...argv, '--out', at('safer'));

test('the target is met by what is written, as its own audit and check say; the claim is kept, and each class that named is accounted for', async () => {
  await made({ k: 2 });
  const { status, out, err } = await advise('--target', 'people=0.05@certainty=0.8');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  const { reached, last, points, chosen } = JSON.parse(out);
  expect(reached).toBe(true);
  expect(last.given.people.value).toBeGreaterThan(0.1);
  expect(last.chosen.people.value).toBeLessThanOrEqual(0.05);
  expect((await said('check', at('safer', 'release.csv'), '--roles', at('safer', 'roles.json'))).status).toBe(0);
  const audit = await said('audit', at('safer', 'audit.json'), '--out', at('results'), '--json');
  for (const { way, confidence, people, of } of JSON.parse(audit.out).findings)
    if (way === 'learned' && confidence >= 0.8 && of > 0) expect(people / of).toBeLessThanOrEqual(0.05);
  const losses = points.find(({ name }: { name: string }) => name === chosen).losses;
  expect(JSON.parse(readFileSync(at('safer', 'measures.json'), 'utf8')).ncp).toBe(losses[0].value);
  const changes = readFileSync(at('safer', 'changes.jsonl'), 'utf8').trimEnd().split('\n');
  const lines = changes.map((line) => JSON.parse(line));
  const named = lines.flatMap(({ change, was }) => (change === 'class' ? [was.records] : [])).reduce((sum, each) => sum + each, 0);
  const byValues = last.given.attacks.find(({ attacker }: { attacker: string }) => attacker === 'homogeneity');
  expect(named / 200).toBeCloseTo(byValues.people, 12);
  for (const { change, was, now } of lines)
    if (change === 'class') expect(now.reduce((sum: number, each: { records: number }) => sum + each.records, 0)).toBe(was.records);
  expect(existsSync(at('safer', 'audit', 'report.html'))).toBe(true);
});

test('what cannot be reached is said, and the safest that was found leaves out a tenth at most', async () => {
  const rows = Array.from({ length: 60 }, (_, row) => `${20 + row},${row % 20 === 0 ? 'gout' : 'flu'}`);
  writeFileSync(at('people.csv'), `age,disease\n${rows.join('\n')}\n`);
  await said(
    'anonymise',
    at('people.csv'),
    '--method',
    'mondrian',
    '--k',
    '3',
    '--quasi',
    'age',
    '--sensitive',
    'disease',
    '--out',
    at('made'),
  );
  const { status, out } = await advise('--target', 'people=0.1@certainty=0.8');
  expect(status).toBe(4);
  const { reached, verdict, last } = JSON.parse(out);
  expect({ reached, verdict }).toEqual({ reached: false, verdict: expect.stringContaining('The target of 10.0 % is not reached') });
  expect(last.chosen.people.value).toBeGreaterThan(0.5);
  expect(readFileSync(at('safer', 'release.csv'), 'utf8').trimEnd().split('\n').length - 1).toBeGreaterThanOrEqual(54);
});

test('a claim that is false, other records and buckets are refused; without the table it says which classes betray', async () => {
  await made({ k: 2 });
  expect(await advise('--k', '30')).toMatchObject({ status: 2, err: expect.stringContaining('breaks what it has to keep: 30-anonymity') });
  writeFileSync(at('other.csv'), readFileSync(at('people.csv'), 'utf8').replace('person 7,', 'somebody else,'));
  const other = await said('advise', at('other.csv'), '--release', at('made'), '--out', at('safer'));
  expect(other).toMatchObject({ status: 2, err: expect.stringContaining('does not hold the records of the original') });
  expect(existsSync(at('safer'))).toBe(false);
  const { out } = await said('advise', '--release', at('made'));
  expect(out).toMatch(/^zip \S+, age .+: "disease: \w+" is named of \d+ people; merge this class/);
});

const people = () => {
  const random = seeded('moves');
  const rows = Array.from({ length: 120 }, () => [
    String(20 + random.below(40)),
    'MF'.charAt(random.below(2)),
    'abc'.charAt(random.below(3)),
  ]);
  return knownFrom({
    columns: ['age', 'sex', 'disease'],
    rows,
    quasi: ['age', 'sex'],
    sensitive: 'disease',
    types: { age: 'number' },
    claim: { k: 2 },
  });
};

test('merged classes name nobody, and the others stay as they are', () => {
  const known = people();
  const { classes, quasi, sensitive, table } = known;
  const parts = Array.from({ length: classes.count }, (_, group) => {
    const records = classes.members.subarray(classes.starts[group], classes.starts[group + 1]);
    return { records, cells: quasi.map(({ values, codes }) => values[codes[records[0]]]) };
  });
  const merged = mergeClasses(parts, { columns: cuttable(known), sensitive, rows: table.rows, certainty: 0.8, mayStay: 0 });
  const column = sensitive[0]?.sensitive;
  const surest = (records: Int32Array): number => {
    const counts = Object.values(Object.groupBy(records, (record) => String(column?.codes[record])));
    return Math.max(...counts.map((each) => each?.length ?? 0)) / records.length;
  };
  expect(merged.every(({ records }) => surest(records) < 0.8)).toBe(true);
  expect(merged.flatMap(({ records }) => [...records]).toSorted((a, b) => a - b)).toEqual([...Array(120).keys()]);
  const safe = parts.filter(({ records }) => surest(records) < 0.8);
  const touched = new Set(
    merged.filter(({ records }) => !parts.some((part) => part.records.join() === records.join())).flatMap(({ records }) => [...records]),
  );
  for (const part of safe)
    if (!part.records.some((record) => touched.has(record)))
      expect(merged.some(({ cells, records }) => cells === part.cells && records.join() === part.records.join())).toBe(true);
  // As little is joined as is needed: far from everything.
  expect(merged.length).toBeGreaterThan(10);
});

test.each(['cut again', 'merge', 'leave out'])('the move "%s" names fewer people, and leaves out a tenth at most', async (name) => {
  const original = people();
  const attacking = { certainty: 0.8, knowledge: { external: null, other: null, statements: [], moves: [] } };
  const given = { release: released(original, original.table), origin: Int32Array.from({ length: 120 }, (_, row) => row), how: 'as given' };
  const base = {
    draft: given,
    seen: [],
    point: { name: '', move: '', base: null, people: { value: 1, low: 1, high: 1 }, attacks: [], losses: [], counts: [] },
  };
  const move = movesOf({ ...attacking, original, given, target: 0, seed: 's' }).find((each) => each.name === name);
  const draft = await move?.make(base, [base]);
  expect(namedBy('homogeneity', given.release, attacking, 's')).toBeGreaterThan(0.3);
  if (draft === null || draft === undefined) throw new Error('no move');
  const now = namedBy('homogeneity', draft.release, attacking, 's');
  if (name === 'leave out') expect(now).toBeLessThan(0.35);
  else expect(now).toBe(0);
  expect(draft.release.table.rows).toBe(name === 'leave out' ? 108 : 120);
});

test('advice attacks with all that the request says is known: a leak that only a second release and a statement show together', () => {
  const groups = Array.from({ length: 40 }, (_, group) => String(group));
  const known = knownFrom({
    columns: ['zip', 'disease'],
    rows: groups.flatMap((group) => ['flu', 'hiv'].map((disease) => [group, disease])),
    quasi: ['zip'],
    sensitive: 'disease',
  });
  const external = tableOf(
    ['name', 'zip'],
    groups.flatMap((group) => ['a', 'b'].map((name) => [`${name}${group}`, group])),
  );
  const earlier = tableOf(
    ['zip', 'disease'],
    groups.map((group) => [group, 'flu']),
  );
  const moves = groups.map((group) => ({ moved: true, where: { name: `a${group}` } }));
  const knowledge = { external, other: { table: earlier, relation: 'earlier' as const }, statements: [], moves };
  expect(namedBy('all-together', known, { certainty: 1, knowledge }, 's')).toBe(1);
  expect(namedBy('every attack', known, { certainty: 1, knowledge }, 's')).toBe(1);
  expect(namedBy('homogeneity', known, { certainty: 1, knowledge }, 's')).toBe(0);
});
