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
import { folderBlobStore } from '../../shared/adapters/local/folder-blob-store.ts';
import { NAMED_QUERIES } from '../../shared/contracts/named-queries.ts';
import { ACROSS_AUDITS, BY_DAY, QUERY_TABLES } from '../../shared/contracts/result-tables.ts';
import type { ResultTable } from '../../shared/contracts/table.ts';
import { LEVELS, type Level } from '../../shared/core/verdict/verdict.ts';
import { dropInto } from '../helpers/both-homes.ts';
import { bucketOf, cloudWithWordnet, smallDataset, stackOf } from '../helpers/cloud.ts';
import { disassociatedDataset } from '../helpers/disassociated-dataset.ts';

let cloud: LocalCloud;
let folder: string;
let database: DuckDBConnection;
let id: string;
let clustersId: string;
let campaignId: string;
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
  // A copy of results has the identity of its audit, without the admission.
  [id, clustersId] = [id.slice(0, 32), clustersId.slice(0, 32)];
  campaignId = await campaign();
  database = await (await DuckDBInstance.create(':memory:')).connect();
  for (const table of QUERY_TABLES) {
    const { name } = table;
    if (!existsSync(join(folder, 'results', `table=${name}`))) continue;
    const files = join(folder, 'results', `table=${name}`, '*', '*', '*.parquet');
    const read = parquetIn(files);
    // As Athena sees them: partitioned by day, with the file's path next to each row.
    const columns = BY_DAY.includes(table)
      ? `${table.columns.map((column) => `"${column.name}"`).join(', ')}, dt, filename AS "$path"`
      : '*';
    await database.run(`CREATE VIEW ${name} AS SELECT ${columns} FROM ${read}`);
  }
  await cloud.tick();
  for await (const { key } of bucketOf(cloud, 'RESULTS').list('compact/'))
    await folderBlobStore(folder).write(key, bucketOf(cloud, 'RESULTS').read(key));
  for (const { copy } of ACROSS_AUDITS)
    await database.run(
      `CREATE VIEW ${copy.name} AS SELECT * FROM ${parquetIn(join(folder, 'compact', `table=${copy.name}`, '*', '*.parquet'))}`,
    );
  day = (await rows('SELECT DISTINCT dt FROM audits'))[0]?.['dt'] as string;
}, 300_000);
afterAll(async () => {
  database?.closeSync();
  await cloud?.stop();
  rmSync(folder, { recursive: true });
});

const parquetIn = (files: string): string =>
  `read_parquet('${files}', hive_partitioning = true, hive_types_autocast = false, filename = true)`;
const rows = async (sql: string): Promise<readonly Record<string, unknown>[]> => (await database.runAndReadAll(sql)).getRowObjectsJson();

/** Two audits of a dataset, one of another, one that is rejected. */
async function campaign(): Promise<string> {
  const inbox = bucketOf(cloud, 'INBOX');
  for (const name of ['north', 'south']) {
    const dataset = smallDataset(name, 6);
    await inbox.write(`inbox/campaigns/w/${name}.txt`, Buffer.from(dataset.release));
    await inbox.write(`inbox/campaigns/w/${name}-original.txt`, Buffer.from(dataset.original));
  }
  await inbox.write('inbox/campaigns/w/bad.txt', Buffer.from('fever, (cough\n'));
  const attacks = ['rba', 'mda'];
  const audits = ['north', 'south'].map((name) => ({ name, release: `w/${name}.txt`, original: `w/${name}-original.txt`, attacks }));
  await inbox.write('inbox/campaigns/w.json', Buffer.from(JSON.stringify({ audits: [...audits, { name: 'bad', release: 'w/bad.txt' }] })));
  await cloud.deliver('inbox/campaigns/w.json');
  await cloud.settle();
  // The same dataset once more, by itself: a month later in life, a moment later here.
  await inbox.write('inbox/north/release.txt', Buffer.from(smallDataset('north', 6).release));
  await inbox.write('inbox/north/original.txt', Buffer.from(smallDataset('north', 6).original));
  const again = { name: 'north', release: 'release.txt', original: 'original.txt', attacks: ['random', 'rba'] };
  await inbox.write('inbox/north/audit.json', Buffer.from(JSON.stringify(again)));
  await cloud.deliver('inbox/north/audit.json');
  await cloud.settle();
  const ran = [...cloud.executions.keys()].map((execution) => execution.split('-')[0] ?? '');
  const succeeded = ran.filter((each) => !each.startsWith('x') && cloud.server?.objects.bucket(stackOf(cloud).Results).current(`results/audit_id=${each}/_SUCCESS.json`) !== undefined); // biome-ignore format: one line
  for (const each of succeeded) await fetchResults(stackOf(cloud), each, join(folder, 'results'));
  const results = bucketOf(cloud, 'RESULTS');
  for await (const { key } of results.list('results/table=campaigns/')) await folderBlobStore(folder).write(key, results.read(key));
  return ran.find((each) => each.startsWith('x')) ?? '';
}

