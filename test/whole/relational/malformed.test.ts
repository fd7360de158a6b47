// Tables, hierarchies and role files that cannot be used: each is one clear message with exit code 2, and nothing written.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../../cli/main.ts';
import { csvField } from '../../../shared/core/format/csv.ts';

const TABLE = 'zip,age,disease\n13053,28,flu\n13068,29,cold\n13053,23,flu\n';
const ZIP = '13053;1305*;*\n13068;1306*;*\n';
const ROLES = {
  columns: { zip: { role: 'quasi', type: 'word', hierarchy: 'zip.csv' }, age: { role: 'quasi' }, disease: { role: 'sensitive' } },
  claim: { k: 2 },
};
const roles = (change: object): string => JSON.stringify({ ...ROLES, ...change });
const column = (name: string, change: object): string => roles({ columns: { ...ROLES.columns, [name]: change } });
const claim = (change: object): string => roles({ claim: change });

interface Bad {
  readonly table?: string | Uint8Array;
  readonly zip?: string;
  readonly roles?: string;
  readonly says: RegExp;
  readonly anonymise?: readonly string[];
  readonly words?: readonly string[];
}

const CASES: Readonly<Record<string, Bad>> = {
  'an empty table': { table: '', says: /table\.csv:1:1: the file is empty/ },
  'a header alone': { table: 'zip,age,disease\n', says: /table\.csv:1: the table holds no record/ },
  'a field too few': { table: `${TABLE}13053,28\n`, says: /table\.csv:5:1: 2 fields, but the header names 3 columns/ },
  'a field too many': { table: `${TABLE}13053,28,flu,x\n`, says: /table\.csv:5:1: 4 fields/ },
  'an open quote': { table: `${TABLE}"13053,28,flu\n`, says: /table\.csv:5:1: this quote is never closed/ },
  'a quote inside': { table: `${TABLE}13"053,28,flu\n`, says: /table\.csv:5:3: a quote inside a field/ },
  'a line break inside a text of JSON': {
    table: '{"zip":"13\\n053","age":28,"disease":"flu"}\n',
    says: /table\.csv:1:1: a line break or another control character inside a field/,
  },
  'half of a surrogate pair': { table: '{"zip":"\\ud800","age":28,"disease":"flu"}\n', says: /half of a surrogate pair inside a field/ },
  'an empty line': { table: TABLE.replace('\n', '\n\n'), says: /table\.csv:2: an empty line/ },
  'a column without name': { table: TABLE.replace('age', ''), says: /table\.csv:1:5: a column without a name/ },
  'two columns of one name': { table: TABLE.replace('age', 'zip'), says: /table\.csv:1:5: two columns have this name/ },
  'not UTF-8': { table: new Uint8Array([122, 105, 112, 10, 0xff, 10]), says: /table\.csv:2:1: byte 0xFF is not UTF-8/ },
  'a NUL byte': { table: `${TABLE}1305\0,28,flu\n`, says: /table\.csv:5:5: a NUL byte/ },
  'a lone carriage return': { table: `${TABLE}1305\r3,28,flu\n`, says: /a carriage return without a line feed/ },
  'no such table': { words: ['check', 'none.csv', '--quasi', 'zip'], says: /none\.csv: there is no such file/ },
  'a folder as table': { words: ['check', '.', '--quasi', 'zip'], says: /this is a directory/ },
  'JSON that is none': {
    table: '{"zip":"1","age":"2","disease":"x"}\n{"zip":\n',
    says: /table\.csv:2:8: not JSON: the line ends too early/,
  },
  'JSON with another key': { table: '{"zip":"1","age":"2","disease":"x"}\n{"zip":"1","age":"2","d":"x"}\n', says: /lacks a key/ },
  'JSON with a list in a field': { table: '{"zip":["1"],"age":"2","disease":"x"}\n', says: /a text, a number or null/ },
  'roles that are no JSON': { roles: '{', says: /roles\.json:1:2: not JSON: a key in quotes is missing here; roles are/ },
  'roles without columns': { roles: '{"claim":{}}', says: /roles\.json: columns: is missing/ },
  'an unknown key': { roles: roles({ quasi: ['zip'] }), says: /roles\.json: quasi: there is no such key/ },
  'an unknown key of a column': { roles: column('age', { role: 'quasi', sort: 1 }), says: /columns\.age\.sort: there is no such key/ },
  'an unknown role': { roles: column('age', { role: 'qi' }), says: /columns\.age\.role: must be one of "identifier"/ },
  'an unknown type': { roles: column('age', { role: 'quasi', type: 'text' }), says: /columns\.age\.type: must be one of "number"/ },
  'a column that the table lacks': { roles: column('name', { role: 'identifier' }), says: /columns\.name: the table has no such column/ },
  'a column without a role': {
    roles: roles({ columns: { zip: { role: 'quasi' }, age: { role: 'quasi' } } }),
    says: /column "disease" has no role here/,
  },
  'k of 0': { roles: claim({ k: 0 }), says: /claim\.k: must be at least 1/ },
  'k of a half': { roles: claim({ k: 2.5 }), says: /claim\.k: must be a whole number/ },
  'l without form': { roles: claim({ l: { l: 2 } }), says: /claim\.l\.form: must be one of/ },
  'recursive without c': { roles: claim({ l: { form: 'recursive', l: 2 } }), says: /claim\.l\.c: is missing/ },
  'half a distinct value': { roles: claim({ l: { form: 'distinct', l: 2.5 } }), says: /claim\.l\.l: .* whole/ },
  'an l for a column that is not sensitive': {
    roles: claim({ l: { form: 'distinct', l: 2, columns: ['age'] } }),
    says: /the claim names "age", which is no sensitive column/,
  },
  'an ordered distance of words': {
    roles: claim({ t: { distance: 'ordered', t: 0.2 } }),
    says: /column "disease" holds words: they have no order/,
  },
  'a hierarchical distance without hierarchy': {
    roles: claim({ t: { distance: 'hierarchical', t: 0.2 } }),
    says: /column "disease": hierarchical distance needs a hierarchy/,
  },
  'a delta upside down': { roles: claim({ delta: { min: 0.5, max: 0.1 } }), says: /claim\.delta: min is more than max/ },
  'a delta without public table': { roles: claim({ delta: { min: 0, max: 0.5 } }), says: /name the public table/ },
  'an order of words': { roles: column('disease', { role: 'sensitive', type: 'word', order: ['flu', 'cold'] }), says: /only an ordinal/ },
  'a value twice in an order': {
    roles: column('disease', { role: 'sensitive', type: 'ordinal', order: ['flu', 'flu'] }),
    says: /columns\.disease\.order: a value stands in it twice/,
  },
  'a value outside an order': {
    roles: roles({
      columns: { ...ROLES.columns, disease: { role: 'sensitive', type: 'ordinal', order: ['flu'] } },
      claim: { t: { distance: 'ordered', t: 0.2 } },
    }),
    says: /column "disease": a value is not in its order/,
  },
  'an empty hierarchy': { zip: '', says: /zip\.csv:1: the hierarchy is empty/ },
  'a hierarchy of unequal lines': { zip: '13053;1305*;*\n13068;*\n', says: /zip\.csv:2: 2 columns, but the first line has 3/ },
  'a value twice in a hierarchy': { zip: `${ZIP}13053;1305*;*\n`, says: /zip\.csv:3: this value stands on line 1 too/ },
  'labels that part again': { zip: '13053;1305*;a\n13054;1305*;b\n', says: /zip\.csv:2: its label on level 1 is that of line 1/ },
  'an empty label': { zip: '13053;;*\n13068;1306*;*\n', says: /zip\.csv:1: an empty label/ },
  'an empty line in a hierarchy': { zip: '13053;1305*;*\n\n13068;1306*;*\n', says: /zip\.csv:2: an empty line/ },
  'an open quote in a hierarchy': { zip: '"13053;1305*;*\n', says: /zip\.csv:1:1: this quote is never closed/ },
  'no such hierarchy': { roles: column('zip', { role: 'quasi', hierarchy: 'none.csv' }), says: /none\.csv: there is no such file/ },
  'a hierarchy of other values': { zip: '99;9*;*\n', says: /record 1: its "zip" covers no value of the column's hierarchy/ },
  'intervals that do not nest': {
    roles: column('age', { role: 'quasi', hierarchy: 'intervals:5,12' }),
    says: /a multiple of the one before/,
  },
  'intervals of no width': { roles: column('age', { role: 'quasi', hierarchy: 'intervals:0' }), says: /more than 0/ },
  'a value outside when anonymising': {
    zip: '13053;1305*;*\n',
    anonymise: ['--method', 'lattice'],
    says: /column "zip": the value of record 2 is not in its hierarchy/,
  },
  'a k above all records': { roles: claim({ k: 9 }), anonymise: ['--method', 'lattice'], says: /k = 9 is more than the 3 records/ },
  'nothing required': { roles: claim({}), anonymise: ['--method', 'lattice'], says: /nothing is required/ },
  'values that no generalisation makes diverse': {
    roles: claim({ l: { form: 'distinct', l: 3 } }),
    anonymise: ['--method', 'lattice'],
    says: /no generalisation satisfies .* 3 records are in classes that fail, and 0 may be suppressed/,
  },
  'buckets that are not eligible': {
    roles: claim({ l: { form: 'distinct', l: 2 } }),
    anonymise: ['--method', 'anatomy'],
    says: /not eligible for l = 2: one value of "disease" is held by 2 > 3\/2 records/,
  },
  'buckets for an entropy': {
    roles: claim({ l: { form: 'entropy', l: 2 } }),
    anonymise: ['--method', 'anatomy'],
    says: /claim a distinct l/,
  },
  'a heights search that would be wrong': {
    roles: claim({ l: { form: 'entropy', l: 2 } }),
    anonymise: ['--method', 'samarati', '--limit', '1'],
    says: /samarati searches heights by halves/,
  },
  'an unknown loss': { anonymise: ['--method', 'lattice', '--loss', 'entropy'], says: /--loss is one of: prec/ },
  'a limit that is none': { anonymise: ['--method', 'lattice', '--limit', 'some'], says: /--limit is a whole number/ },
  'roles twice': { words: ['check', 'table.csv', '--roles', 'roles.json', '--quasi', 'zip'], says: /not both/ },
  'a CSV without roles': { words: ['check', 'table.csv', '--k', '2'], says: /Question: Is this a table of people, a record a person/ },
  'an l that is none': { words: ['check', 'table.csv', '--roles', 'roles.json', '--l', 'recursive:2'], says: /--l is distinct:L/ },
  'a column with two roles': { words: ['check', 'table.csv', '--quasi', 'zip', '--sensitive', 'zip'], says: /given two roles/ },
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-tables-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content);
/** Runs with absolute paths: mutants run in threads, which cannot change directory. */
const tell = async (words: readonly string[]): Promise<{ readonly status: number; readonly out: string; readonly err: string }> => {
  let [out, err] = ['', ''];
  const argv = words.map((word) => (/^(\w+\.(csv|json)|out)$/.test(word) ? join(folder, word) : word));
  const status = await main(argv, { out: { write: (text) => (out += text) }, err: { write: (text) => (err += text) } });
  return { status, out, err };
};

test.each(Object.entries(CASES))(
  '%s',
  async (_, { table = TABLE, zip = ZIP, roles: rolesText = JSON.stringify(ROLES), says, anonymise, words }) => {
    put('table.csv', table);
    put('zip.csv', zip);
    put('roles.json', rolesText);
    const argv =
      words ??
      (anonymise === undefined
        ? ['check', 'table.csv', '--roles', 'roles.json']
        : ['anonymise', 'table.csv', '--roles', 'roles.json', '--out', 'out', ...anonymise]);
    const { status, out, err } = await tell(argv);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(says);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  },
);

test('a name that begins with a brace is written so that it is not read as JSON', () => {
  expect(['{zip', 'a{', 'a"b', 'plain'].map(csvField)).toEqual(['"{zip"', 'a{', '"a""b"', 'plain']);
});

test.each([',', ';', '\t', '|'])('names and fields in quotes, as R and Stata write them, between %j', async (separator) => {
  put('quoted.csv', ['"zip","age"', '"13053","28"', '"13053","28"', ''].join('\n').replaceAll('","', `"${separator}"`));
  const { status, out } = await tell(['check', 'quoted.csv', '--quasi', 'zip,age', '--k', '2']);
  expect(status).toBe(0);
  expect(out).toContain('claimed: 2-anonymity: holds');
});

test('the table that all of these spoil can be used', async () => {
  put('table.csv', TABLE);
  put('zip.csv', ZIP);
  put('roles.json', JSON.stringify(ROLES));
  const { status, out } = await tell(['check', 'table.csv', '--roles', 'roles.json']);
  expect(status).toBe(3);
  expect(out).toContain('claimed: 2-anonymity: FALSE in 3 classes with 3 records (100.0 %)');
  expect((await tell(['check', 'table.csv', '--roles', 'roles.json', '--k', '1'])).status).toBe(0);
});
