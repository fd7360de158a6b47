// An audit under strace: the computing process opens only its own files, and files are on disk before they are renamed.
import { globSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  writeFileSync(at('original.txt'), 'fever, cough, pain\nfever, cough, rash\n'.repeat(6));
  writeFileSync(at('secret.txt'), 'secret');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The system's own, and the program's. */
const OWN = ['/usr', '/lib', '/lib64', '/etc', '/proc', '/sys', '/dev', dirname(dirname(realpathSync(process.execPath))), process.cwd()];

describeWith('strace', 'as the system saw it', () => {
  let calls: readonly SystemCall[];
  let worker: number;
  let draft: string;
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
    const env = { PATH: process.env['PATH'], UNVEIL_HOME: at('home'), TMPDIR: folder };
    calls = traced(at('log'), argv, { cwd: folder, env });
    worker = calls.find(({ name, asked }) => name === 'execve' && asked.includes('--permission'))?.process ?? 0;
    draft = calls.flatMap(({ name, answer }) => (name === 'openat' ? (/<(.*?\.draft)\//.exec(answer)?.[1] ?? []) : []))[0] ?? '';
    expect([worker > 0, draft.startsWith(`${folder}/.out.`)]).toEqual([true, true]);
  }, 300_000);

  const openedBy = (pid: number): { readonly path: string; readonly writes: boolean }[] =>
    calls
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
    const synced = new Set<string>();
    const renames: { readonly to: string; readonly before: ReadonlySet<string> }[] = [];
    for (const { name, asked } of calls) {
      if (/^(?:fsync|fdatasync)$/.test(name)) synced.add(pathOf(asked));
      if (!/^(?:rename|renameat|renameat2|link|linkat)$/.test(name)) continue;
      const [from = '', to = ''] = namesIn(asked).map((each) => resolve(folder, each));
      if (isBelow(to, [draft, code()])) continue;
      expect([to, synced.has(from)]).toEqual([to, true]);
      renames.push({ to, before: new Set(synced) });
      synced.delete(dirname(to));
    }
    const results = renames.find(({ to }) => to === at('out'));
    const files = globSync('**/*', { cwd: at('out') }).filter((file) => statSync(at('out', file)).isFile());
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((file) => results?.before.has(join(draft, 'results', file)) !== true)).toEqual([]);
    expect(synced.has(folder)).toBe(true);
  });
});
