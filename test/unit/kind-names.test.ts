import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkKindNames } from '../../scripts/kind-names.ts';

let root: string;
const planted = (text: string, file = 'shared/app/planted.ts'): readonly string[] => {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  writeFileSync(join(root, file), text);
  return checkKindNames(root);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unveil-kind-names-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each([
  "export const isOne = (audit) => audit.kind === 'disassociated';",
  "export const isOne = (kind) => kind === 'graph';",
  "export const isOne = (kind) => ['places', 'other'].includes(kind);",
  "export const one = { kind: z.literal('groups') };",
  "export const one = KIND_OF['local'];",
  'export const one = `relational`;',
  "export function one({ kind }) { switch (kind) { case 'places': return 1; } }",
  "export type One = { readonly kind: 'graph' };",
  "export const KINDS = ['groups'];",
  '/** As in shared/kinds/graph/kind.ts. */',
  '/** Of a Disassociated release. */',
  'export const queryLog = 1;',
  'export const LIST = { CAHD: 1 };',
  "export const help = 'made by cloak-strict';",
])('%s is seen, with its line', (text) => {
  expect(planted(`// ünveil\nconst first = 1;\n${text}\n`)).toContainEqual(expect.stringMatching(/^shared\/app\/planted\.ts:3: /));
});

test.each([
  "export const TABLE = defineTable('groups', 3, [['kind', 'string']]);",
  "export const random = seeded(seed, 'graph');",
  "export const read = (value) => listAt(value, ['groups'], 'the list of groups');",
  '/** Of a release in clusters. */',
  "export const made = { kind: 'transactions', name: 'places' };",
])('%s names no kind', (text) => {
  expect(planted(`${text}\n`)).toEqual([]);
});

test('a kind names itself in its own folder', () => {
  expect(planted("export const kind = { name: 'disassociated' };\n", 'shared/kinds/disassociated/kind.ts')).toEqual([]);
});

test.each([
  "if (kind === 'disassociated') placements();",
  "const ADVISED = ['set-generalised', 'relational'];",
  "export const isLog = (kind) => kind === 'places';",
])('a command that asks with %s whether a release is of one kind is seen', (text) => {
  expect(planted(`${text}\n`, 'cli/planted.ts')).toContainEqual(expect.stringMatching(/^cli\/planted\.ts:1: /));
});

test.each([
  "const request = { release: 'release.json', kind: 'relational' };",
  "import { made } from '../shared/kinds/relational/read/open.ts';",
])('a command may say with %s what it makes', (text) => {
  expect(planted(`${text}\n`, 'cli/planted.ts')).toEqual([]);
});

test('no file names a kind but in its folder and the registry', () => {
  expect(checkKindNames(process.cwd())).toEqual([]);
});
