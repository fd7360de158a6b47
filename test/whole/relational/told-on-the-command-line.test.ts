// An audit of a table without a roles file: columns, claim and attacker's knowledge as options.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CellReader, cellWithin } from '../../../shared/kinds/relational/core/model/cell.ts';
import { hierarchyFrom } from '../../helpers/relational.ts';
import { said } from '../../helpers/said.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-told-'));
  const rows = ['M,30-39,flu', 'M,30-39,flu', 'M,30-39,flu', 'M,30-39,gout', 'F,*,flu', 'F,*,gout', 'F,*,asthma', 'F,*,asthma'];
  writeFileSync(join(folder, 'people.csv'), `sex,age,disease\n${rows.join('\n')}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const audit = (...argv: readonly string[]) =>
  said('audit', join(folder, 'people.csv'), '--quasi', 'sex,age', '--sensitive', 'disease', ...argv, '--out', join(folder, 'out'));

test('columns by role are enough; a k that is claimed is checked', async () => {
  const held = await audit('--k', '4');
  expect({ ...held, out: held.out.split('\n')[0] }).toEqual({ status: 0, out: '8 records, classes: 2', err: '' });
  const broken = await audit('--k', '5', '--json');
  expect(broken.status).toBe(3);
});

test('what an attacker knows is a statement, of all or of those whose class lies within what is said', async () => {
  const shareOf = async (...argv: readonly string[]): Promise<string> => {
    const { out } = await audit(...argv);
    return /^background .*guessed right +(\S+) %/m.exec(out)?.[1] ?? out;
  };
  // The statement on gout is right for one of four men and one of four women; on men only, for two of four women.
  expect(await shareOf('--knows', 'disease=gout x9')).toBe('25.0');
  expect(await shareOf('--knows', 'disease=gout x9 if sex=M, age=20-50')).toBe('37.5');
  // Not used here: the most frequent value of each class, for three men and two women.
  expect(await shareOf('--knows', 'disease=gout x9 if age=40-50')).toBe('62.5');
  expect(await shareOf('--knows', 'disease=gout x9 if sex=M', '--knows', 'disease=flu x9')).toBe('50.0');
});

test.each([
  ['--knows', 'gout', '--knows is "COLUMN=VALUE xWEIGHT"'],
  ['--knows', 'sex=M x0', '"sex" is no sensitive column of this table'],
  ['--knows', 'disease=plague x0', 'no record has this value of "disease"'],
  ['--knows', 'disease=flu x0 if zip=1', '"zip" is no quasi-identifier of this table'],
  ['--knows', 'joined if name=Umeko', 'who joined, left or stayed needs an earlier or later release'],
  ['--knows', 'joined if Umeko', '--knows is "COLUMN=VALUE xWEIGHT"'],
  ['--roles', 'roles.json', 'either --roles, or --id, --quasi and --sensitive: not both'],
  ['--id', 'name', 'there is no column "name"'],
])('%s %s is refused', async (option, value, message) => {
  const { status, err } = await audit(option, value);
  expect(status).toBe(2);
  expect(err).toContain(message);
});

test.each([
  ['2', '1-3', true],
  ['1-3', '2', false],
  ['[1-3]', '[1, 4[', true],
  ['[1, 4[', '1-3', false],
  ['young', '1-3', true],
  ['all', '1-3', false],
  ['young', 'all', true],
  ['{1, 2}', 'young', true],
  ['*', 'all', false],
  ['all', '*', true],
])('%s is within %s: %s', (inner, outer, expected) => {
  const hierarchy = hierarchyFrom(['1;young;all', '2;young;all', '3;old;all', '4;old;all']);
  const reader = new CellReader({ type: 'number', hierarchy, missing: [] });
  expect(cellWithin(reader.read(inner), reader.read(outer), inner)).toBe(expected);
});
