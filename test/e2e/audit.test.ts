import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { run, UNVEIL } from '../helpers/run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-audit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const audit = (...args: string[]) => run(process.execPath, [UNVEIL, 'audit', ...args], { cwd: folder });
const HOSPITAL = [resolve('examples/hospital/release.txt'), '--original', resolve('examples/hospital/original.txt')];
const left = (): string[] => globSync('**/*', { cwd: folder }).toSorted();
const write = (name: string, text: string | Uint8Array): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test('results are complete, the owner’s alone, and replaced by a second run', () => {
  const first = audit(...HOSPITAL, '--format', 'json');
  expect(first.status).toBe(0);
  expect(first.err).toBe('');
  expect(first.out).toMatch(/rba-normalised +[\d.]+ % +62\.5 %/);
  const results = join(folder, 'unveil-results/hospital');
  const success = JSON.parse(readFileSync(join(results, '_SUCCESS.json'), 'utf8'));
  const files = globSync('**/*', { cwd: results }).filter((file) => statSync(join(results, file)).isFile());
  expect(success.files.map(({ key }: { key: string }) => key)).toEqual(files.filter((file) => file !== '_SUCCESS.json').toSorted());
  for (const { key, bytes, sha256 } of success.files) {
    const content = readFileSync(join(results, key));
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    expect(statSync(join(results, key)).mode & 0o777).toBe(0o600);
  }
  expect(statSync(results).mode & 0o777).toBe(0o700);
  expect(globSync('unveil-results/.*', { cwd: folder })).toEqual(['unveil-results/.names']);

  writeFileSync(join(results, 'stale.txt'), 'of an earlier run');
  // Foreign files stay: nothing is replaced until it is moved.
  expect(audit(...HOSPITAL, '--no-attacked', '--attack', 'mda').status).toBe(2);
  expect(existsSync(join(results, 'stale.txt'))).toBe(true);
  rmSync(join(results, 'stale.txt'));
  expect(audit(...HOSPITAL, '--no-attacked', '--attack', 'mda').status).toBe(0);
  expect(existsSync(join(results, 'attacked.jsonl'))).toBe(false);
  expect(existsSync(join(results, 'attacks.jsonl'))).toBe(false);
});

test('the bytes of a golden audit are the recorded ones; with m its claim is false', () => {
  const attacks = 'mda,tba,wba,gba,gba-normalised,rba,rba-normalised';
  expect(audit(...HOSPITAL, '--attack', attacks, '--format', 'json', '--k', '2', '--m', '2', '--out', 'out').status).toBe(3);
  const hash = createHash('sha256');
  for (const file of ['attacked.jsonl', 'attacks.jsonl', 'groups.jsonl', 'decisions.jsonl', 'scores.jsonl']) {
    hash.update(readFileSync(join(folder, 'out', file)));
  }
  const recorded = JSON.parse(readFileSync('test/golden/audit-hash.json', 'utf8'));
  expect({ sha256: hash.digest('hex') }).toEqual({ sha256: recorded.sha256 });
});

test('audit.json: paths are relative to the file, and options win over it', () => {
  mkdirSync(join(folder, 'data'));
  write('data/r.jsonl.gz', gzipSync('{"id":"1","items":["heart",["pain","knee"]]}\n{"id":"2","items":["bone",["pain","knee"]]}\n'));
  write('data/o.jsonl', '{"id":"2","items":["bone","knee"]}\n{"id":"1","items":["heart","pain"]}\n');
  write(
    'data/audit.json',
    JSON.stringify({ name: 'named', release: 'r.jsonl.gz', original: 'o.jsonl', attacks: ['rba'], claim: { k: 2 } }),
  );
  const { status, out, err } = audit('data/audit.json', '--json', '--m', '1');
  // Most published items are in one transaction, so k = 2 does not hold for all of them.
  expect([status, err]).toEqual([3, '']);
  const summary = JSON.parse(out);
  expect(summary.folder).toBe(join(folder, 'unveil-results/named'));
  expect(summary.attacks.map(({ attack }: { attack: string }) => attack)).toEqual(['rba', 'random', 'blind']);
  expect(summary.density).toBe(0.5);
  // k is of the file, m of the command line.
  expect(summary.attacks[0].uniqueness).not.toBeNull();
});

