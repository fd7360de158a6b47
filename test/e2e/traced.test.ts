// An audit under strace: the computing process opens only its own files, and files are on disk before they are renamed.
import { globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { namesIn, pathOf, type SystemCall, traced } from '../../scripts/faults/trace.ts';
import { describeWith } from '../helpers/needs.ts';

let folder: string;
const at = (...path: readonly string[]): string => join(folder, ...path);
const isBelow = (path: string, roots: readonly string[]): boolean => roots.some((root) => path === root || path.startsWith(`${root}/`));

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'unveil-traced-')));
  writeFileSync(at('release.txt'), 'fever, (cough, asthma), pain\nfever, (cough, asthma), rash\n'.repeat(6));
  writeFileSync(at('original.txt'), 'fever, cough, pain\nfever, asthma, rash\n'.repeat(6));
  writeFileSync(at('secret.txt'), 'secret');
  writeFileSync(at('rows.csv'), 'id,item\n1,fever\n1,cough\n2,fever\n');
  mkdirSync(at('inbox'));
  writeFileSync(at('inbox', 'dropped.txt'), 'fever, (cough, asthma), pain\nfever, (cough, asthma), rash\n'.repeat(6));
  const audits = [{ name: 'a', release: 'release.txt' }];
  writeFileSync(at('campaign.json'), JSON.stringify({ defaults: { attacks: ['mda'] }, audits }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The system's own, and the program's. */
const OWN = ['/usr', '/lib', '/lib64', '/etc', '/proc', '/sys', '/dev', dirname(dirname(realpathSync(process.execPath))), process.cwd()];

describeWith('strace', 'as the system saw it', () => {
  let calls: readonly SystemCall[];
  let worker: number;
  let draft: string;
  const env = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], UNVEIL_HOME: at('home'), TMPDIR: folder });
  const code = (): string => at('home', 'cache', 'code');

  beforeAll(() => {
    const argv = [
      process.execPath,
      resolve('bin/unveil.mjs'),
      'audit',
      'release.txt',
      '--original',
      'original.txt',
      '--attack',
      'mda',
      '--out',
      'out',
    ];
    calls = traced(at('log'), argv, { cwd: folder, env: env() });
    worker = calls.find(({ name, asked }) => name === 'execve' && asked.includes('--permission'))?.process ?? 0;
    draft = calls.flatMap(({ name, answer }) => (name === 'openat' ? (/<(.*?\.draft)\//.exec(answer)?.[1] ?? []) : []))[0] ?? '';
    expect([worker > 0, draft.startsWith(`${folder}/.out.`)]).toEqual([true, true]);
  }, 300_000);

  const openedBy = (pid: number, of = calls): { readonly path: string; readonly writes: boolean }[] =>
    of
      .filter(({ process: by, name }) => by === pid && /^(?:open|openat|openat2|creat)$/.test(name))
      .map(({ name, asked, answer }) => ({
        path: pathOf(answer),
        writes: name === 'creat' || /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(asked),
      }))
      .filter(({ path }) => path.startsWith('/'));

  test('the process that computes opens no file but copies, sources, cache and draft, and writes none but its draft', () => {
    const opened = openedBy(worker);
    const read = opened.filter(({ path }) => !isBelow(path, [...OWN, draft, at('home', 'cache'), at('home', 'data')]));
    expect(opened.length).toBeGreaterThan(100);
    expect(read).toEqual([]);
    // Compiled code of the program is kept before anything is sent; the null device is no file.
    const wrote = opened.filter(
      ({ path, writes }) => writes && !isBelow(path, [join(draft, 'work'), join(draft, 'results'), code(), '/dev/null', '/dev/shm']),
    );
    expect(wrote).toEqual([]);
    expect(opened.some(({ path }) => path === join(draft, 'files', '0.txt'))).toBe(true);
    expect(openedBy(worker).filter(({ path }) => path === at('release.txt'))).toEqual([]);
  });

  test('a file is on the disk before it is renamed to its place, and so is its new name after', () => {
    const renames = mustBeSynced(calls);
    const results = renames.find(({ to }) => to === at('out'));
    const files = globSync('**/*', { cwd: at('out') }).filter((file) => statSync(at('out', file)).isFile());
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((file) => results?.before.has(join(draft, 'results', file)) !== true)).toEqual([]);
  });

  const MADE = ['original.txt', '--method', 'disassociate', '--k', '2', '--m', '1'];
  test.each([
    ['look', ['look', 'release.txt'], null],
    ['check', ['check', 'release.txt', '--k', '2'], null],
    ['import', ['import', 'rows.csv', '--id', 'id', '--items', 'item', '--out', 'new/imported.jsonl'], 'new/imported.jsonl'],
    ['anonymise', ['anonymise', ...MADE, '--out', 'released'], 'released'],
    ['advise', ['advise', 'original.txt', '--release', 'release.txt', '--rounds', '1', '--attacks', '1', '--out', 'safer'], 'safer'],
    ['start', ['start', 'release.txt', '--yes', '--out', 'steps'], 'steps/audit'],
    ['compare', ['compare', 'out', 'steps/audit', '--out', 'compared'], 'compared/comparison.json'],
    ['watch', ['watch', 'inbox', '--once', '--answers', 'answers', '--results', 'watched'], 'watched/dropped.txt'],
    ['campaign', ['campaign', 'campaign.json', '--out', 'campaign'], 'campaign/a'],
    ['corpus build', ['corpus', 'build', '--from', 'original.txt', '--name', 'own'], 'home/data/corpora/own.unveil-index'],
    ['a key', ['certify', '--new-key', 'me.key'], null],
    ['certify', ['certify', 'out', '--key', 'me.key', '--out', 'statements'], null],
    [
      'query',
      ['query', 'SELECT name FROM audits', '--results', 'out', '--format', 'csv', '--out', 'rows-of-query.csv'],
      'rows-of-query.csv',
    ],
  ] as const)('%s: the same, and if it reads a release it opens no other file', (name, argv, makes) => {
    const all = traced(at('log'), [process.execPath, resolve('bin/unveil.mjs'), ...argv], { cwd: folder, env: env(), fails: true });
    const renames = mustBeSynced(all);
    if (makes !== null) expect(renames.map(({ to }) => to)).toContain(at(makes));
    const confined = all.find(({ name: call, asked }) => call === 'execve' && asked.includes('--permission'))?.process;
    expect([name, confined !== undefined]).toEqual([name, !['a key', 'certify', 'query', 'corpus build'].includes(name)]);
    if (confined === undefined || ['watch', 'campaign'].includes(name)) return;
    const own = [...OWN, at('home', 'cache'), at('home', 'data'), ...argv.map((word) => at(word)), at('new')];
    const drafts = ['new/imported.jsonl', 'released', 'safer', 'steps', 'compared'].map((out) =>
      join(dirname(at(out)), `.${out.split('/').at(-1)}.`),
    );
    const others = openedBy(confined, all).filter(({ path }) => !isBelow(path, own) && !drafts.some((draft) => path.startsWith(draft)));
    expect(others.map(({ path }) => path)).toEqual([]);
  });
});

/** Each rename to a place, with what was on the disk before it; inside of a draft anything goes. */
function mustBeSynced(calls: readonly SystemCall[]) {
  const synced = new Set<string>();
  const renames: { readonly to: string; readonly before: ReadonlySet<string> }[] = [];
  const after: string[] = [];
  for (const { name, asked } of calls) {
    if (/^(?:fsync|fdatasync)$/.test(name)) synced.add(pathOf(asked));
    if (!/^(?:rename|renameat|renameat2|link|linkat)$/.test(name)) continue;
    const [from = '', to = ''] = namesIn(asked).map((each) => resolve(folder, each));
    if (/\.draft\//.test(to) || isBelow(to, [at('home', 'cache', 'code')])) continue;
    expect([to, synced.has(from)]).toEqual([to, true]);
    renames.push({ to, before: new Set(synced) });
    synced.delete(dirname(to));
    after.push(dirname(to));
  }
  expect(after.filter((place) => !synced.has(place))).toEqual([]);
  return renames;
}
