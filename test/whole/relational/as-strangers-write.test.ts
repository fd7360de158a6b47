// Tables as spreadsheets of other languages, R, pandas and other tools write them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzip } from '../../../shared/adapters/node/gunzip.ts';
import { rangesOf } from '../../../shared/kinds/relational/core/model/cell.ts';
import { TableReader } from '../../../shared/kinds/relational/core/read/table-reader.ts';
import { openTable } from '../../../shared/kinds/relational/read/open.ts';
import { streamOf } from '../../helpers/bytes.ts';
import { said } from '../../helpers/said.ts';

const read = (text: string | Uint8Array) => {
  const reader = new TableReader('table.csv');
  reader.push(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return reader.end();
};
const valuesOf = (text: string): Record<string, string[]> =>
  Object.fromEntries(read(text).columns.map(({ name, codes, values }) => [name, Array.from(codes, (code) => values[code])]));

test('a spreadsheet with a decimal comma: numbers are numbers, words with commas stay words', () => {
  const text =
    '\ufeff"PLZ";"Lohn";"Größe";"Ort";"Klasse"\r\n"01067";"2.500,50";"1,80";"Bonn, Süd";"[1,5-2,5]"\r\n"01069";"?";"1,75";"3,5";"[2,5-3,5]"\r\n';
  expect(valuesOf(text)).toEqual({
    PLZ: ['01067', '01069'],
    Lohn: ['2500.50', '?'],
    Größe: ['1.80', '1.75'],
    Ort: ['Bonn, Süd', '3,5'],
    Klasse: ['[1.5-2.5]', '[2.5-3.5]'],
  });
});

test('with commas between fields, or points in the numbers, nothing is changed', () => {
  expect(valuesOf('a,b\n"1,80",x\n"1,75",y\n')).toEqual({ a: ['1,80', '1,75'], b: ['x', 'y'] });
  expect(valuesOf('a;b\n1.234;x\n2.5;y\n')).toEqual({ a: ['1.234', '2.5'], b: ['x', 'y'] });
});

test('Excel says in a line of its own what parts the fields', () => {
  expect(valuesOf('sep=;\r\na;b\r\n1;2\r\n')).toEqual({ a: ['1'], b: ['2'] });
});

test('names of rows that count them, as R and pandas write them, are no column; others are one, and what else has no name is refused', () => {
  expect(valuesOf('"","zip"\n"1","130"\n"2","131"\n')).toEqual({ zip: ['130', '131'] });
  expect(valuesOf(',zip\n0,130\n1,131\n')).toEqual({ zip: ['130', '131'] });
  expect(valuesOf(',zip\n17,130\n4,131\n')).toEqual({ 'row names': ['17', '4'], zip: ['130', '131'] });
  expect(valuesOf(',zip\n1,130\n1,131\n')).toEqual({ 'row names': ['1', '1'], zip: ['130', '131'] });
  expect(() => read('zip,\n130,1\n')).toThrow('a column without a name');
  expect(() => read(',row names\n17,1\n')).toThrow('two columns have this name');
});

test('a JSON array of records is read as JSON Lines are', async () => {
  const records = [
    { zip: '130', age: 20 },
    { zip: '131', age: null },
  ];
  for (const text of [JSON.stringify(records), JSON.stringify(records, null, 2)]) {
    const { columns } = await openTable({ name: 'people.json', bytes: streamOf(text) }, gunzip);
    expect(columns.map(({ name, values }) => [name, ...values])).toEqual([
      ['zip', '130', '131'],
      ['age', '20', ''],
    ]);
  }
});

test.each([
  ['(20,30]', { low: 20, high: 30, openLow: true, openHigh: false }],
  ['[20, 30)', { low: 20, high: 30, openLow: false, openHigh: true }],
  ['(20.0, 30.0]', { low: 20, high: 30, openLow: true, openHigh: false }],
  [']20;30]', { low: 20, high: 30, openLow: true, openHigh: false }],
  ['[20, 30]', { low: 20, high: 30, openLow: false, openHigh: false }],
  ['[20, 30[', { low: 20, high: 30, openLow: false, openHigh: true }],
  ['20–30', { low: 20, high: 30, openLow: false, openHigh: false }],
  ['20 - 30', { low: 20, high: 30, openLow: false, openHigh: false }],
  ['[-10--5]', { low: -10, high: -5, openLow: false, openHigh: false }],
  ['65+', { low: 65, high: Infinity, openLow: false, openHigh: true }],
])('%s is a range', (text, range) => expect(rangesOf(text)).toEqual([range]));

test.each(['(30,20]', '[5, 5[', '20-', '(20,30', 'a-b', '20–30–40'])('%s is none', (text) => expect(rangesOf(text)).toEqual([]));

describe('files', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'unveil-strangers-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  test('names of rows that lead back to another table are an identifier that nobody named, in every command', async () => {
    const rows = ['9,130,flu', '2,130,gout', '7,131,flu', '4,131,gout'].join('\n');
    const table = write('sampled.csv', `,zip,disease\n${rows}\n`);
    const asked = ['--quasi', 'zip', '--sensitive', 'disease'];
    expect((await said('look', table, ...asked)).out).toContain('It holds "row names", which names people: no release should.');
    expect((await said('audit', table, ...asked, '--out', join(folder, 'out'))).out).toContain('the identifier "row names"');
    const roles = write(
      'roles.json',
      JSON.stringify({ columns: { zip: { role: 'quasi' }, disease: { role: 'sensitive' } }, claim: { k: 2 } }),
    );
    expect((await said('check', table, '--roles', roles)).err).toContain('it holds the identifier "row names"');
    const made = join(folder, 'made');
    expect((await said('anonymise', table, '--roles', roles, '--method', 'mondrian', '--out', made)).status).toBe(0);
    expect(readFileSync(join(made, 'release.csv'), 'utf8')).toMatch(/^zip,disease\n/);
  });

  test('names of rows beside an identifier hide no repetition, and say nothing of who is who in a register', async () => {
    const table = write('visits.csv', ',patient,zip,disease\n9,p1,130,flu\n2,p1,130,gout\n7,p2,130,flu\n');
    const { out } = await said('look', table, '--id', 'patient', '--quasi', 'zip', '--sensitive', 'disease');
    expect(out).toContain('2 people in 3 records');
    const release = write('release.csv', 'zip,disease\n130,flu\n131,gout\n');
    const original = write('original.csv', ',zip,disease\n9,130,flu\n2,131,gout\n');
    const register = write('register.csv', ',zip\n2,130\n9,131\n');
    const linked = await said(
      'audit',
      release,
      '--quasi',
      'zip',
      '--original',
      original,
      '--external',
      register,
      '--out',
      join(folder, 'linked'),
    );
    expect(linked.out).toMatch(/^linking, linked right, expected +100\.0 %/m);
  });

  test('records in JSON Lines, which look and check read, are audited', async () => {
    const lines = ['130,flu', '130,gout'].map((row) => JSON.stringify({ zip: row.slice(0, 3), disease: row.slice(4) }));
    const table = write('people.jsonl', `${lines.join('\n')}\n`);
    const { status, out } = await said('audit', table, '--quasi', 'zip', '--sensitive', 'disease', '--out', join(folder, 'out'));
    expect({ status, first: out.split('\n')[0] }).toEqual({ status: 0, first: '2 records, classes: 1' });
  });

  test('what R cuts is linked to a register', async () => {
    const release = write('release.csv', 'zip,age,disease\n130,"(20,30]",flu\n130,"(20,30]",gout\n131,"(30,40]",flu\n131,"(30,40]",gout\n');
    const register = write('register.csv', 'zip,age\n130,30\n131,31\n130,40\n');
    const columns = ['--quasi', 'zip,age', '--sensitive', 'disease'];
    const { out } = await said('audit', release, ...columns, '--external', register, '--out', join(folder, 'out'));
    // Two of three are in a class of two, the third in none.
    expect(out).toMatch(/^linking, linked right, expected +33\.3 %/m);
  });

  test('another encoding is read where it is named: in check, look, anonymise and audit, release and hierarchy alike', async () => {
    const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const rows = ['Köln;Grippe', 'Köln;Gicht', 'Bonn;Grippe', 'Bonn;Gicht'];
    const table = write('people.csv', latin1(`Städte;Krankheit\n${rows.join('\n')}\n`));
    write('ort.csv', latin1('Köln;Rhein\nBonn;Rhein\n'));
    const roles = { columns: { Städte: { role: 'quasi', hierarchy: 'ort.csv' }, Krankheit: { role: 'sensitive' } }, claim: { k: 2 } };
    const asked = ['--roles', write('roles.json', JSON.stringify(roles)), '--encoding', 'latin1'];
    expect((await said('check', table, ...asked)).out).toContain('claimed: 2-anonymity: holds');
    expect((await said('look', table, ...asked)).out).toContain('Köln, Grippe');
    const made = await said('anonymise', table, ...asked, '--method', 'lattice', '--out', join(folder, 'made'));
    expect({ status: made.status, err: made.err }).toEqual({ status: 0, err: '' });
    const audit = await said('audit', table, ...asked, '--original', table, '--out', join(folder, 'out'));
    expect({ status: audit.status, err: audit.err }).toEqual({ status: 0, err: '' });
    const unsaid = await said('check', table, '--quasi', 'Städte');
    expect(unsaid).toMatchObject({ status: 2, err: expect.stringContaining('--encoding windows-1252') });
  });

  test('without a hierarchy nobody knows what a word stands for: what was lost is not computable', async () => {
    const release = write('release.csv', 'region,disease\nnorth,flu\nnorth,gout\n');
    const { out } = await said('check', release, '--quasi', 'region', '--sensitive', 'disease');
    expect(out).toMatch(/^ +NCP +not computable$/m);
  });

  test('intervals of the roles are over numbers, also where the release publishes ranges or suppresses a whole column', async () => {
    const roles = {
      columns: {
        age: { role: 'quasi', hierarchy: 'intervals:10,20' },
        sex: { role: 'quasi', hierarchy: 'sex.csv' },
        disease: { role: 'sensitive' },
      },
      claim: { k: 2 },
    };
    write('sex.csv', 'M;*\nF;*\n');
    const asked = ['--roles', write('roles.json', JSON.stringify(roles)), '--json'];
    const lossesOf = async (...ages: readonly string[]) => {
      const rows = ages.flatMap((age) => [`${age},M,flu`, `${age},M,gout`]);
      const { out } = await said('check', write('release.csv', `age,sex,disease\n${rows.join('\n')}\n`), ...asked);
      return JSON.parse(out).losses;
    };
    // Ten of twenty ages each, sex as it was.
    expect(await lossesOf('20-29', '"[30, 40["')).toMatchObject({ ncp: 0.25 });
    expect(await lossesOf('"[20, 30["', '"[30, 40["')).toMatchObject({ ncp: 0.25, prec: 1 - 1 / 6, height: 1 });
    expect(await lossesOf('*')).toMatchObject({ ncp: 0.5 });
  });

  test('records in another order give the same figures', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, at) => `${130 + (at % 5)},${20 + ((at * 7) % 30)},${['flu', 'gout', 'asthma'][(at * at) % 3]}`,
    );
    const figures = async (order: readonly string[]): Promise<string> => {
      const file = write('people.csv', `zip,age,disease\n${order.join('\n')}\n`);
      const { out } = await said('check', file, '--quasi', 'zip,age', '--sensitive', 'disease', '--k', '2', '--json');
      const { facts, claims, losses } = JSON.parse(out);
      const audit = await said('audit', file, '--quasi', 'zip,age', '--sensitive', 'disease', '--out', join(folder, 'out'));
      return JSON.stringify([facts, claims, losses, audit.out]);
    };
    expect(await figures(rows.toReversed())).toBe(await figures(rows));
  });
});

