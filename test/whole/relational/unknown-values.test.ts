// Records with a missing sensitive value: nothing is hidden, so no guess is wrong.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { said } from '../../helpers/said.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-unknown-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a third of the values unknown, every class otherwise of one: each known value is named and right, and no certainty is talked down', async () => {
  const rows = Array.from({ length: 120 }, (_, row) => {
    const group = Math.floor(row / 6);
    return `${10 + group}***,${row % 3 === 0 ? 'NA' : ['flu', 'gout', 'asthma'][group % 3]}`;
  });
  writeFileSync(join(folder, 'people.csv'), `zip,disease\n${rows.join('\n')}\n`);
  const argv = ['audit', join(folder, 'people.csv'), '--quasi', 'zip', '--sensitive', 'disease', '--out', join(folder, 'out')];
  const out = (await said(...argv)).out.replace(/\s+/g, ' ');
  expect(out).toContain('learns a hidden value of 80 of 80 records. It is right in 100.0 %');
});
