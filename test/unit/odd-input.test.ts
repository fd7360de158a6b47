import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-odd-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
writeFileSync(at('release.txt'), 'heart, (asthma, gout), lung\nknee, (asthma, gout)\n');
writeFileSync(at('empty.txt'), '');
const RELEASE = at('release.txt');

async function said(...argv: string[]): Promise<{ status: number; err: string }> {
  let err = '';
  const status = await main(argv, { out: { write: () => {} }, err: { write: (text) => (err += text) } });
  return { status, err };
}

test.each([
  [
    'an attack that does not exist is answered with those that do',
    ['audit', RELEASE, '--attack', 'foo'],
    /attacks\.0: must be one of .*"rba-normalised"/,
  ],
  ['a corpus without a word', ['audit', RELEASE, '--corpus', at('empty.txt')], /empty\.txt: there is no document with a word in it/],
  [
    'results below a file',
    ['audit', RELEASE, '--out', join(RELEASE, 'a', 'b')],
    /release\.txt.a: this folder cannot be made; name another with --out/,
  ],
  ['results where nobody makes folders', ['audit', RELEASE, '--out', '/proc/unveil/a'], /\/proc\/unveil: this folder cannot be made/],
  ['an empty term', ['relate', ' ', 'knee'], /a term is empty/],
])('%s: exit code 2, and nothing is left', async (_, argv, message) => {
  const { status, err } = await said(...argv, ...(argv[0] === 'audit' && !argv.includes('--out') ? ['--out', at('out')] : []));
  expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(message) });
  expect(readdirSync(folder).toSorted()).toEqual(['empty.txt', 'release.txt']);
});

test('folders that were made for results go again when there are none', async () => {
  expect(await said('audit', at('missing.txt'), '--out', at('a/b/c'))).toMatchObject({ status: 2 });
  expect(existsSync(at('a'))).toBe(false);
});
