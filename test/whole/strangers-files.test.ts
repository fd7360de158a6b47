import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';
import { stemOf } from '../../shared/core/format/table/names.ts';
import { COMPANIONS, FILES } from '../fixtures/strangers/files.ts';
import { writeStrangers } from '../fixtures/strangers/write.ts';

const folder = mkdtempSync(join(tmpdir(), 'strangers-'));
beforeAll(() => writeStrangers(folder));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...argv: string[]) {
  let [out, err] = ['', ''];
  const terminal = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  return { code: await main(argv, terminal), out, err };
}

/** `1: flu | asthma`, sets as `(a + b)`. */
const shown = (line: string): string => {
  const { id, items } = JSON.parse(line) as { id?: string; items: (string | string[])[] };
  const text = items.map((item) => (typeof item === 'string' ? item : `(${item.join(' + ')})`)).join(' | ');
  return id === undefined ? text : `${id}: ${text}`;
};

test('at least forty files, read or refused', () => {
  expect(FILES.length).toBeGreaterThanOrEqual(40);
  expect(new Set(FILES.map(({ name }) => name)).size).toBe(FILES.length);
});

test.each([
  ['dx1', 'dx'],
  ['Diagnosis.12', 'diagnosis'],
  ['item_ -3', 'item'],
  ['icd10', 'icd'],
  ['a1b2', 'a1b'],
  ['12', null],
  ['_3', null],
  ['dx', null],
  ['', null],
])('the stem of the column %j is %j', (name, stem) => {
  expect(stemOf(name)).toBe(stem);
});

test('names of columns as long as a page take no longer than they are long', () => {
  const began = process.cpuUsage();
  for (const name of ['t'.repeat(200_000), `${'1'.repeat(200_000)}x`, `a${' '.repeat(200_000)}b`]) expect(stemOf(name)).toBeNull();
  expect(process.cpuUsage(began).user).toBeLessThan(1e6);
});

test.each(FILES.map((file) => [file.from, file] as const))('%s', async (_, { name, options = [], reads, refuses, notes }) => {
  const path = join(folder, name);
  const argv = options.map((option) => (Object.hasOwn(COMPANIONS, option) ? join(folder, option) : option));
  const made = join(folder, `${name}.made.jsonl`);
  const { code, out, err } = await run('import', path, '--out', made, ...argv);
  if (reads !== undefined) {
    expect(err.split('\n').filter((line) => line !== '' && !line.includes(': note: '))).toEqual([]);
    expect(readFileSync(made, 'utf8').trim().split('\n').map(shown)).toEqual(reads);
    expect(code).toBe(0);
  } else {
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(existsSync(made)).toBe(false);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err.startsWith(`unveil: ${path}`)).toBe(true);
    expect(err).toMatch(refuses as RegExp);
  }
  if (notes !== undefined) expect(err).toMatch(notes);
  if (options.includes('--hierarchy')) expect(err).not.toContain('label of another anonymiser');
});
