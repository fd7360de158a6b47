// "unveil watch" as a user runs it: what is dropped is audited, every file is answered, and a drop reaches nothing outside of the folder.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const BIN = resolve('bin/unveil.mjs');
let folder: string;
const at = (...path: readonly string[]): string => join(folder, ...path);

const RELEASE = Array.from({ length: 12 }, (_, row) => `fever, (cough, asthma), ${row % 2 === 0 ? 'pain' : 'rash'}\n`).join('');

function drop(file: string, content: string | object): void {
  mkdirSync(dirname(at('inbox', file)), { recursive: true });
  writeFileSync(at('inbox', file), typeof content === 'string' ? content : JSON.stringify(content));
}

function once(): { readonly status: number | null; readonly out: string; readonly err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, 'watch', 'inbox', '--once', '--jobs', '1'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}

const answer = (key: string, status: string): Record<string, unknown> =>
  JSON.parse(readFileSync(at('answers', 'inbox', `${key}.${status}.json`), 'utf8'));
const answers = (key: string): string[] => {
  const [parent, name] = [dirname(at('answers', 'inbox', key)), key.split('/').at(-1)];
  return existsSync(parent)
    ? readdirSync(parent)
        .filter((file) => file.startsWith(`${name}.`))
        .toSorted()
    : [];
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-watch-'));
  mkdirSync(at('inbox'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a release, a request with its files, a campaign, and what is none of them: each is answered in the answers' folder", () => {
  drop('small.txt', RELEASE);
  drop('clinic/audit.json', { release: 'release.txt', attacks: ['mda'], claim: { k: 2 } });
  drop('clinic/release.txt', RELEASE);
  drop('campaigns/two.json', {
    defaults: { attacks: ['mda'] },
    grid: { seed: ['a', 'b'] },
    audits: [{ name: 'one', release: 'data/r.txt' }],
  });
  drop('campaigns/data/r.txt', RELEASE);
  drop('notes.pdf', 'x');
  drop('broken.txt', 'fever, (cough\n');
  const { status, out, err } = once();
  expect([status, err]).toEqual([0, '']);
  expect(out).toMatch(/^rejected {2}inbox\/notes\.pdf: notes\.pdf: a release ends in .*answers\/inbox\/notes\.pdf\.rejected\.json\)$/m);
  expect(out).toMatch(/^rejected {2}inbox\/broken\.txt: .*broken\.txt:1:.*answers\/inbox\/broken\.txt\.rejected\.json\)$/m);
  expect(out).toMatch(/^done {2}inbox\/small\.txt$/m);
  expect(answer('small.txt', 'accepted')).toMatchObject({ status: 'accepted', drop: 'inbox/small.txt' });
  expect(answer('small.txt', 'done')).toMatchObject({
    audit_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    report: 'unveil-results/small.txt/report.html',
    word: null,
  });
  expect(existsSync(at('unveil-results/small.txt/report.html'))).toBe(true);
  expect(answer('clinic/audit.json', 'done')).toMatchObject({ results: 'unveil-results/clinic' });
  expect(answer('clinic/release.txt', 'accepted')).toMatchObject({ message: expect.stringContaining('inbox/clinic/audit.json') });
  expect(answer('campaigns/two.json', 'done')).toMatchObject({ succeeded: 2, rejected: 0, failed: 0 });
  expect(answer('campaigns/two/one.seed-b', 'done')).toMatchObject({ report: 'unveil-results/campaigns/two/one.seed-b/report.html' });
  expect(answer('notes.pdf', 'rejected')).toMatchObject({ message: expect.stringContaining('a release ends in') });
  expect(answer('broken.txt', 'rejected')).toEqual({
    status: 'rejected',
    drop: 'inbox/broken.txt',
    audit_id: null,
    message: 'broken.txt:1:8: this bracket is never closed',
    file: 'broken.txt',
    line: 1,
    column: 8,
  });
  expect(readdirSync(at('inbox')).toSorted()).toEqual(['broken.txt', 'campaigns', 'clinic', 'notes.pdf', 'small.txt']);
});

test('what was answered is not done again, what has changed is; the earlier end goes', () => {
  drop('small.txt', 'fever, (cough\n');
  once();
  expect(answers('small.txt')).toEqual(['small.txt.accepted.json', 'small.txt.rejected.json']);
  expect(once().out).toBe('');
  drop('small.txt', RELEASE);
  once();
  expect(answers('small.txt')).toEqual(['small.txt.accepted.json', 'small.txt.done.json']);
  const made = statSync(at('unveil-results/small.txt/_SUCCESS.json')).mtimeMs;
  expect(once().out).toBe('');
  expect(statSync(at('unveil-results/small.txt/_SUCCESS.json')).mtimeMs).toBe(made);
});

test('other content of the same size and time, or of an earlier time, is done all the same', () => {
  drop('small.txt', 'fever, (cough\n');
  once();
  const { atime, mtime } = statSync(at('inbox/small.txt'));
  for (const [content, time] of [
    ['fever, (asthm\n', mtime],
    ['fever, (cough\n', new Date(mtime.getTime() - 3_600_000)],
  ] as const) {
    drop('small.txt', content);
    utimesSync(at('inbox/small.txt'), atime, time);
    expect(once().out).toContain('rejected  inbox/small.txt');
    expect(once().out).toBe('');
  }
});

