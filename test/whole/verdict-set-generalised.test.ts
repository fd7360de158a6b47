// Conclusions on generalised items: verdict, gate and exit code follow every finding.
import { readFileSync } from 'node:fs';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import type { Finding } from '../../shared/core/verdict/finding.ts';
import { ownFolder } from '../helpers/one-file-kind.ts';
import { said } from '../helpers/said.ts';
import { verdictOfFiles } from '../helpers/verdict-of.ts';

const at = ownFolder();
const GATE = 'learned=0.1@confidence=0.8';

const CLINIC = 'examples/clinic/original.txt';

test('a raw file with a false claim is a broken guarantee, counted as check counts it; who could be found in it stands beside', async () => {
  const raw = readFileSync(CLINIC, 'utf8');
  const { status, verdict, claims, headline, way, gate } = await verdictOfFiles(
    { 'raw.txt': raw },
    'raw.txt',
    ...['--k', '5', '--m', '2', '--fail-above', 'singled-out=1@knows=3'],
  );
  expect(status).toBe(3);
  expect(verdict.level).toBe('guarantee broken');
  expect(claims).toMatchObject([{ text: 'k = 5, m = 2', scope: 'of all published items', state: 'broken', violations: 3_767 }]);
  expect(headline).toContain('3,767 violations');
  expect(headline).toMatch(/transaction 1\b/);
  const checked = await said('check', CLINIC, '--k', '5', '--m', '2');
  expect(checked).toMatchObject({ status: 3, out: expect.stringContaining('3,767 violations') });
  expect(way('singled out').level).toBe('leaks');
  expect(gate).toMatchObject({ open: false, message: expect.stringContaining('breaks its guarantee') });
}, 60_000);

test('a raw file without a claim leaks: who is singled out by what is in the open leads, and the next step is to anonymise', async () => {
  const { status, verdict, way, of, next } = await verdictOfFiles({ 'raw.txt': readFileSync(CLINIC, 'utf8') }, 'raw.txt');
  expect({ status, level: verdict.level, way: verdict.way }).toEqual({ status: 0, level: 'leaks', way: 'singled out' });
  expect(way('learned').level).toBe('not tried');
  const [, , three] = of('known items');
  expect(three).toMatchObject({ facts: 3, state: 'measured', of: 480 });
  expect((three?.right ?? 0) / 480).toBeGreaterThan(0.8);
  expect(next).toContain('unveil anonymise');
}, 60_000);

test('the shipped example claims what holds; with m its claim is false in audit and check alike', async () => {
  const honest = await said('audit', 'examples/clinic/audit.json', '--json', '--out', at('honest'));
  expect(honest.status).toBe(0);
  const found = JSON.parse(honest.out);
  expect(found).toMatchObject({ claim_holds: true, verdict: { level: 'leaks', way: 'learned' } });
  expect(found.claims).toMatchObject([{ text: 'k = 10', scope: 'of the hidden items', state: 'held' }]);
  const claimed = await said('audit', 'examples/clinic/audit.json', '--m', '2', '--json', '--out', at('claimed'));
  expect(claimed.status).toBe(3);
  expect(JSON.parse(claimed.out).claims).toMatchObject([{ scope: 'of all published items', violations: 1_084 }]);
  const checked = await said('check', 'examples/clinic/release.txt', '--k', '10', '--m', '2');
  expect(checked).toMatchObject({ status: 3, out: expect.stringContaining('1,084 violations') });
}, 90_000);

/** 40 generalised items of three members, each in six transactions, which publish a word next to it. */
function madeRelease(seed: string, told: boolean) {
  const random = seeded('verdict of generalised items', seed);
  const rows = Array.from({ length: 240 }, (_, row) => {
    const unit = row % 40;
    const [truth, word] = [random.below(3), random.below(3)];
    return { word: `word${unit}x${told ? truth : word}`, unit, truth };
  });
  const release = rows.map(({ word, unit }) => `${word}, (${[0, 1, 2].map((member) => `sick${unit}x${member}`).join(', ')})`);
  const original = rows.map(({ word, unit, truth }) => `${word}, sick${unit}x${truth}`);
  const source = [...Array(40).keys()].flatMap((unit) =>
    [0, 1, 2].flatMap((member) => [
      ...Array.from({ length: 9 }, () => `sick${unit}x${member} word${unit}x${member}`),
      ...[0, 1, 2].map((other) => `sick${unit}x${member} word${unit}x${other}`),
    ]),
  );
  return {
    'release.txt': `${release.join('\n')}\n`,
    'original.txt': `${original.join('\n')}\n`,
    'source.txt': `${shuffle(source, random).join('\n')}\n`,
  };
}

test('the attack that is right leads, whichever it is: a first attack that stays silent is no safe release', async () => {
  const made = madeRelease('told', true);
  // mda removes one cell of each generalised item; rba all it can.
  const { verdict, way, gate, status } = await verdictOfFiles(
    made,
    ...['release.txt', '--original', 'original.txt', '--corpus', 'source.txt', '--attack', 'mda', '--attack', 'rba', '--fail-above', GATE],
  );
  expect(verdict).toMatchObject({ level: 'leaks', way: 'learned' });
  expect(way('learned').lead).toMatchObject({ attack: 'rba', baseline: { name: 'one of the options at random' } });
  const { right, baseline } = way('learned').lead as Finding;
  expect(right).toBeGreaterThan(1.5 * (baseline?.right ?? 0));
  expect(gate?.open).toBe(false);
  expect(status).toBe(4);
}, 60_000);

test('where nothing goes with anything, no leak is claimed', async () => {
  const { way, of } = await verdictOfFiles(
    madeRelease('nothing', false),
    ...['release.txt', '--original', 'original.txt', '--corpus', 'source.txt', '--attack', 'mda', '--attack', 'rba'],
  );
  expect(way('learned').level).not.toBe('leaks');
  // Left out by the request: said to be so.
  expect(of('tba')).toMatchObject([{ state: 'not tried', reason: 'the request leaves it out (attacks)' }]);
}, 60_000);

test('without the original nobody can say what the published attacks expose: cannot tell, and the gate is closed', async () => {
  const made = madeRelease('told', true);
  const { way, gate, of } = await verdictOfFiles(
    made,
    ...['release.txt', '--corpus', 'source.txt', '--attack', 'rba', '--fail-above', GATE],
  );
  expect(way('learned').level).toBe('cannot tell');
  expect(way('learned').obstacles[0]?.remedy).toContain('--original');
  expect(of('rba')[0]).toMatchObject({ state: 'not computable', right: null });
  expect(of('rba')[0]?.people).toBeGreaterThan(0);
  expect(gate).toMatchObject({ open: false });
}, 60_000);

test('sources that know few of the cells: cannot tell, and which source would help', async () => {
  const made = madeRelease('told', true);
  const { way } = await verdictOfFiles(
    { ...made, 'source.txt': 'sick0x0 word0x0\nnothing else\n' },
    ...['release.txt', '--original', 'original.txt', '--corpus', 'source.txt', '--attack', 'rba'],
  );
  expect(way('learned').level).toBe('cannot tell');
  expect(way('learned').obstacles[0]).toMatchObject({
    why: expect.stringContaining('the sources know'),
    remedy: expect.stringContaining('--corpus'),
  });
}, 60_000);