type Values = readonly string[];

/** The values of a query's question marks; of one over an audit they follow from it. */
const valuesOf = (asks: string, audit: string): Values => ({ audit: [day, audit], dataset: ['north'], campaign: [campaignId] })[asks] ?? [];

async function ask(name: string, audit = id): Promise<readonly Record<string, unknown>[]> {
  const query = NAMED_QUERIES.find((each) => each.name === name);
  const parameters = valuesOf(query?.asks ?? '', audit).map((value) => `'${value}'`);
  const filled = (query?.sql ?? '').replaceAll('?', () => parameters.shift() ?? '?');
  const { sql = [] } = transpile(filled, Dialect.Athena, Dialect.DuckDB);
  return rows(sql[0] ?? '');
}

test.each(NAMED_QUERIES.map((query) => [query.name, query]))(
  '%s is valid Trino, and names its partition where it asks of one audit',
  (_name, query) => {
    const { sql, asks } = query as (typeof NAMED_QUERIES)[number];
    expect(parser.validate(sql.replaceAll('?', "'x'"))).toEqual([]);
    expect(sql.split('?').length - 1).toBe(valuesOf(asks, id).length);
    const named = (table: ResultTable): boolean => new RegExp(`FROM ${table.name}\\b`).test(sql);
    const own = QUERY_TABLES.filter(named);
    const copies = ACROSS_AUDITS.filter(({ copy }) => named(copy));
    expect(own.length + copies.length).toBeGreaterThan(0);
    if (asks === 'audit')
      expect(sql).toMatch(BY_DAY.includes(own[0] as never) ? /dt = \? AND regexp_extract\("\$path"/ : /dt = \? AND audit_id = \?/);
    // Across audits one file a day is read, and the few rows of campaigns.
    else expect([copies.length > 0, own.filter(({ name }) => name !== 'campaigns')]).toEqual([true, []]);
  },
);

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
  expect(await ask('audit')).toMatchObject([{ kind: 'set-generalised', groups: '16', name: 'q' }]);
});

