// Each named query of the stack is Trino SQL, and answers rightly over the very files that a run wrote: DuckDB reads them where the service
// has Athena.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { Dialect, transpile } from '@polyglot-sql/sdk';
import { buildSync } from 'esbuild';
import { fetchResults } from '../../cli/cloud/results.ts';
import { main } from '../../cli/main.ts';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import { NAMED_QUERIES } from '../../shared/contracts/named-queries.ts';
import { RESULT_TABLES } from '../../shared/contracts/result-tables.ts';
import { dropInto } from '../helpers/both-homes.ts';
import { bucketOf, cloudWithWordnet, smallDataset, stackOf } from '../helpers/cloud.ts';
import { disassociatedDataset } from '../helpers/disassociated-dataset.ts';

let cloud: LocalCloud;
let folder: string;
let database: DuckDBConnection;
let id: string;
let clustersId: string;
let day: string;
let parser: { validate(sql: string): readonly { readonly message: string }[] };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-queries-'));
  // The package's modules name folders and cannot be loaded as they are.
  const outfile = join(folder, 'trino.mjs');
  const entry = { contents: "export { TrinoSQL } from 'dt-sql-parser';", resolveDir: process.cwd() };
  buildSync({ stdin: entry, bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'error' });
  const { TrinoSQL } = (await import(pathToFileURL(outfile).href)) as { readonly TrinoSQL: new () => typeof parser };
  parser = new TrinoSQL();

  cloud = await cloudWithWordnet();
  const { release, original, items } = smallDataset('queries');
  const inbox = bucketOf(cloud, 'INBOX');
  await inbox.write('inbox/q/release.txt', Buffer.from(release));
  await inbox.write('inbox/q/original.txt', Buffer.from(original));
  const request = { attacks: ['rba', 'mda'], release: 'release.txt', original: 'original.txt' };
  await inbox.write('inbox/q/audit.json', Buffer.from(JSON.stringify(request)));
  await cloud.deliver('inbox/q/audit.json');
  expect(await cloud.settle()).toHaveProperty('output');
  id = [...cloud.executions.keys()][0] ?? '';
  await fetchResults(stackOf(cloud), id, join(folder, 'results'));
  const made = disassociatedDataset(items.slice(0, 12), 120, { k: 3, m: 2, maxCluster: 15 });
  const clusters = { name: 'c', release: ['c.json', made.release], original: ['c.jsonl', made.original] } as const;
  await cloud.deliver(await dropInto(cloud, 'c', { ...clusters, request: { claim: { k: 3 } } }));
  expect(await cloud.settle()).toHaveProperty('output');
  clustersId = [...cloud.executions.keys()].at(-1) ?? '';
  await fetchResults(stackOf(cloud), clustersId, join(folder, 'results'));
  database = await (await DuckDBInstance.create(':memory:')).connect();
  for (const { name } of RESULT_TABLES) {
    if (!existsSync(join(folder, 'results', `table=${name}`))) continue;
    const files = join(folder, 'results', `table=${name}`, '*', '*', '*.parquet');
    await database.run(
      `CREATE VIEW ${name} AS SELECT * FROM read_parquet('${files}', hive_partitioning = true, hive_types_autocast = false)`,
    );
  }
  day = (await rows('SELECT DISTINCT dt FROM audits'))[0]?.['dt'] as string;
}, 300_000);
afterAll(async () => {
  database?.closeSync();
  await cloud?.stop();
  rmSync(folder, { recursive: true });
});

const rows = async (sql: string): Promise<readonly Record<string, unknown>[]> => (await database.runAndReadAll(sql)).getRowObjectsJson();

async function ask(name: string, audit = id): Promise<readonly Record<string, unknown>[]> {
  const query = NAMED_QUERIES.find((each) => each.name === name);
  const parameters = [`'${day}'`, `'${audit}'`];
  const filled = (query?.sql ?? '').replaceAll('?', () => parameters.shift() ?? '?');
  const { sql = [] } = transpile(filled, Dialect.Athena, Dialect.DuckDB);
  return rows(sql[0] ?? '');
}

test.each(NAMED_QUERIES.map(({ name, sql }) => [name, sql]))('%s is valid Trino, and names its partition', (_name, sql) => {
  expect(parser.validate(sql.replaceAll('?', "'x'"))).toEqual([]);
  expect(sql).toContain('dt = ? AND audit_id = ?');
});

