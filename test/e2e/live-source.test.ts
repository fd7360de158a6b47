import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CountServer, countOf } from '../helpers/count-server.ts';

const RELEASE = [
  'heart disease, (blood pressure, icd, limbs), weakness',
  'anesthesia, (blood pressure, icd, limbs), pain',
  'gangrene, (blood pressure, icd, limbs)',
];
// 3 members and 5 context items: 8 terms; the nearest two of each row against 3 members: 15 pairs; and N.
const CALLS = 8 + 15 + 1;

const server = new CountServer();
let baseUrl: string;
let folder: string;
beforeAll(async () => {
  baseUrl = await server.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.calls.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'unveil-live-'));
  writeFileSync(join(folder, 'release.txt'), `${RELEASE.join('\n')}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function unveil(args: readonly string[], env: Record<string, string> = {}, interruptAfter?: () => boolean): Promise<Ended> {
  const child = spawn(process.execPath, [join(process.cwd(), 'bin/unveil.mjs'), ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      UNVEIL_HOME: join(folder, 'home'),
      UNVEIL_CONTACT: 'ops@example.org',
      UNVEIL_URL_WIKIPEDIA: baseUrl,
      ...env,
    },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const watch = setInterval(() => {
    if (interruptAfter?.() !== true) return;
    clearInterval(watch);
    child.kill('SIGINT');
  }, 5);
  return new Promise((resolve) =>
    child.on('close', (status) => {
      clearInterval(watch);
      resolve({ status, out, err });
    }),
  );
}

const audit = ['audit', 'release.txt', '--attack', 'mda', '--source', 'wikipedia'];

test('says what leaves and to whom, asks each question once, and a second run asks nothing', async () => {
  const first = await unveil(audit);
  expect(first).toMatchObject({ status: 0 });
  expect(first.err).toContain('8 terms and 15 pairs leave this machine, to Wikimedia Foundation (en.wikipedia.org)');
  expect(first.out).toContain('8 terms and 15 pairs were counted by Wikimedia Foundation (en.wikipedia.org), in 24 calls of this run');
  expect(server.calls).toHaveLength(CALLS);
  expect(new Set(server.calls.map(({ search }) => search)).size).toBe(CALLS);

  const second = await unveil(audit);
  expect(second).toMatchObject({ status: 0 });
  expect(second.out).toContain('in 0 calls of this run');
  expect(second.err).not.toContain('leave this machine');
  expect(server.calls).toHaveLength(CALLS);
});

test('--dry-run says the same, asks nobody and writes nothing', async () => {
  const { status, out } = await unveil([...audit, '--dry-run']);
  expect(status).toBe(0);
  expect(out).toContain('8 terms and 15 pairs leave this machine, to Wikimedia Foundation (en.wikipedia.org)');
  expect(server.calls).toHaveLength(0);
  expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /release\/|attacked|parquet/.test(name))).toEqual([]);
});

test('interrupted it says so, keeps what was answered, and goes on from there', async () => {
  const stopped = await unveil(audit, {}, () => server.calls.length >= 3);
  expect(stopped.status).toBe(1);
  expect(stopped.err).toMatch(/stopped: \d+ answers of wikipedia are missing.*goes on from there/s);
  const before = server.calls.length;
  expect(before).toBeLessThan(CALLS);
  expect(await unveil(audit)).toMatchObject({ status: 0 });
  expect(server.calls).toHaveLength(CALLS);
});

test('a request file must allow what leaves; without a contact nobody is asked', async () => {
  writeFileSync(join(folder, 'audit.json'), JSON.stringify({ release: 'release.txt', sources: ['wikipedia'], attacks: ['mda'] }));
  const refused = await unveil(['audit', 'audit.json']);
  expect(refused.status).toBe(2);
  expect(refused.err).toContain('"egress": {"allow": ["wikipedia"]}');
  const anonymous = await unveil(audit, { UNVEIL_CONTACT: '' });
  expect(anonymous.status).toBe(2);
  expect(anonymous.err).toContain('UNVEIL_CONTACT');
  const keyless = await unveil(['audit', 'release.txt', '--source', 'openalex']);
  expect(keyless.err).toContain('UNVEIL_KEY_OPENALEX');
  expect(server.calls).toHaveLength(0);
});

test('what a corpus of one’s own relates never leaves', async () => {
  writeFileSync(
    join(folder, 'corpus.txt'),
    `${[...RELEASE.map((line) => line.replaceAll(/[(),]/g, ' ')), 'pain and nothing else'].join('\n')}\n`,
  );
  const { status, err } = await unveil([
    'audit',
    'release.txt',
    '--attack',
    'mda',
    '--corpus',
    'corpus.txt',
    '--source',
    'corpus.txt,wikipedia',
  ]);
  expect(err).not.toContain('leave this machine');
  expect(status).toBe(0);
  expect(server.calls.filter(({ search }) => search !== null)).toHaveLength(0);
});

test('relate asks a live source too, once', async () => {
  const relate = ['relate', 'Knee', 'knee injury', '--source', 'wikipedia', '--json'];
  const first = await unveil(relate);
  expect(first).toMatchObject({ status: 0 });
  expect(JSON.parse(first.out)).toMatchObject({
    fx: countOf('"knee"'),
    fy: countOf('"knee injury"'),
    fxy: countOf('"knee" "knee injury"'),
    n: 7_000_000,
  });
  await unveil(relate);
  expect(server.calls).toHaveLength(4);
});

test('nothing of a term is in the stores of counts', async () => {
  await unveil(audit);
  const bytes = Buffer.concat(
    ['counts.db', 'counts.db-wal', 'pace.db', 'pace.db-wal'].map((name) => {
      const file = join(folder, 'home', 'cache', name);
      return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    }),
  );
  expect(bytes.length).toBeGreaterThan(1_000);
  for (const word of ['blood', 'pressure', 'gangrene', 'limbs', 'weakness']) expect(bytes.includes(word)).toBe(false);
});
