// Files from other people, in a watched folder or on the page: only files that came with them are read, whatever they name or become.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../../cli/serve/start.ts';
import { openBelow } from '../../shared/adapters/local/door.ts';
import { filesBelow, itemsIn } from '../helpers/kept.ts';
import { Visitor } from '../helpers/visitor.ts';

const UNVEIL = resolve('bin/unveil.mjs');
const SECRET = 'qavorbit';
const RELEASE = 'fever, (cough, asthma), pain\nfever, (cough, asthma), rash\n'.repeat(6);
let folder: string;
const at = (...path: readonly string[]): string => join(folder, ...path);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-sent-'));
  mkdirSync(at('inbox'));
  writeFileSync(at('secret.txt'), RELEASE.replaceAll('pain', SECRET));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const answers = (): string =>
  readdirSync(at('answers/inbox'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(done|rejected|failed)\.json$/.test(name))
    .map((name) => readFileSync(at('answers/inbox', name), 'utf8'))
    .join();

test('a drop that is swapped for a link while it waits is audited as it was accepted', async () => {
  // Two drops and one place: the second waits while the first is audited.
  for (const name of ['a.txt', 'b.txt']) writeFileSync(at('inbox', name), RELEASE);
  const child = spawn(process.execPath, [UNVEIL, 'watch', 'inbox', '--settle', '0', '--jobs', '1'], { cwd: folder, stdio: 'ignore' });
  try {
    const until = async (done: () => boolean): Promise<void> => {
      for (let tried = 0; tried < 4_000 && !done(); tried += 1) await pause(10);
      expect(done()).toBe(true);
    };
    const accepted = (): string[] =>
      readdirSync(at(), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('accepted.json'));
    await until(() => accepted().length === 2);
    for (const name of ['a.txt', 'b.txt']) {
      symlinkSync(at('secret.txt'), at('inbox/.link'));
      renameSync(at('inbox/.link'), at('inbox', name));
    }
    await until(() => readdirSync(at('answers/inbox')).filter((name) => name.endsWith('done.json')).length === 2);
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  }
  expect(itemsIn(filesBelow(folder, ['inbox', 'secret.txt']), [SECRET])).toEqual([]);
  // The copies that were audited are gone.
  expect(readdirSync(at('unveil-results/.campaign')).filter((name) => name.endsWith('.held'))).toEqual([]);
});

test.each(['roles.json', 'table.csv', 'audit.json'])('a pipe as %s holds up nothing: it is refused, or not looked at', (name) => {
  mkdirSync(at('inbox/table'));
  writeFileSync(at('inbox/table/audit.json'), JSON.stringify({ release: 'table.csv', roles: 'roles.json' }));
  writeFileSync(at('inbox/table/table.csv'), 'zip,disease\n130,flu\n130,gout\n');
  writeFileSync(at('inbox/table/roles.json'), '{"columns":{}}');
  rmSync(at('inbox/table', name));
  expect(spawnSync('mkfifo', [at('inbox/table', name)]).status).toBe(0);
  writeFileSync(at('inbox/small.txt'), RELEASE);
  const { status } = spawnSync(process.execPath, [UNVEIL, 'watch', 'inbox', '--once'], { cwd: folder, timeout: 60_000 });
  expect(status).toBe(0);
  expect(answers()).toContain('small.txt/report.html');
  if (name !== 'audit.json') expect(answers()).toContain('this is no regular file');
});

test('below a folder no link is followed, none on the way either, and no path leads out', () => {
  mkdirSync(at('inbox/sub'));
  writeFileSync(at('inbox/sub/file'), 'x');
  symlinkSync(folder, at('inbox/up'));
  symlinkSync('sub/file', at('inbox/link'));
  expect(openBelow(at('inbox'), 'sub/file')).toBeGreaterThan(2);
  for (const [path, why] of [
    ['up/secret.txt', 'no link leads out'],
    ['link', 'no link leads out'],
    ['../secret.txt', 'outside of the folder'],
    ['sub/../../secret.txt', 'outside of the folder'],
    [at('secret.txt'), 'outside of the folder'],
    ['sub', 'this is a directory'],
    ['none', 'there is no such file'],
  ] as const)
    expect(() => openBelow(at('inbox'), path)).toThrow(why);
});

describe('an upload of a request', () => {
  const asked = async (request: object, files: Readonly<Record<string, readonly [string, string]>> = {}): Promise<string> => {
    const server = await startServer({ results: at('results'), port: 0, limit: 1_000_000 });
    try {
      const visitor = await Visitor.open(server.address);
      const task = await visitor.task({ release: ['audit.json', JSON.stringify(request)], ...files });
      await visitor.press(`${task}/audit`, 'keep=yes&name=kept');
      return (await visitor.ask('GET', task)).text;
    } finally {
      await server.close();
    }
  };

  test.each([
    ['an absolute path', () => ({ release: at('secret.txt') })],
    ['a path that leads out', () => ({ release: '../../../../../../../../../../../../../../../../..'.concat(at('secret.txt')) })],
    ['a live source', () => ({ release: 'audit.json', sources: ['wikipedia'], egress: { allow: ['wikipedia'] } })],
    ['an original', () => ({ release: 'audit.json', original: at('secret.txt'), kind: 'set-generalised' })],
    ['a source that is a path', () => ({ sources: [at('secret.txt')] })],
    ['a folder as a source', () => ({ sources: [folder] })],
    ['word vectors', () => ({ embeddings: at('secret.txt') })],
    ['texts', () => ({ texts: at('secret.txt') })],
    ['a folder of texts', () => ({ texts: folder })],
    ['texts by a path that leads out', () => ({ texts: 'a/../../..' })],
    ['passages', () => ({ release: 'audit.json', passages: folder })],
  ])('that names %s brings nothing of this machine', async (_, request) => {
    const page = await asked({ release: '../original/visits.txt', ...request() }, { original: ['visits.txt', RELEASE] });
    expect(page).toContain('role="alert"');
    if (!('release' in request())) expect(page).toContain('outside of the folder that was sent');
    expect(itemsIn(filesBelow(folder, ['secret.txt']), [SECRET])).toEqual([]);
  });
});
