import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownHome } from '../helpers/own-home.ts';
import { said } from '../helpers/said.ts';

ownHome();
const folder = mkdtempSync(join(tmpdir(), 'codes-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const fixture = (name: string): string => `test/fixtures/codes/${name}`;
const CM = fixture('icd10cm-order-2025.txt');
const GM = ['kodes.txt', 'gruppen.txt', 'kapitel.txt'].map((part) => fixture(`icd10gm2024syst_${part}`));

const kept = (name: string) =>
  JSON.parse(readFileSync(join(process.env['UNVEIL_HOME'] as string, `data/codes/${name}.codes.json`), 'utf8')).classes as {
    code: string;
    label: string;
    parent: string | null;
  }[];
const parentsOf = (name: string) => Object.fromEntries(kept(name).map(({ code, parent }) => [code, parent]));

test('the order file of the CDC: titles, categories and chapters', async () => {
  expect(await said('codes', 'add', CM)).toMatchObject({
    status: 0,
    out: expect.stringContaining('icd10cm-order-2025: 10 codes in 4 chapters'),
  });
  expect(parentsOf('icd10cm-order-2025')).toMatchObject({ A0100: 'A010', A010: 'A01', A01: 'I', I10: 'IX', J4520: 'J45', J45: 'X' });
  expect(kept('icd10cm-order-2025').find(({ code }) => code === 'I10')?.label).toBe('Essential (primary) hypertension');
});

test('metadata of the BfArM: chapters, blocks, categories, in any order of the files', async () => {
  const wanted = { E100: 'E10', E10: 'E10-E14', 'E10-E14': 'chapter 4', I10: 'I10-I15', 'chapter 4': null };
  expect((await said('codes', 'add', ...GM)).out).toContain('icd10gm2024: 3 codes in 2 chapters');
  expect(parentsOf('icd10gm2024')).toMatchObject(wanted);
  await said('codes', 'add', ...GM.toReversed(), '--name', 'turned');
  expect(parentsOf('turned')).toMatchObject(wanted);
});

test('ClaML: the preferred titles, their marks unescaped', async () => {
  expect((await said('codes', 'add', fixture('icd10gm2024syst_claml.xml'), '--name', 'claml')).out).toContain(
    'claml: 2 codes in 1 chapters',
  );
  expect(kept('claml').at(-1)).toEqual({ code: 'E100', label: 'Mit Koma & Ketose', parent: 'E10' });
});

test('what is no distribution is refused, and so are chapters alone', async () => {
  writeFileSync(at('visits.csv'), 'id,dx\n1,I10\n2,I10\n');
  expect((await said('codes', 'add', at('visits.csv'))).err).toContain('no distribution of codes that is known');
  expect((await said('codes', 'add', GM[2])).err).toContain('chapters or blocks alone');
  expect((await said('codes', 'remove', 'nothing')).err).toContain('there are: claml, icd10cm-order-2025, icd10gm2024, turned');
});

test('codes in a file are recognised without an option, with or without the dot, and their share known to a source is said before', async () => {
  writeFileSync(
    at('visits.jsonl'),
    '{"items":["I10",["E11.9","J4520"]]}\n{"items":["I10",["E11.9","J4520"]]}\n{"items":["A01.00","I10"]}\n',
  );
  const { out } = await said('look', at('visits.jsonl'));
  expect(out).toMatch(/codes +of icd10cm-order-2025: 4 of 4 items/);
  expect(out).toMatch(/known to wordnet +\d+\.\d % of the items/);
  const audited = await said('audit', at('visits.jsonl'), '--attack', 'gba', '--out', at('results'));
  expect(audited.err).toContain('4 of 4 items are codes of icd10cm-order-2025');
  const named = await said('audit', at('visits.jsonl'), '--attack', 'gba', '--labels', 'codes:icd10cm-order-2025', '--out', at('named'));
  expect(named.out.split('\n').slice(0, 6)).toEqual(audited.out.split('\n').slice(0, 6));
});

test('numbers that are no codes of a system are not labelled, and the remark says how they could be', async () => {
  writeFileSync(at('numbers.jsonl'), '{"items":["4711",["4712","4713"]]}\n{"items":["4714",["4712","4713"]]}\n');
  const { out } = await said('look', at('numbers.jsonl'));
  expect(out).not.toMatch(/^codes /m);
  expect(out).toContain('They look like codes: "unveil codes add FILE"');
});

test('chapters and blocks are a hierarchy for anonymising', async () => {
  const lines = Array.from({ length: 12 }, (_, row) => JSON.stringify({ items: ['I10', ['A00.0', 'A01.00', 'A01.01'][row % 3]] }));
  writeFileSync(at('many.jsonl'), `${lines.join('\n')}\n`);
  const made = await said(
    'anonymise',
    at('many.jsonl'),
    '--method',
    'km',
    '--k',
    '5',
    '--hierarchy',
    'codes:icd10cm-order-2025',
    '--out',
    at('made'),
  );
  expect(made.status).toBe(0);
  expect(readFileSync(at('made/release-names.jsonl'), 'utf8')).toContain('I Infectious and parasitic diseases');
});
