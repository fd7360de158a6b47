// Only the owner can read what a command wrote, whatever the umask.
import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

let folder: string;
const at = (...path: readonly string[]): string => join(folder, ...path);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-rights-'));
  chmodSync(folder, 0o755);
  mkdirSync(at('given'));
  mkdirSync(at('given/inbox'));
  const release = 'fever, (cough, asthma), pain\nfever, (cough, asthma), rash\n'.repeat(6);
  for (const name of ['release.txt', 'inbox/dropped.txt']) writeFileSync(at('given', name), release);
  writeFileSync(at('given/original.txt'), release.replaceAll('(cough, asthma)', 'cough'));
  writeFileSync(at('given/other.txt'), release.replace('(cough, asthma)', 'asthma').replaceAll('(cough, asthma)', 'cough'));
  writeFileSync(at('given/rows.csv'), 'id,item\n1,fever\n1,cough\n2,fever\n');
  writeFileSync(at('given/texts.txt'), 'fever and cough\npain and rash\n');
  writeFileSync(at('given/c.json'), JSON.stringify({ defaults: { attacks: ['mda'] }, audits: [{ name: 'a', release: 'release.txt' }] }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Files below a folder that others may read: by their modes and those of the folders above them. */
function readable(below: string): string[] {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(at('given')) && lstatSync(path).isFile() && (lstatSync(path).mode & 0o044) !== 0)
    .filter((path) => {
      for (let above = dirname(path); above !== folder; above = dirname(above)) if ((lstatSync(above).mode & 0o011) === 0) return false;
      return true;
    });
}

/** The same as another user finds it, where this one may become another. */
function readableByNobody(): string[] {
  if (process.getuid?.() !== 0) return [];
  const argv = [
    '--reuid=65534',
    '--regid=65534',
    '--clear-groups',
    'find',
    folder,
    '-path',
    at('given'),
    '-prune',
    '-o',
    '-type',
    'f',
    '-readable',
    '-print',
  ];
  return spawnSync('setpriv', argv, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
}

const AUDIT = ['audit', 'given/release.txt', '--original', 'given/original.txt', '--attack', 'mda'];

test.each([
  ['import', ['import', 'given/rows.csv', '--id', 'id', '--items', 'item', '--out', 'imported.jsonl']],
  ['audit', [...AUDIT, '--out', 'unveil-results/one']],
  ['audit, a second', [...AUDIT, '--seed', 'b', '--out', 'unveil-results/two']],
  ['query to CSV', ['query', 'SELECT * FROM attacks', '--format', 'csv', '--out', 'rows.csv']],
  ['query to Parquet', ['query', 'SELECT * FROM attacks', '--format', 'parquet', '--out', 'rows.parquet']],
  ['compare', ['compare', 'unveil-results/one', 'unveil-results/two', '--out', 'compared']],
  ['a key', ['certify', '--new-key', 'me.key']],
  ['certify', ['certify', 'unveil-results/one', '--key', 'me.key', '--out', 'statements']],
  ['anonymise', ['anonymise', 'given/original.txt', '--method', 'disassociate', '--k', '2', '--m', '1', '--out', 'made']],
  ['corpus build', ['corpus', 'build', '--from', 'given/texts.txt', '--name', 'own']],
  ['campaign', ['campaign', 'given/c.json', '--out', 'campaign']],
  ['look', ['look', 'given/release.txt']],
  ['check', ['check', 'given/release.txt', '--k', '2']],
  ['advise', ['advise', 'given/other.txt', '--release', 'given/release.txt', '--rounds', '1', '--attacks', '1', '--out', 'safer']],
  ['start', ['given/rows.csv', '--yes']],
  ['generate', ['generate', '--transactions', '50', '--vocabulary', '20', '--out', 'generated.jsonl']],
  ['extract', ['extract', 'given/texts.txt', '--out', 'extracted.jsonl']],
  ['watch', ['watch', 'given/inbox', '--once', '--answers', 'answers']],
])('%s: what it wrote is its owner’s alone', (_, argv) => {
  const { status, stderr } = spawnSync('sh', ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, resolve('bin/unveil.mjs'), ...argv], {
    cwd: folder,
    env: { PATH: process.env['PATH'], UNVEIL_HOME: at('home'), TMPDIR: folder },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  expect([...readable(folder), ...readableByNobody()]).toEqual([]);
});
