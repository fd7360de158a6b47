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
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import { NAMED_QUERIES } from '../../infra/named-queries.ts';
import { RESULT_TABLES } from '../../shared/contracts/result-tables.ts';
import { bucketOf, cloudWithWordnet, smallDataset, stackOf } from '../helpers/cloud.ts';

let cloud: LocalCloud;
let folder: string;
let database: DuckDBConnection;
let id: string;
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
  const { release, original } = smallDataset('queries');
  const inbox = bucketOf(cloud, 'INBOX');
  await inbox.write('inbox/q/release.txt', Buffer.from(release));
  await inbox.write('inbox/q/original.txt', Buffer.from(original));
  const request = { attacks: ['rba', 'mda'], release: 'release.txt', original: 'original.txt' };
  await inbox.write('inbox/q/audit.json', Buffer.from(JSON.stringify(request)));
  await cloud.deliver('inbox/q/audit.json');
  expect(await cloud.settle()).toHaveProperty('output');
  id = [...cloud.executions.keys()][0] ?? '';
  await fetchResults(stackOf(cloud), id, join(folder, 'results'));
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

async function ask(name: string): Promise<readonly Record<string, unknown>[]> {
  const query = NAMED_QUERIES.find((each) => each.name === name);
  const parameters = [`'${day}'`, `'${id}'`];
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
    `SELECT attack, "transaction", COUNT(*) AS n FROM decisions WHERE decided GROUP BY ALL ORDER BY n DESC, "transaction", attack LIMIT 1`,
  );
  const [first] = await ask('transactions_at_risk');
  expect([first?.['attack'], first?.['transaction'], first?.['removed']]).toEqual([
    expected?.['attack'],
    expected?.['transaction'],
    expected?.['n'],
  ]);
  const groups = await ask('groups_at_risk');
  const [sum] = await rows('SELECT SUM(correct)::INT AS n FROM groups');
  expect(groups.reduce((total, row) => total + Number(row['correct']), 0)).toBe(Number(sum?.['n']));
});

test('not_decided is empty when all was decided; betraying_pairs come closest first; audit is the one', async () => {
  expect(await ask('not_decided')).toEqual([]);
  const distances = (await ask('betraying_pairs')).map(({ distance }) => Number(distance));
  expect(distances.length).toBeGreaterThan(0);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  expect(await ask('audit')).toMatchObject([{ kind: 'set-generalised', groups: '16', name: 'q', dt: day, audit_id: id }]);
});
