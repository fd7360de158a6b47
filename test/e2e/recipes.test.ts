import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { run, UNVEIL } from '../helpers/run.ts';

// docs/recipes.md, run as it stands; a block whose program is not here is reported as skipped.

const folder = mkdtempSync(join(tmpdir(), 'unveil-recipes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const page = readFileSync('docs/recipes.md', 'utf8');
const block = (language: string): string => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';
const unveil = (...argv: readonly string[]) => run(process.execPath, [UNVEIL, ...argv], { cwd: folder });

beforeAll(() => {
  const words = /unveil (audit examples\/hospital.*)$/m.exec(page)?.[1]?.split(' ') ?? [];
  const made = unveil(...words.map((word) => (word.startsWith('examples/') ? resolve(word) : word)));
  expect({ status: made.status, err: made.err }).toEqual({ status: 0, err: '' });
});

/** The first of these programs that runs what comes before the block. */
function program(names: readonly string[], probe: readonly string[]): string | null {
  return names.find((name) => spawnSync(name, [...probe], { stdio: 'ignore' }).status === 0) ?? null;
}

const TRANSACTIONS = '{"id":"1","items":["flu","gout"]}\n{"id":"2","items":["flu"]}\n';

function expectRecipe(command: string, file: string, text: string, made: readonly string[]): void {
  writeFileSync(join(folder, file), text);
  const { status, stdout, stderr } = spawnSync(command, [file], { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/attack\s+precision\s+recall\s+f1/);
  expect(stdout).toContain('gba');
  for (const each of made) expect([each, unveil('import', each, '--out', '-').out]).toEqual([each, TRANSACTIONS]);
}

const python = program(['python3', '/usr/bin/python3'], ['-c', 'import pandas']);
const r = program(['Rscript'], ['-e', 'library(jsonlite)']);

if (python === null) test.todo('pandas: not on this machine');
else test('pandas', () => expectRecipe(python, 'recipe.py', block('python'), ['visits-pandas.csv', 'visits-pandas.jsonl']));

if (r === null) test.todo('R with jsonlite: not on this machine');
else test('R', () => expectRecipe(r, 'recipe.R', block('r'), ['visits-r.csv', 'visits-r.jsonl']));

test('DuckDB', async () => {
  const database = await (await DuckDBInstance.create(':memory:')).connect();
  const statements = block('sql')
    .replaceAll("'unveil-results", `'${join(folder, 'unveil-results')}`)
    .replaceAll("'visits-duckdb", `'${join(folder, 'visits-duckdb')}`)
    .split(/;\s*/)
    .filter((statement) => statement.trim() !== '');
  const rows: number[] = [];
  for (const statement of statements) rows.push((await database.runAndReadAll(statement)).getRows().length);
  database.closeSync();
  expect(rows).toHaveLength(3);
  expect(Math.min(...rows.slice(1))).toBeGreaterThan(0);
  expect(unveil('import', 'visits-duckdb.parquet', '--out', '-').out).toBe(TRANSACTIONS);
});
