// The same dataset gives the same bytes whatever the language, the time zone, the rights of new files and the folder it is run from.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { differing } from '../../scripts/compare-results.ts';

const BIN = resolve('bin/unveil.mjs');
// Letters that languages sort and fold in ways of their own.
const RELEASE = [
  'ılık, (İzmir, iğne, ökse), zebra',
  'Ilık, (İzmir, iğne, ökse), ångström',
  'zebra, (cough, asthma), lj',
  'ångström, (cough, asthma), ch',
];
const folder = mkdtempSync(join(tmpdir(), 'unveil-around-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (...path: readonly string[]): string => join(folder, ...path);

interface Around {
  readonly env?: Readonly<Record<string, string>>;
  readonly umask?: string;
  readonly cwd?: string;
}

/** The results of one audit, with tables that are text as well. */
function audited(name: string, { env = {}, umask = '022', cwd = folder }: Around = {}): string {
  const out = at(name);
  const words = [
    'audit',
    relative(cwd, at('release.txt')),
    '--original',
    relative(cwd, at('original.txt')),
    '--attack',
    'rba,mda,frequency-only',
  ];
  const argv = [process.execPath, BIN, ...words, '--format', 'json', '--out', relative(cwd, out)].map((word) => `'${word}'`).join(' ');
  const { status, stderr } = spawnSync('sh', ['-c', `umask ${umask}; exec ${argv}`], {
    cwd,
    env: { PATH: process.env['PATH'], UNVEIL_HOME: at('home'), ...env },
    encoding: 'utf8',
  });
  expect([stderr, status]).toEqual(['', 0]);
  return out;
}

beforeAll(() => {
  const lines = Array.from({ length: 40 }, (_, row) => RELEASE[row % RELEASE.length]);
  const originals = lines.map((line, row) => line.replace(/\(([^)]*)\)/, (_, members: string) => members.split(', ')[row % 2] ?? ''));
  writeFileSync(at('release.txt'), `${lines.join('\n')}\n`);
  writeFileSync(at('original.txt'), `${originals.join('\n')}\n`);
  mkdirSync(at('other', 'folder'), { recursive: true });
  audited('plain');
});

test.each<readonly [string, Around]>([
  ['Turkish', { env: { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' } }],
  ['Swedish', { env: { LC_ALL: 'sv_SE.UTF-8', LANG: 'sv_SE.UTF-8' } }],
  ['C', { env: { LC_ALL: 'C', LANG: 'C' } }],
  ['UTC+14', { env: { TZ: 'Pacific/Kiritimati' } }],
  ['UTC-11', { env: { TZ: 'Pacific/Pago_Pago' } }],
  ['files that all may read', { umask: '000' }],
  ['files that only the owner may read', { umask: '077' }],
  ['another folder', { cwd: join(folder, 'other', 'folder') }],
])('%s', (name, around) => {
  const { files, different } = differing(at('plain'), audited(name.replaceAll(' ', '-'), around));
  expect(files).toBeGreaterThan(4);
  // The time of an audit is in its own row.
  expect(different.filter((file) => file !== 'audits.jsonl')).toEqual([]);
});

test('no figure is written that is none', () => {
  const success = JSON.parse(readFileSync(at('plain', '_SUCCESS.json'), 'utf8')) as { files: { key: string }[] };
  const texts = success.files.map(({ key }) => key).filter((key) => /\.jsonl?$/.test(key));
  expect(texts.length).toBeGreaterThan(4);
  for (const key of texts) expect(readFileSync(at('plain', key), 'utf8')).not.toMatch(/[:[,]\s*-?(?:NaN|Infinity)\b/);
});

test('another dataset is seen', () => {
  writeFileSync(at('release.txt'), readFileSync(at('release.txt'), 'utf8').replaceAll('zebra', 'zebu'));
  writeFileSync(at('original.txt'), readFileSync(at('original.txt'), 'utf8').replaceAll('zebra', 'zebu'));
  expect(differing(at('plain'), audited('changed')).different.length).toBeGreaterThan(1);
});
