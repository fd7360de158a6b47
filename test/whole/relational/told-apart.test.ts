// Undeclared identifiers and repeated people: reported wherever a table is read.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knownTable } from '../../../shared/kinds/relational/core/check/check-table.ts';
import { ownersText, repeatedOwners, tellingColumns } from '../../../shared/kinds/relational/core/check/told-apart.ts';
import { tableOf } from '../../../shared/kinds/relational/core/model/table.ts';
import { namedRoles, rolesFor } from '../../../shared/kinds/relational/read/roles.ts';
import { said } from '../../helpers/said.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-told-apart-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

const tellingOf = (values: readonly string[]): string[] => {
  const table = tableOf(
    ['column'],
    values.map((value) => [value]),
  );
  return tellingColumns(table, rolesFor(table, namedRoles(table, {})));
};
const many = (records: number, of: (record: number) => string): string[] => Array.from({ length: records }, (_, record) => of(record));

test('a column is told of from nine values in ten records on, of twenty that have a value', () => {
  expect(tellingOf(many(20, (record) => `n${Math.min(record, 17)}`))).toEqual([
    'the column "column" differs in 18 of 20 records and is published as it is: if it names people or tells them apart, it is an identifier, and no release should hold it',
  ]);
  expect(tellingOf(many(20, (record) => `n${Math.min(record, 16)}`))).toEqual([]);
  expect(tellingOf(many(19, (record) => `n${record}`))).toEqual([]);
  // Missing values are equal.
  expect(tellingOf([...many(20, (record) => `n${record}`), '', '', 'NA', '*'])[0]).toContain('differs in 20 of 20 records');
  expect(tellingOf([...many(19, (record) => `n${record}`), ''])).toEqual([]);
});

test('numbers of a register are told of as names are, measures as nearly unique', () => {
  expect(tellingOf(many(20, (record) => String(1000 + record)))[0]).toContain('it is an identifier');
  expect(tellingOf(many(20, (record) => `${record}.5`))).toEqual([
    'the column "column" is nearly unique (20 numbers in 20 records) and is published as it is: who knows this number of a person finds the record',
  ]);
});

test('people are told from records by all identifiers together; whom nobody named is nobody’s double', () => {
  const owners = (rows: readonly (readonly string[])[]) => {
    const table = tableOf(['number', 'name', 'zip'], rows);
    const roles = rolesFor(table, namedRoles(table, { identifier: ['number', 'name'], quasi: ['zip'] }));
    const found = repeatedOwners(table, roles);
    return found === null ? null : ownersText(found, knownTable(table, roles, new Map()).classes);
  };
  expect(
    owners([
      ['1', 'Ada', 'a'],
      ['1', 'Ada', 'a'],
      ['2', 'Eva', 'b'],
      ['', '', 'b'],
      ['', '', 'b'],
    ]),
  ).toBe(
    '"number" with "name" are declared identifiers but repeat: 4 people in 5 records; k counts records and not people, and the class of fewest people holds one',
  );
  // Two people of one name.
  expect(owners(many(4, String).map((number) => [number, 'Ada', 'a']))).toBeNull();
  expect(owners([['', '', 'a'] as const, ['', '', 'a'] as const])).toBeNull();
});

test('a number of a person repeats though a number of the visit tells its records apart', () => {
  const owners = (names: readonly string[], rows: readonly (readonly string[])[]) => {
    const table = tableOf([...names, 'zip'], rows);
    const roles = rolesFor(table, namedRoles(table, { identifier: names, quasi: ['zip'] }));
    const found = repeatedOwners(table, roles);
    return found === null ? null : ownersText(found, knownTable(table, roles, new Map()).classes);
  };
  const visits = many(12, (record) => `${record % 3}`).map((visit, record) => [
    `p${Math.floor(record / 3)}`,
    visit,
    record < 6 ? 'a' : 'b',
  ]);
  expect(owners(['patient_id', 'visit_no'], visits)).toBe(
    '"patient_id" repeats where "visit_no" tells its records apart; if it names people by itself: 4 people in 12 records; k counts records and not people, and the class of fewest people holds 2',
  );
  expect(
    owners(
      ['admission_id', 'patient_id'],
      visits.map(([patient, , zip], record) => [`${record}`, patient as string, zip as string]),
    ),
  ).toContain('4 people');
  // First and last names say nothing by themselves.
  expect(owners(['first', 'last'], visits)).toBeNull();
});

