// "unveil query" over results of a home run: what it sees, what it refuses, and that no cell runs in a spreadsheet or breaks a terminal.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';
import { AUDITS } from '../../shared/contracts/audit-tables.ts';

let folder: string;
let results: string;

const EVIL = '=cmd()';

async function ask(...argv: readonly string[]): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const said = { out: '', err: '' };
  const terminal = { out: { write: (text: string) => (said.out += text) }, err: { write: (text: string) => (said.err += text) } };
  return { status: await main(['query', ...argv, '--results', results], terminal), ...said };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-query-'));
  results = join(folder, 'results');
  const lines = Array.from({ length: 40 }, (_, at) =>
    JSON.stringify({ items: ['fever', [EVIL, 'cough'], at % 2 === 0 ? 'pain' : 'rash'] }),
  );
  writeFileSync(join(folder, 'evil.jsonl'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'audit.json'), JSON.stringify({ release: 'evil.jsonl', attacks: ['mda'] }));
  const said: string[] = [];
  const terminal = { out: { write: (text: string) => said.push(text) }, err: { write: (text: string) => said.push(text) } };
  const status = await main(['audit', join(folder, 'audit.json'), '--out', join(results, 'evil')], terminal);
  expect([said.join(''), status]).toEqual([expect.stringContaining('mda'), 0]);
  cpSync(join(results, 'evil'), join(results, 'campaign', 'again'), { recursive: true });
  mkdirSync(join(results, '.evil.1.draft'));
  mkdirSync(join(results, 'foreign'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('where no audit has the table that is asked for, no rows are said to be no finding', async () => {
  const other = join(folder, 'nothing');
  mkdirSync(other);
  const said = { out: '', err: '' };
  const terminal = { out: { write: (text: string) => (said.out += text) }, err: { write: (text: string) => (said.err += text) } };
  expect(await main(['query', 'select attack from attacks', '--results', other], terminal)).toBe(0);
  expect(said.err).toBe(
    'unveil: note: no audit here has the table attacks; attacks on tables of people, groups, places, graphs, logs and texts are in the table findings\n',
  );
  expect((await ask('select * from breaches')).err).toBe('unveil: note: no audit here has the table breaches\n');
  expect((await ask("select name from audits where name = 'none'")).err).toBe('');
});

test('a table of another version means something else: it is left out by name, with what to do', async () => {
  const older = join(results, 'older');
  cpSync(join(results, 'evil'), older, { recursive: true });
  const [found = ''] = globSync('dt=*/*/*.parquet', { cwd: join(older, 'table=audits') });
  const part = join(older, 'table=audits', found);
  const before = readFileSync(part).toString('latin1');
  const key = before.lastIndexOf('unveil.version');
  const at = before.indexOf(String(AUDITS.version), key);
  const changed = Buffer.from(`${before.slice(0, at)}${AUDITS.version - 1}${before.slice(at + 1)}`, 'latin1');
  writeFileSync(part, changed);
  const success = join(older, '_SUCCESS.json');
  const sha256 = createHash('sha256').update(changed).digest('hex');
  const listed = JSON.parse(readFileSync(success, 'utf8'));
  const files = listed.files.map((file: { key: string }) => (part.endsWith(file.key) ? { ...file, sha256 } : file));
  writeFileSync(success, JSON.stringify({ ...listed, files }));
  const { status, out, err } = await ask('select count(*) as n from audits', '--format', 'json');
  expect([status, JSON.parse(out)]).toEqual([0, [{ n: 2 }]]);
  expect(err).toBe(
    `unveil: note: ${older}: its table audits is of version ${AUDITS.version - 1}, not ${AUDITS.version}, and left out; audit the release again\n`,
  );
  rmSync(older, { recursive: true });
});

test('asks over all whole results, those of a campaign too', async () => {
  const { status, out } = await ask('select name, count(*) as n from audits group by name', '--format', 'json');
  expect([status, JSON.parse(out)]).toEqual([0, [{ name: 'evil', n: 2 }]]);
});

test('a text that a spreadsheet would run is harmless in CSV', async () => {
  const { out } = await ask(
    `select '${EVIL}' as item, '-1+2' as other, -1.5 as number, 'a"b,c' as quoted, null as nothing`,
    '--format',
    'csv',
  );
  expect(out).toBe(`item,other,number,quoted,nothing\r\n'${EVIL},'-1+2,-1.5,"a""b,c",\r\n`);
  const items = await ask('select distinct item from decisions', '--format', 'csv');
  expect(items.out.split('\r\n')).toContain(`'${EVIL}`);
});

test('a table keeps its columns, says - where nothing could be computed, and lets no control character out', async () => {
  const { out } = await ask("select 'a' || chr(27) || '[2J' as x, null as y, 0.123456 as z");
  expect(out).toBe('x      y       z\na [2J  -  0.1235\n1 row\n');
});

test('a table that no audit has is empty, not an error', async () => {
  expect(await ask('select * from placements', '--format', 'json')).toMatchObject({ status: 0, out: '[]\n' });
});

test('parquet comes out as a file, and replaces none', async () => {
  const file = join(folder, 'out.parquet');
  expect(await ask('select attack from attacks', '--format', 'parquet', '--out', file)).toMatchObject({ status: 0, out: '' });
  expect(readFileSync(file).subarray(0, 4).toString()).toBe('PAR1');
  expect(await ask('select 1', '--out', file)).toMatchObject({ status: 2 });
  const csv = join(folder, 'out.csv');
  await ask('select 1 as one', '--format', 'csv', '--out', csv);
  expect(readFileSync(csv, 'utf8')).toBe('one\r\n1\r\n');
});

test.each([
  ["select * from read_csv('/etc/passwd')", 'disabled by configuration'],
  ["copy (select 1) to '/tmp/unveil-query-escape.csv'", 'disabled by configuration'],
  ['set enable_external_access = true', 'configuration has been locked'],
  ['install httpfs', 'the query cannot be answered'],
  ['select * from nowhere', 'there is no table "nowhere"; the tables are audits, attacks'],
  ['select * from attaks', 'there is no table "attaks"; did you mean "attacks"?'],
])('%s is refused in words', async (sql, words) => {
  const { status, err } = await ask(sql);
  expect(status).toBe(2);
  expect(err).toContain(words);
  expect(existsSync('/tmp/unveil-query-escape.csv')).toBe(false);
});

test.each([
  [[], 'say what to ask'],
  [['select 1', 'select 2'], 'one argument too many'],
  [['groups-at-rsk'], 'did you mean "groups-at-risk"'],
  [['select 1', '--format', 'xml'], '--format is one of'],
  [['select 1', '--format', 'parquet'], '--out FILE'],
  [['select 1', '--audit', 'x'], 'goes with a named query'],
  [['attacks', '--audit', 'nobody'], 'no audit here is called "nobody"'],
])('%j', async (argv, words) => {
  const { status, err } = await ask(...argv);
  expect([status, err]).toEqual([2, expect.stringContaining(words)]);
});

test('a named query takes the audit by its name or the beginning of its id; of several it asks which', async () => {
  rmSync(join(results, 'campaign'), { recursive: true });
  const { out } = await ask('attacks', '--format', 'json');
  expect(JSON.parse(out).map(({ attack }: { attack: string }) => attack)).toContain('mda');
  expect((await ask('attacks', '--audit', 'evil')).status).toBe(0);
  expect((await ask('--list')).out).toContain('groups-at-risk');
});