test('the parser of this test does see mistakes', () => {
  expect(parser.validate('SELECT FROM WHERE')).not.toEqual([]);
});

test('attacks: one row each, baselines included, best first', async () => {
  const found = await ask('attacks');
  expect(found.map(({ attack }) => attack).toSorted()).toEqual(['blind', 'mda', 'random', 'rba']);
  const f1 = found.map((row) => Number(row['f1']));
  expect(f1).toEqual(f1.toSorted((a, b) => b - a));
});

test('groups_at_risk and transactions_at_risk agree with the decisions behind them', async () => {
  const [expected] = await rows(
    `SELECT attack, "transaction", COUNT(*) AS n FROM decisions WHERE audit_id = '${id}' AND decided GROUP BY ALL ORDER BY n DESC, "transaction", attack LIMIT 1`,
  );
  const [first] = await ask('transactions_at_risk');
  expect([first?.['attack'], first?.['transaction'], first?.['removed']]).toEqual([
    expected?.['attack'],
    expected?.['transaction'],
    expected?.['n'],
  ]);
  const groups = await ask('groups_at_risk');
  const [sum] = await rows(`SELECT SUM(correct)::INT AS n FROM groups WHERE audit_id = '${id}'`);
  expect(groups.reduce((total, row) => total + Number(row['correct']), 0)).toBe(Number(sum?.['n']));
});

test('not_decided is empty when all was decided; betraying_pairs come closest first; audit is the one', async () => {
  expect(await ask('not_decided')).toEqual([]);
  const distances = (await ask('betraying_pairs')).map(({ distance }) => Number(distance));
  expect(distances.length).toBeGreaterThan(0);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  expect(await ask('audit')).toMatchObject([{ kind: 'set-generalised', groups: '16', name: 'q', dt: day, audit_id: id }]);
});

test('clusters_at_risk agrees with the placements behind it', async () => {
  const found = await ask('clusters_at_risk', clustersId);
  const [sum] = await rows('SELECT COUNT(*)::INT AS places, COUNT_IF(correct)::INT AS correct FROM placements');
  expect(found.length).toBeGreaterThan(5);
  expect(found.reduce((total, row) => total + Number(row['places']), 0)).toBe(Number(sum?.['places']));
  expect(found.reduce((total, row) => total + Number(row['correct']), 0)).toBe(Number(sum?.['correct']));
  const correct = found.map((row) => Number(row['correct']));
  expect(correct).toEqual(correct.toSorted((a, b) => b - a));
});

test('closest_placements come surest first, one for a piece and attack; breaches with most transactions first', async () => {
  const placements = await ask('closest_placements', clustersId);
  const values = placements.map(({ value }) => Number(value));
  expect(values.length).toBeGreaterThan(50);
  expect(values).toEqual(values.toSorted((a, b) => b - a));
  const keys = placements.map(({ cluster, piece, attack }) => `${cluster} ${piece} ${attack}`);
  expect(new Set(keys).size).toBe(keys.length);
  const breaches = await ask('breaches', clustersId);
  const [all] = await rows('SELECT COUNT(*)::INT AS n, MAX(least)::INT AS least FROM breaches');
  expect(breaches).toHaveLength(Math.min(100, Number(all?.['n'])));
  expect(breaches.length).toBeGreaterThan(0);
  expect(Number(breaches[0]?.['least'])).toBe(Number(all?.['least']));
  expect(new Set(breaches.map(({ attacker }) => attacker)).has('strong')).toBe(true);
});

test('audit tells the kinds apart, and questions about the other kind have no rows', async () => {
  expect(await ask('audit', clustersId)).toMatchObject([{ kind: 'disassociated', name: 'c', transactions: '120', k: 3 }]);
  expect(await ask('betraying_pairs', clustersId)).toEqual([]);
  expect(await ask('clusters_at_risk')).toEqual([]);
});

test.each(NAMED_QUERIES.map(({ name }) => name))('"unveil query %s" answers the same at home', async (name) => {
  for (const audit of [id, clustersId]) {
    let out = '';
    const terminal = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (out += text) } };
    const argv = ['query', name, '--audit', audit, '--results', join(folder, 'results'), '--format', 'json'];
    expect([await main(argv, terminal), name]).toEqual([0, name]);
    const comparable = (found: readonly Record<string, unknown>[]) =>
      found.map((row) => Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, cell === null ? null : String(cell)])));
    expect(comparable(JSON.parse(out))).toEqual(comparable(await ask(name, audit)));
  }
});
