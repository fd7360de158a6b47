// Results that were changed since their audit, and what a command remembers: noticed, said, and done again.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startServer } from '../../cli/serve/start.ts';
import { said as saidHere } from '../helpers/said.ts';
import { Visitor } from '../helpers/visitor.ts';

const RELEASE = 'fever, (cough, asthma), pain\nfever, (cough, asthma), rash\n'.repeat(6);
const UNVEIL = resolve('bin/unveil.mjs');
let folder: string;
const at = (...path: readonly string[]): string => join(folder, ...path);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-changed-'));
  writeFileSync(at('release.txt'), RELEASE);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** In the folder, as a user would. */
async function unveil(...argv: readonly string[]): Promise<{ readonly status: number; readonly said: string }> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    const { status, out, err } = await saidHere(...argv);
    return { status, said: out + err };
  } finally {
    process.chdir(before);
  }
}

const part = (table: string, results: string): string => globSync(`${results}/table=${table}/**/*.parquet`)[0];

test('a campaign audits again what was changed since, whichever file it is', async () => {
  writeFileSync(
    at('c.json'),
    JSON.stringify({ defaults: { attacks: ['mda'] }, audits: ['a', 'b'].map((name) => ({ name, release: 'release.txt' })) }),
  );
  const campaign = () => unveil('campaign', 'c.json', '--out', 'all', '--jobs', '1');
  expect((await campaign()).status).toBe(0);
  expect((await campaign()).said).toContain('2 of them done before');
  truncateSync(at('all/a/report.html'));
  expect(await campaign()).toMatchObject({ status: 0, said: expect.stringContaining('1 of them done before') });
  expect(statSync(at('all/a/report.html')).size).toBeGreaterThan(1_000);
  writeFileSync(part('attacks', at('all/b')), 'PAR1');
  expect(await campaign()).toMatchObject({ status: 0, said: expect.stringContaining('1 of them done before') });
  for (const name of ['a', 'b']) writeFileSync(at('all/.campaign', `${name}.done.json`), '');
  expect(await campaign()).toMatchObject({ status: 0, said: expect.not.stringContaining('done before') });
});

test('a watch whose memory is empty or damaged says so, and audits every drop again', async () => {
  mkdirSync(at('inbox'));
  writeFileSync(at('inbox/small.txt'), RELEASE);
  const watch = () => unveil('watch', 'inbox', '--once');
  expect(await watch()).toMatchObject({ status: 0, said: expect.stringContaining('done  inbox/small.txt') });
  const memory = at('answers/.watch/answered.json');
  for (const damaged of ['', '{"inbox/small.txt":"x"}', readFileSync(memory, 'utf8').slice(0, 40)]) {
    writeFileSync(memory, damaged);
    const { status, said } = await watch();
    expect([status, said]).toEqual([0, expect.stringContaining(`${memory} is damaged and was moved to ${memory}.damaged`)]);
    expect(said).toContain('done  inbox/small.txt');
  }
  expect(await watch()).toEqual({ status: 0, said: '' });
});

test('query, compare, certify and the page say which file of the results was changed', async () => {
  for (const name of ['a', 'b']) await unveil('audit', 'release.txt', '--attack', 'mda', '--out', `unveil-results/${name}`);
  await unveil('certify', '--new-key', 'me.key');
  const changed = part('attacks', at('unveil-results/a'));
  appendFileSync(changed, 'x');
  const why = `${changed.replace(`${folder}/`, '')}: this file was changed after the audit; run the audit again`;
  for (const argv of [
    ['query', 'SELECT attack FROM attacks'],
    ['compare', 'unveil-results/a', 'unveil-results/b'],
    ['certify', 'unveil-results/a', '--key', 'me.key'],
  ])
    expect(await unveil(...argv)).toEqual({ status: 2, said: expect.stringContaining(why) });
  truncateSync(at('unveil-results/b/report.html'));
  const server = await startServer({ results: at('unveil-results'), port: 0, limit: 1e6 });
  try {
    const visitor = await Visitor.open(server.address);
    const page = (await visitor.ask('GET', `${visitor.base}audits`)).text;
    const ids = [...page.matchAll(/audits\/([0-9a-f]{16})"/g)].map(([, id]) => id);
    const shown = await Promise.all(ids.map((id) => visitor.ask('GET', `${visitor.base}audits/${id}/report`)));
    expect(shown.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  } finally {
    await server.close();
  }
});

test('a key that the disk has no room for leaves nothing behind that looks like one, and is made another time', async () => {
  const full = spawnSync('sh', ['-c', `ulimit -f 0; exec "$0" "$1" certify --new-key me.key`, process.execPath, UNVEIL], { cwd: folder });
  expect([full.status, String(full.stderr)]).toEqual([2, 'unveil: me.key: this file cannot be written; name another place\n']);
  expect(readdirSync(folder)).toEqual(['release.txt']);
  expect(await unveil('certify', '--new-key', 'me.key')).toMatchObject({ status: 0 });
});

test('a run that fails says of the results that are there that they are older', async () => {
  const audit = () => unveil('audit', 'release.txt', '--attack', 'mda', '--out', 'unveil-results/release');
  expect((await audit()).status).toBe(0);
  writeFileSync(at('release.txt'), 'fever, (cough\n');
  expect((await audit()).status).toBe(2);
  expect((await unveil('query', 'SELECT attack FROM attacks')).said).toContain('unveil-results/release: a later run of this audit failed');
  writeFileSync(at('release.txt'), RELEASE);
  expect((await audit()).status).toBe(0);
  expect(existsSync(at('unveil-results/release/_STALE.json'))).toBe(false);
});
