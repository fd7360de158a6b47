import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { said } from '../helpers/said.ts';

const folder = mkdtempSync(join(tmpdir(), 'ci-files-'));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const files = () => [
  '--sarif',
  at('out.sarif'),
  '--junit',
  at('junit.xml'),
  '--markdown',
  at('summary.md'),
  '--out',
  at('results'),
  '--yes',
];
const failed = () =>
  (JSON.parse(readFileSync(at('out.sarif'), 'utf8')).runs[0].results as { ruleId: string; level: string }[]).map(({ ruleId }) => ruleId);

test('a broken guarantee and a limit that cannot be judged are failures, in all three files', async () => {
  writeFileSync(at('a & b.txt'), 'knee, (arthritis, asthma)\nhand, (arthritis, asthma)\n');
  const { status } = await said(
    'audit',
    at('a & b.txt'),
    '--attack',
    'gba',
    '--k',
    '9',
    '--fail-above',
    'people=0.05@certainty=0.8',
    ...files(),
  );
  expect([3, 4]).toContain(status);
  expect(failed()).toContain('limit');
  const sarif = JSON.parse(readFileSync(at('out.sarif'), 'utf8'));
  expect(sarif.version).toBe('2.1.0');
  expect(sarif.runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['guarantee', 'limit', 'attacks']);
  expect(sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toContain('a%20%26%20b.txt');
  const junit = readFileSync(at('junit.xml'), 'utf8');
  expect(junit).toMatch(/<testsuites tests="3" failures="\d" skipped="\d">/);
  expect(junit).toContain('a &amp; b.txt');
  expect(junit.match(/<failure /g)?.length).toBe(failed().length);
  expect(readFileSync(at('summary.md'), 'utf8')).toContain('| ❌ | The risk is below the limit |');
  for (const name of ['out.sarif', 'junit.xml', 'summary.md']) expect(readFileSync(at(name), 'utf8')).not.toContain('arthritis');
});

test('without a limit and a claim they are not asked, which is no pass', async () => {
  writeFileSync(at('plain.txt'), 'knee, (arthritis, asthma)\nhand, (arthritis, asthma)\n');
  expect((await said('audit', at('plain.txt'), '--attack', 'gba', ...files())).status).toBe(0);
  expect(failed()).toEqual([]);
  const junit = readFileSync(at('junit.xml'), 'utf8');
  expect(junit).toContain('skipped="2"');
  expect(junit).toContain('<skipped message="No limit was set (--fail-above)."/>');
  expect(readFileSync(at('summary.md'), 'utf8').match(/➖/g)).toHaveLength(2);
});
