// A gate never reads as open for a release that was not judged: a rerun that fails closes the one of the run before.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConclusion } from '../../cli/results/read-conclusion.ts';
import { said } from '../helpers/said.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-reruns-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (...path: readonly string[]): string => join(folder, ...path);
const gate = () => JSON.parse(readFileSync(at('out', 'gate.json'), 'utf8'));
const table = (rows: readonly string[]): void => writeFileSync(at('people.csv'), `zip,disease\n${rows.join('\n')}\n`);
const audit = () =>
  said('audit', at('people.csv'), '--quasi', 'zip', '--sensitive', 'disease', '--fail-above', 'singled-out=1', '--out', at('out'));

test('a run that fails after one whose gate was open leaves it closed, in gate.json and for who certifies; the next run judges anew', async () => {
  table(Array.from({ length: 200 }, (_, row) => `z,v${row % 4}`));
  expect(await audit()).toMatchObject({ status: 0, err: expect.stringContaining('gate open') });
  expect(gate()).toMatchObject({ open: true });
  writeFileSync(at('people.csv'), 'zip,disease\n"z,v1\n');
  expect(await audit()).toMatchObject({ status: 2 });
  expect(gate()).toEqual({ open: false, message: 'gate closed: a later run of this audit failed', by: null });
  const note = await said('query', 'select name from audits', '--results', at('out'));
  expect(note.err).toContain('a later run of this audit failed');
  table(Array.from({ length: 200 }, (_, row) => `z,v${row % 4}`));
  expect(await audit()).toMatchObject({ status: 0 });
  expect(gate()).toMatchObject({ open: true });
});

test('a run without a limit leaves no gate of the run before', async () => {
  table(Array.from({ length: 200 }, (_, row) => `z,v${row % 4}`));
  await said('audit', at('people.csv'), '--quasi', 'zip', '--sensitive', 'disease', '--out', at('out'));
  expect(gate).toThrow('ENOENT');
  expect(readConclusion(at('out')).gate).toBeNull();
});

test.each([
  ['--gate', 'lenient', 'set the limit that you accept with --fail-above'],
  ['--gate-undecided', 'open', 'give what the gate says is missing'],
])('%s %s is refused, with what to write in its place', async (option, value, remedy) => {
  const { status, err } = await said('audit', at('people.csv'), option, value, '--out', at('refused'));
  expect([status, err]).toEqual([2, expect.stringContaining(remedy)]);
});

test('the worst of several limits answers, and the exit code is 4', async () => {
  table(Array.from({ length: 200 }, (_, row) => `z${row % 40},v${row % 5}`));
  const limits = ['--fail-above', 'singled-out=1', '--fail-above', 'learned=0.05@confidence=0.8'];
  const { status, err } = await said('audit', at('people.csv'), '--quasi', 'zip', '--sensitive', 'disease', ...limits, '--out', at('both'));
  expect([status, err]).toEqual([4, expect.stringMatching(/gate closed: .*learned/)]);
});