test.each([
  ['no such file', () => 'absent.txt', /absent\.txt: there is no such file/],
  ['an empty file', () => write('r.txt', ''), /r\.txt:1:1: the file is empty/],
  ['a folder', () => folder, /this is a directory/],
  ['an unbalanced bracket', () => write('r.txt', 'a, (b, c), d\na, (b, c\n'), /r\.txt:2:\d+: /],
  ['an item in two generalised items', () => write('r.txt', 'a, (b, c)\na, (b, d)\n'), /r\.txt:2:\d+: .*two different generalised items/],
  ['a NUL byte', () => write('r.txt', 'a, b\na\0b\n'), /r\.txt:2:2: a NUL byte/],
  ['a truncated gzip', () => write('r.txt.gz', gzipSync('a, (b, c)\n'.repeat(500)).subarray(0, 40)), /cut off/],
  ['an unknown key of a request', () => write('audit.json', '{"release": "r.txt", "k": 4}'), /audit\.json: k: there is no such key/],
  [
    'a request that is not JSON',
    () => write('audit.json', '{"release": "r.txt",\n "k" 4}'),
    /audit\.json:2:6: not JSON: ":" is missing here/,
  ],
])('%s: one message, exit code 2, nothing left behind', (_, make, message) => {
  const file = make();
  const before = left();
  const { status, out, err } = audit(file);
  expect(err).toMatch(message);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect([status, out]).toEqual([2, '']);
  expect(left()).toEqual(before);
});

test('an original that the release cannot stand for names its line; suppression is accepted when asked for', () => {
  const release = write('r.txt', 'a, (b, c)\nd, (b, c)\n');
  const original = write('o.txt', 'a, b\nd, c, gone\n');
  const refused = audit(release, '--original', original);
  expect([refused.status, refused.err]).toEqual([2, expect.stringMatching(/o\.txt:2: item 3 /)]);
  expect(refused.err).not.toContain('gone');
  expect(existsSync(join(folder, 'unveil-results'))).toBe(false);
  expect(audit(release, '--original', original, '--allow-suppressed').out).toContain('suppresses');
});

test('a folder that holds something else is never replaced', () => {
  mkdirSync(join(folder, 'mine'));
  write('mine/thesis.txt', 'years of work');
  const { status, err } = audit(...HOSPITAL, '--out', 'mine');
  expect([status, err]).toEqual([2, expect.stringContaining('holds something else')]);
  expect(readFileSync(join(folder, 'mine/thesis.txt'), 'utf8')).toBe('years of work');
});

test('a wrong option is usage: exit code 2 and a pointer to the help', () => {
  for (const args of [['--frobnicate'], ['--k', 'many'], ['--attack', 'magic'], ['--format', 'xml'], ['--smoothing', 'none']]) {
    const { status, err } = audit(...HOSPITAL, ...args);
    expect([args, status, err.length > 0]).toEqual([args, 2, true]);
  }
  expect(left()).toEqual([]);
});

test('the policy gate: 4 where it is closed, by the upper end of the interval; 2 where it is no gate', () => {
  const clinic = resolve('examples/clinic');
  const request = { ...JSON.parse(readFileSync(join(clinic, 'audit.json'), 'utf8')), gate: { recall: 0.9, precision: 0.5, attack: 'rba' } };
  for (const key of ['release', 'original'] as const) request[key] = join(clinic, request[key]);
  request.sources = ['wordnet'];
  request.attacks = ['rba'];
  write('gate.json', JSON.stringify(request));
  const gate = (...args: string[]) => {
    const { status, err } = audit('gate.json', ...args);
    return [status, err.trim()];
  };
  expect(gate()).toEqual([0, expect.stringMatching(/^gate open: recall .* not above the limit 90\.0 % at precision 50\.0 %$/)]);
  const [closed, message] = gate('--fail-above', 'recall=0.1@precision=0.5');
  expect([closed, message]).toEqual([4, expect.stringContaining('above the limit 10.0 %')]);
  // Several limits at once: the first exceeded one decides.
  const [people, why] = gate('--fail-above', 'recall=1@precision=0.5', '--fail-above', 'learned=0.05@confidence=0.8');
  expect([people, why]).toEqual([4, expect.stringMatching(/^gate closed: .*the limit is 5\.0 %$/m)]);
  // Too few to decide: closed.
  expect(audit(...HOSPITAL, '--attack', 'rba', '--fail-above', 'recall=1@precision=0.5').status).toBe(4);
  for (const wrong of ['recall=0.3', '0.3', 'recall=2@precision=0.8'])
    expect(audit(...HOSPITAL, '--fail-above', wrong)).toMatchObject({ status: 2, err: expect.stringContaining('--fail-above') });
  for (const gone of [
    ['--gate', 'lenient'],
    ['--gate-undecided', 'open'],
  ])
    expect(audit(...HOSPITAL, '--fail-above', 'recall=1@precision=0.5', ...gone)).toMatchObject({
      status: 2,
      err: expect.stringContaining('is gone'),
    });
});
