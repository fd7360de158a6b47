import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkExportedNames } from '../../scripts/exported-names.ts';

let root: string;
const plant = (file: string, ...lines: readonly string[]): void => {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  writeFileSync(join(root, file), `${lines.join('\n')}\n`);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unveil-exported-names-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each([
  'export const found = 1;',
  'export async function found() {}',
  'export function* found() {}',
  'export interface found {}',
  'export type found = 1;',
  'export abstract class found {}',
])('%s: nobody imports it, then another file does', (line) => {
  plant('shared/core/one.ts', line);
  expect(checkExportedNames(root)).toEqual(['shared/core/one.ts: exports found, which no other file imports']);
  plant('cli/other.ts', "import { more, type found } from '../shared/core/one.ts';", 'found();');
  expect(checkExportedNames(root)).toEqual([]);
});

test.each([
  "import * as one from '../shared/core/one.ts';",
  "export { found } from '../shared/core/one.ts';",
  "await import('../shared/core/one.ts');",
])('%s asks for it', (line) => {
  plant('shared/core/one.ts', 'export const found = 1;');
  plant('cli/other.ts', line);
  expect(checkExportedNames(root)).toEqual([]);
});

test('what tests alone use is no part of the product, unless the product uses it where it stands', () => {
  plant('shared/core/one.ts', 'export const found = 1;');
  plant('test/one.test.ts', "import { found } from '../shared/core/one.ts';");
  expect(checkExportedNames(root)).toEqual(['shared/core/one.ts: found is used by tests alone']);
  plant('shared/core/one.ts', 'export const found = 1;', 'use(found);');
  expect(checkExportedNames(root)).toEqual([]);
});

test('a word with two meanings is named with its files; kinds and commands, which fill in one interface, may share theirs', () => {
  const files = [
    'shared/core/one.ts',
    'cli/two.ts',
    'shared/kinds/graph/words.ts',
    'shared/kinds/places/words.ts',
    'cli/commands/a.ts',
    'cli/commands/b.ts',
  ];
  for (const [at, file] of files.entries()) plant(file, `export const ${at < 2 ? 'found' : at < 4 ? 'WORDS' : 'command'} = 1;`);
  plant('test/all.test.ts', ...files.map((file, at) => `import { ${at < 2 ? 'found' : at < 4 ? 'WORDS' : 'command'} } from '../${file}';`));
  expect(checkExportedNames(root).filter((said) => said.includes('exported by'))).toEqual([
    'found is exported by cli/two.ts and shared/core/one.ts: give each meaning a word of its own, or write it once',
  ]);
});

test('every export of this project has a user, and every word one meaning', () => {
  expect(checkExportedNames(process.cwd())).toEqual([]);
});