test('anonymise, check, audit and look say it, and none of them says a value', async () => {
  const rows = many(120, (record) => `${Math.floor(record / 5)},Muster ${record},${record % 3},gout`);
  writeFileSync(at('visits.csv'), `number,Name,zip,disease\n${rows.join('\n')}\n`);
  const roles = ['--quasi', 'zip', '--sensitive', 'disease'];
  const names = 'the column "Name" differs in 120 of 120 records and is published as it is';
  const people = '"number" is declared an identifier but repeats: 24 people in 120 records; k counts records and not people';
  const of = ['--id', 'number', ...roles];
  const made = await said('anonymise', at('visits.csv'), '--method', 'mondrian', ...of, '--k', '5', '--json', '--out', at('out'));
  const { notes } = JSON.parse(made.out) as { notes: string[] };
  expect(notes).toEqual([expect.stringContaining(people), expect.stringContaining(names)]);
  const checked = await said('check', at('visits.csv'), ...of, '--k', '5');
  expect(checked.err).toContain(people);
  expect(checked.err).toContain(names);
  const audited = await said('audit', at('out/audit.json'), '--out', at('audit'), '--json');
  expect(JSON.parse(audited.out).notices).toContainEqual(
    expect.objectContaining({ code: 'telling-column', message: expect.stringContaining(names) }),
  );
  const direct = await said('audit', at('visits.csv'), '--quasi', 'zip', '--sensitive', 'disease', '--out', at('direct'));
  expect((direct.out + direct.err).replace(/\s+/g, ' ')).toContain(names);
  const looked = await said('look', at('visits.csv'), ...of, '--json');
  const { remarks } = JSON.parse(looked.out) as { remarks: string[] };
  expect(remarks.join('\n')).toContain(people);
  expect(notes.join() + checked.err + remarks.join()).not.toContain('Muster');
});

test('check says that nothing was claimed, and of a claim of k alone which classes tell their value', async () => {
  const rows = many(24, (record) => `${Math.floor(record / 6)},${record < 12 ? 'gout' : ['gout', 'flu'][record % 2]}`);
  writeFileSync(at('classes.csv'), `zip,disease\n${rows.join('\n')}\n`);
  const check = async (...claim: string[]): Promise<string> =>
    (await said('check', at('classes.csv'), '--quasi', 'zip', '--sensitive', 'disease', ...claim)).out;
  const told =
    '2 classes hold one value of disease each, of 12 of 24 records: who finds the class knows it. No k bounds that; --l and --t do.';
  const bare = await check();
  expect(bare).toContain('Nothing is claimed, so nothing was held against it');
  expect(bare).toContain(told);
  const byK = await check('--k', '5');
  expect(byK).toContain(`claimed: 5-anonymity: holds\n\n${told}\n`);
  expect(byK).not.toContain('Nothing is claimed');
  expect(await check('--l', 'distinct:1')).not.toContain(told);
});

test('one class of one record is said in the singular', async () => {
  writeFileSync(at('one.csv'), 'zip,disease\na,flu\na,gout\nb,NA\n');
  const argv = [at('one.csv'), '--quasi', 'zip', '--sensitive', 'disease', '--k', '2'];
  expect((await said('audit', ...argv, '--out', at('one'))).out.replace(/\s+/g, ' ')).toContain(
    'The release breaks its guarantee 2-anonymity of all published records: 1 violation, such as the class of record 3 (1 record).',
  );
  expect((await said('check', ...argv)).err).toContain('1 class has no known value of disease, and passes');
});
