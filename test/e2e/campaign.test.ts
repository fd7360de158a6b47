// "unveil campaign" as a user runs it, killed and started again: what succeeded is not done twice, and the end is as if nothing had happened.
import { type ChildProcess, spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runTasks, type TaskEnd } from '../../cli/pool/pool.ts';
import { seeded } from '../../shared/core/random/random.ts';

const BIN = resolve('bin/unveil.mjs');
const AUDITS = 16;
let folder: string;
const at = (...path: readonly string[]): string => join(folder, ...path);

interface Run {
  readonly child: ChildProcess;
  readonly said: { out: string; err: string };
  readonly ended: Promise<number | null>;
}

/** In a process group of its own, so that all of it can be killed at once. */
function start(...argv: readonly string[]): Run {
  const child = spawn(process.execPath, [BIN, ...argv], { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout?.on('data', (text) => (said.out += text));
  child.stderr?.on('data', (text) => (said.err += text));
  return { child, said, ended: new Promise((ended) => child.on('close', (status) => ended(status))) };
}

async function run(...argv: readonly string[]): Promise<{ readonly status: number | null; readonly out: string; readonly err: string }> {
  const { said, ended } = start(...argv);
  return { status: await ended, ...said };
}

const result = (out: string): unknown => JSON.parse(readFileSync(at(out, 'campaign-result.json'), 'utf8'));
/** When each audit's results came to be: one that is done again has another time. */
const made = (out: string): ReadonlyMap<string, number> =>
  new Map(globSync('*/_SUCCESS.json', { cwd: at(out) }).map((file) => [file, statSync(at(out, file)).mtimeMs]));

function putData(): void {
  const lines = Array.from({ length: 40 }, (_, row) => `fever, (cough, asthma), ${row % 2 === 0 ? 'pain' : 'rash'}`);
  writeFileSync(at('data', 'release.txt'), `${lines.join('\n')}\n`);
  writeFileSync(at('data', 'original.txt'), `${lines.map((line) => line.replace(/\((\w+), \w+\)/, '$1')).join('\n')}\n`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-campaign-'));
  mkdirSync(at('data'));
  putData();
  const grid = { seed: Array.from({ length: AUDITS }, (_, seed) => `s${seed}`) };
  const audit = { name: 'fever', release: 'data/release.txt', original: 'data/original.txt' };
  writeFileSync(at('many.json'), JSON.stringify({ defaults: { attacks: ['gba'] }, grid, audits: [audit] }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// More kills: npm run bench -- faults.
test('killed four times at random moments, it ends as an undisturbed one does, and repeats nothing that was done', async () => {
  const random = seeded('campaign', 'kill');
  const whole = await run('campaign', 'many.json', '--out', 'whole', '--jobs', '2');
  expect([whole.err, whole.status]).toEqual(['', 0]);
  let done = new Map<string, number>();
  for (let kill = 0; kill < 4; kill += 1) {
    const { child, said, ended } = start('campaign', 'many.json', '--out', 'killed', '--jobs', '2');
    const lines = 1 + random.below(4);
    while (said.out.split('\n').length <= lines + 1 && child.exitCode === null) await pause(5);
    await pause(random.below(40));
    expect(child.exitCode).toBe(null);
    // Every third time as a user would, else the whole process group, so that nothing can clean up.
    if (kill % 3 === 0) child.kill('SIGINT');
    else process.kill(-(child.pid as number), 'SIGKILL');
    await ended;
    const now = new Map(made('killed'));
    for (const [file, time] of done) expect([kill, file, now.get(file)]).toEqual([kill, file, time]);
    // A file made at the moment of the kill may not be registered yet.
    done = new Map([...now].filter(([file]) => readdirSync(at('killed', '.campaign')).includes(`${file.split(/[\\/]/)[0]}.done.json`)));
  }
  expect(done.size).toBeGreaterThanOrEqual(4);
  const last = await run('campaign', 'many.json', '--out', 'killed', '--jobs', '2');
  expect([last.err, last.status, last.out]).toEqual(['', 0, expect.stringContaining(`${AUDITS} audits, ${done.size} of them done before`)]);
  for (const [file, time] of done) expect(made('killed').get(file)).toBe(time);
  expect(result('killed')).toEqual(result('whole'));
  expect(readdirSync(at('killed')).toSorted()).toEqual(readdirSync(at('whole')).toSorted());
}, 240_000);

test('a changed file or request is a new audit; nothing else is done again', async () => {
  const before = made('whole');
  writeFileSync(at('many.json'), readFileSync(at('many.json'), 'utf8').replace('"s7"', '"other"'));
  const changed = await run('campaign', 'many.json', '--out', 'whole', '--jobs', '2');
  expect(changed.out).toContain(`${AUDITS} audits, ${AUDITS - 1} of them done before`);
  for (const [file, time] of made('whole')) if (before.has(file)) expect(before.get(file)).toBe(time);
  writeFileSync(at('data', 'original.txt'), readFileSync(at('data', 'original.txt'), 'utf8').replaceAll('rash', 'pain, rash'));
  const all = await run('campaign', 'many.json', '--out', 'whole', '--jobs', '2');
  expect(all.out).toMatch(new RegExp(`^${AUDITS} audits; 2 at once\n`));
});

test('what is rejected or fails is said and leaves the others alone; its exit code is that of the worst', async () => {
  const audits = [
    { name: 'good', release: 'data/release.txt', attacks: ['mda'] },
    { name: 'none', release: 'data/nowhere.txt' },
    { name: 'closed', release: 'data/release.txt', gate: { recall: 0.1, precision: 0.1 }, attacks: ['calibrated'] },
  ];
  writeFileSync(at('some.json'), JSON.stringify({ audits }));
  const { status, out } = await run('campaign', 'some.json', '--jobs', '2');
  expect([status, out]).toEqual([2, expect.stringContaining('3 audits: 2 succeeded, 1 rejected, 0 failed')]);
  expect(result('unveil-results/some')).toMatchObject({
    totals: { succeeded: 2, rejected: 1, failed: 0 },
    audits: [
      { name: 'good', status: 'succeeded', word: null, auditId: expect.stringMatching(/^[0-9a-f]{32}$/) },
      { name: 'none', status: 'rejected', reason: expect.stringContaining('there is no such file'), figures: null },
      { name: 'closed', status: 'succeeded', word: 'above the limit' },
    ],
  });
  const page = readFileSync(at('unveil-results/some/campaign.html'), 'utf8');
  expect(page).toContain("default-src 'none'");
  expect(page).toContain('href="good/report.html"');
});

test('an audit that its part of the memory is too small for is done again alone, and fails by itself if all of it is too small as well', async () => {
  writeFileSync(at('clinic.json'), JSON.stringify({ release: resolve('examples/clinic/release.txt'), attacks: ['mda'] }));
  const ends: TaskEnd[] = [];
  const task = { request: at('clinic.json'), out: at('memory') };
  // No process starts in 8 MB of heap.
  await runTasks([task], { jobs: 40, memoryMb: 320 }, (_, end) => ends.push(end));
  await runTasks([task], { jobs: 1, memoryMb: 8 }, (_, end) => ends.push(end));
  expect(ends).toEqual([{ exit: 0, message: '' }, { lost: expect.stringContaining('it needs more memory than it may have') }]);
});

test.each([
  [{ audits: [] }, 'audits'],
  [{ audits: [{ name: 'a', release: 'data/release.txt', ratio: 'x' }] }, 'audits.0.ratio'],
  [{ audits: [{ name: 'campaign.html', release: 'data/release.txt' }] }, 'a file of the campaign itself'],
])('a mistake anywhere and nothing starts: %j', async (campaign, words) => {
  writeFileSync(at('wrong.json'), JSON.stringify(campaign));
  const { status, err } = await run('campaign', 'wrong.json');
  expect([status, err]).toEqual([2, expect.stringContaining(words)]);
  expect(readdirSync(at('unveil-results'))).not.toContain('wrong');
});

test('two campaigns in one folder: the second is refused', async () => {
  // Audits that are refused at once would be over before the second begins.
  putData();
  const { child, said, ended } = start('campaign', 'many.json', '--out', 'busy', '--jobs', '1');
  while (!said.out.includes('1 of') && child.exitCode === null) await pause(5);
  const { status, err } = await run('campaign', 'many.json', '--out', 'busy');
  expect([status, err]).toEqual([2, expect.stringContaining('a campaign runs here already')]);
  child.kill('SIGINT');
  await ended;
  expect(readdirSync(at('busy')).filter((name) => name.includes('draft'))).toEqual([]);
});

test('a folder of something else is left alone', async () => {
  const { status, err } = await run('campaign', 'some.json', '--out', 'data');
  expect([status, err]).toEqual([2, expect.stringContaining('something else than results of a campaign')]);
});