test.each([
  ['an absolute path', { release: '/etc/passwd' }, 'stays in it'],
  ['a path that leads out', { release: '../secret.txt' }, 'stays in it'],
  ['a path that leads out, in the other way of writing', { release: '..\\secret.txt' }, 'stays in it'],
  ['an original that leads out', { release: 'release.txt', original: '../secret.txt' }, 'stays in it'],
  ['constraints that lead out', { release: 'release.txt', claim: { k: 2, privacyConstraints: '../secret.txt' } }, 'stays in it'],
  ['a register that leads out', { release: 'table.csv', columns: { quasi: ['zip'] }, external: '../secret.txt' }, 'stays in it'],
  ['a register that is a link', { release: 'table.csv', columns: { quasi: ['zip'] }, external: 'link.txt' }, 'no link leads out'],
  ['roles that lead out', { release: 'table.csv', roles: '../roles.json' }, 'stays in it'],
  ['buckets that lead out', { release: 'table.csv', columns: { quasi: ['zip'] }, buckets: '../secret.txt' }, 'stays in it'],
  [
    'another release that leads out',
    { release: 'table.csv', columns: { quasi: ['zip'] }, otherRelease: { file: '../secret.txt', relation: 'earlier' } },
    'stays in it',
  ],
  ['a hierarchy that leads out, in roles', { release: 'table.csv', roles: 'roles.json' }, 'stays in it'],
  ['a hierarchy that is an absolute path, in roles', { release: 'table.csv', roles: 'absolute.json' }, 'stays in it'],
  ['a link that leads out', { release: 'link.txt' }, 'no link leads out'],
  ['a source that is a path', { release: 'release.txt', sources: ['corpus:../../secret'] }, 'and no path'],
  ['a source that is a file here', { release: 'release.txt', sources: ['secret.txt'] }, 'and no path'],
  ['a live source', { release: 'release.txt', sources: ['wikipedia'], egress: { allow: ['wikipedia'] } }, 'does not allow it'],
  ['an unknown key', { release: 'release.txt', out: '/tmp' }, 'there is no such key'],
  ['a file that is not there', { release: 'nowhere.txt' }, 'there is no such file'],
])('%s is rejected', (_, request, words) => {
  writeFileSync(at('secret.txt'), 'secret\n');
  drop('evil/audit.json', request);
  drop('evil/release.txt', RELEASE);
  drop('evil/table.csv', 'zip,disease\n130,flu\n130,gout\n');
  const roles = (hierarchy: string) => ({ columns: { zip: { role: 'quasi', hierarchy }, disease: { role: 'sensitive' } } });
  drop('evil/roles.json', roles('../secret.txt'));
  drop('evil/absolute.json', roles(at('secret.txt')));
  symlinkSync(at('secret.txt'), at('inbox', 'evil', 'link.txt'));
  expect(once().status).toBe(0);
  expect(answer('evil/audit.json', 'rejected')).toMatchObject({ message: expect.stringContaining(words) });
  expect(answers('evil/audit.json')).toEqual(['audit.json.rejected.json']);
});

test('while it watches: a file that grows is taken when it is whole, a request waits for its files, and Ctrl-C ends it', async () => {
  const child = spawn(process.execPath, [BIN, 'watch', 'inbox', '--settle', '1', '--jobs', '1'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const ended = new Promise((resolve_) => child.on('close', resolve_));
  const until = async (done: () => boolean): Promise<void> => {
    const begun = Date.now();
    while (!done() && Date.now() - begun < 200_000) await pause(50);
    expect([said, done()]).toEqual([said, true]);
  };
  try {
    await until(() => said.includes('watching inbox'));
    drop('late/audit.json', { release: 'release.txt', attacks: ['mda'] });
    await until(() => answers('late/audit.json').length > 0);
    expect(answer('late/audit.json', 'accepted')).toMatchObject({ message: 'waits for release.txt' });
    // Half of it would be rejected.
    drop('late/release.txt', RELEASE.slice(0, RELEASE.length - 20));
    await pause(500);
    drop('late/release.txt', RELEASE);
    await until(() => answers('late/audit.json').includes('audit.json.done.json'));
    const second = spawnSync(process.execPath, [BIN, 'watch', 'inbox', '--once'], { cwd: folder, encoding: 'utf8' });
    expect([second.status, second.stderr]).toEqual([2, expect.stringContaining('a watch answers here already')]);
  } finally {
    child.kill('SIGINT');
  }
  await ended;
  expect(answers('late/audit.json')).toEqual(['audit.json.accepted.json', 'audit.json.done.json']);
});

test('answers and results may not stand where they would be drops', () => {
  const { status, stderr } = spawnSync(process.execPath, [BIN, 'watch', 'inbox', '--answers', 'inbox/answers'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, expect.stringContaining('outside of the watched folder')]);
});
