import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { said } from '../helpers/said.ts';

const RELEASE = 'knee, (arthritis, asthma)\nhand, (arthritis, asthma)\n';
const folder = mkdtempSync(join(tmpdir(), 'result-names-'));
const before = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const audited = async (path: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, RELEASE);
  const { out, err, status } = await said('audit', path, '--attack', 'gba');
  expect(status).toBe(0);
  return { results: /results: .*unveil-results\/(.*)/.exec(out)?.[1], err };
};

test('releases of one name in several folders each keep results of their own', async () => {
  const paths = ['A/release/release.txt', 'B/release/release.txt', 'C/A.txt', 'D/A.txt'];
  const names: (string | undefined)[] = [];
  for (const path of paths) names.push((await audited(path)).results);
  expect(names).toEqual(['A', 'B', 'A-2', 'A-3']);
  expect(readdirSync('unveil-results').toSorted()).toEqual(['.names', 'A', 'A-2', 'A-3', 'B']);
});

test('the same release again takes the same place, and a note says that results were replaced', async () => {
  const first = readFileSync('unveil-results/A-2/_SUCCESS.json', 'utf8');
  const { results, err } = await audited('C/A.txt');
  expect(results).toBe('A-2');
  expect(err).toMatch(/note: earlier results in .*unveil-results\/A-2 were replaced/);
  expect(first).toContain('report.html');
  expect((await said('audit', 'none/release.txt')).status).toBe(2);
  expect(readdirSync('unveil-results/.names').toSorted()).toEqual(['A', 'A-2', 'A-3', 'B']);
  expect((await audited('E/A.txt')).err).not.toContain('replaced');
});