test('findings: all of them, the greatest lower bound on who is exposed first; people_at_risk: the surest first', async () => {
  const found = await ask('findings');
  const [all] = await rows(`SELECT COUNT(*)::INT AS n FROM findings WHERE audit_id = '${id}'`);
  expect(found).toHaveLength(Number(all?.['n']));
  expect(found.map(({ attack }) => attack)).toContain('rba');
  const lows = found.flatMap(({ exposed_low: low }) => (low === null ? [] : [Number(low)]));
  expect(lows.length).toBeGreaterThan(3);
  expect(lows).toEqual(lows.toSorted((a, b) => b - a));
  expect(new Set(found.map(({ way }) => way))).toEqual(new Set(['singled out', 'learned']));
  const silent = await ask('not_found_out');
  expect(silent.map(({ state }) => state)).toEqual(silent.map(() => expect.stringMatching(/^(errored|not computable|not tried)$/)));
  // Published attacks on sets state no probability; placements of clusters do.
  expect(await ask('people_at_risk')).toEqual([]);
  const people = (await ask('people_at_risk', clustersId)).map((row) => Number(row['surest_probability']));
  const [surest] = await rows(`SELECT MAX(surest_probability) AS most FROM people WHERE audit_id = '${clustersId}'`);
  expect(people.length).toBeGreaterThan(0);
  expect(people[0]).toBe(Number(surest?.['most']));
  expect(people).toEqual(people.toSorted((a, b) => b - a));
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

describe('across audits', () => {
  test.each(ACROSS_AUDITS.map(({ of, copy }) => [copy.name, of.name]))('%s has the rows of %s, in one file a day', async (copy, of) => {
    const columns = `substr(audit_id, 1, 32) AS audit_id, dt, * EXCLUDE (audit_id, dt, filename, "table")`;
    const published = parquetIn(join(folder, 'results', `table=${of}`, '*', '*', '*.parquet'));
    const [[left], [right]] = await Promise.all([
      rows(`SELECT COUNT(*)::INT AS n, COUNT(DISTINCT filename)::INT AS files FROM ${copy}`),
      rows(`SELECT COUNT(*)::INT AS n, COUNT(DISTINCT filename)::INT AS files FROM ${published}`),
    ]);
    expect([left?.['n'], left?.['files'], Number(right?.['files']) > 4]).toEqual([right?.['n'], 1, true]);
    for (const [a, b] of [
      [copy, published],
      [published, copy],
    ])
      expect(await rows(`SELECT ${columns} FROM ${a} EXCEPT ALL SELECT ${columns} FROM ${b}`)).toEqual([]);
  });

  const ranksOf = (found: readonly Record<string, unknown>[]): number[] => found.map(({ verdict }) => LEVELS.indexOf(verdict as Level));

  test('riskiest_datasets: each dataset once, by the verdict on its last audit, the worst first', async () => {
    const found = await ask('riskiest_datasets');
    expect(found.map(({ name }) => name).toSorted()).toEqual(['c', 'north', 'q', 'south']);
    expect(ranksOf(found)).toEqual(ranksOf(found).toSorted((a, b) => a - b));
    const [latest] = await rows(`SELECT verdict, exposed, "$path" AS path FROM audits WHERE name = 'north' ORDER BY finished DESC LIMIT 1`);
    const north = found.find(({ name }) => name === 'north');
    expect([north?.['verdict'], north?.['exposed']]).toEqual([latest?.['verdict'], latest?.['exposed']]);
    expect(latest?.['path']).toContain(`audit_id=${String(north?.['audit']).slice(0, 32)}/`);
  });

  test('dataset_trend: both audits of one name, the earlier first', async () => {
    const found = await ask('dataset_trend');
    expect(found).toHaveLength(2);
    const finished = found.map((row) => String(row['finished']));
    expect(finished).toEqual(finished.toSorted());
    expect(new Set(found.map(({ audit }) => audit)).size).toBe(2);
  });

  test('worst_attack_by_source: one a choice of sources, its mean that of its audits, and no other attack of more', async () => {
    const found = await ask('worst_attack_by_source');
    const means = await rows(
      `SELECT a.sources, t.attack, AVG(t.f1) AS mean, COUNT(*)::INT AS n FROM audits a JOIN attacks t
       ON regexp_extract(a."$path", 'audit_id=([0-9a-z]+)', 1) = regexp_extract(t."$path", 'audit_id=([0-9a-z]+)', 1)
       WHERE NOT t.baseline AND t.f1 IS NOT NULL GROUP BY ALL`,
    );
    expect(found.map(({ sources }) => sources).toSorted()).toEqual([...new Set(means.map(({ sources }) => sources))].toSorted());
    for (const { sources, attack, mean_f1, audits } of found) {
      const own = means.filter((row) => row['sources'] === sources);
      expect(Number(mean_f1)).toBeCloseTo(Math.max(...own.map(({ mean }) => Number(mean))), 12);
      expect(Number(audits)).toBe(own.find((row) => row['attack'] === attack)?.['n']);
    }
  });

  test('campaign_findings: the worst verdict first, then why there is none', async () => {
    const found = await ask('campaign_findings');
    expect(found.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'rejected']);
    expect(
      found
        .slice(0, 2)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['north', 'south']);
    expect(ranksOf(found.slice(0, 2))).toEqual(
      ranksOf(found.slice(0, 2))
        .filter((rank) => rank >= 0)
        .toSorted((a, b) => a - b),
    );
    expect(found[2]).toMatchObject({ name: 'bad', verdict: null, reason: expect.stringMatching(/^bad\.txt:1:/) });
  });
});

test.each(NAMED_QUERIES.map(({ name }) => name))('"unveil query %s" answers the same at home', async (name) => {
  for (const audit of [id, clustersId]) {
    let out = '';
    const terminal = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (out += text) } };
    const { asks } = NAMED_QUERIES.find((each) => each.name === name) ?? { asks: 'all' };
    const of = { audit: ['--audit', `${audit}01234567`], dataset: ['--dataset', 'north'], campaign: ['--campaign', campaignId], all: [] }[
      asks
    ];
    const argv = ['query', name, ...of, '--results', join(folder, 'results'), '--format', 'json'];
    expect([await main(argv, terminal), name]).toEqual([0, name]);
    const comparable = (found: readonly Record<string, unknown>[]) =>
      found.map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, cell === null ? null : comparableCell(cell)])),
      );
    expect(comparable(JSON.parse(out))).toEqual(comparable(await ask(name, audit)));
  }
});

/** Means are summed in reading order, so last digits may differ. */
function comparableCell(cell: unknown): string {
  const text = String(cell);
  // In the cloud an audit is named by its admission.
  if (/^[0-9a-f]{40}$/.test(text)) return text.slice(0, 32);
  return /^-?\d+\.\d+$/.test(text) ? Number(text).toPrecision(12) : text;
}