test('bars between fields, and line breaks inside quotes, as tables of transactions have them', () => {
  expect(valuesOf('\ufeffzip|note\r\n130|"fell, twice"\r\n131|x;y\r\n')).toEqual({ zip: ['130', '131'], note: ['fell, twice', 'x;y'] });
  expect(valuesOf('zip,"note, of\r\nthe nurse"\r\n130,"broken\r\n\r\narm, ""left"""\r\n131,"broken arm, ""left"""\r\n')).toEqual({
    zip: ['130', '131'],
    'note, of the nurse': ['broken arm, "left"', 'broken arm, "left"'],
  });
});

test('spaces between fields and no name above the names of rows, as write.table of R has them', () => {
  expect(valuesOf('"zip" "sex"\n"1" "130" "f"\n"2" "131" "m"\n')).toEqual({ zip: ['130', '131'], sex: ['f', 'm'] });
  expect(valuesOf('"zip" "sex"\n"ann" "130" "f"\n"bob" "131" "m"\n')).toEqual({
    'row names': ['ann', 'bob'],
    zip: ['130', '131'],
    sex: ['f', 'm'],
  });
});

test.each(['people.txt', 'people.dat'])('CSV by the name of %s is a table where roles are given, to check and to audit', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-named-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, `zip,illness\n${'1,flu\n'.repeat(3)}${'2,cold\n'.repeat(3)}`);
    const roles = ['--quasi', 'zip', '--sensitive', 'illness'];
    const checked = await said('check', path, ...roles, '--k', '3');
    expect(checked).toMatchObject({ status: 0, out: expect.stringContaining('6 records in 2 classes') });
    const audited = await said('audit', path, ...roles, '--out', join(folder, 'out'));
    expect(audited.out).toMatch(/^6 records, classes: 2/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
