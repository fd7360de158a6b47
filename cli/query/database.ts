import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBValue } from '@duckdb/node-api';
import { mustBeUnchanged, SUCCESS } from '../../shared/adapters/local/manifest.ts';
import { versionOf } from '../../shared/adapters/tables/table-version.ts';
import { QUERY_TABLES } from '../../shared/contracts/result-tables.ts';
import type { CellType, ResultTable } from '../../shared/contracts/table.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { nearest } from '../usage.ts';
import { isPartOf, tableParts } from './result-files.ts';

export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly QueryCell[])[];
}

/** Integers above 2^53 and values without a JSON form are texts. */
export type QueryCell = string | number | boolean | null;

export interface ResultDatabase {
  /** Tables in the query that no audit here has. */
  readonly absent: readonly string[];
  /** Parts of other versions of a table, which have another meaning and are left out: a sentence for each folder and table. */
  readonly leftOut: readonly string[];
  ask(sql: string, parameters: readonly string[]): Promise<QueryResult>;
  /** Runs the query and writes its result as Parquet. */
  writeParquet(sql: string, parameters: readonly string[], file: string): Promise<void>;
  close(): void;
}

const TYPES: Readonly<Record<CellType, string>> = {
  string: 'VARCHAR',
  int: 'INTEGER',
  long: 'BIGINT',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
};

/** The engine with only what a query needs: no network, no extension, and no file but the results and the output. */
export async function openDatabase(folders: readonly string[], sql: string, out: string | undefined): Promise<ResultDatabase> {
  const { DuckDBDecimalValue, DuckDBInstance } = await engine();
  const database = await (await DuckDBInstance.create(':memory:')).connect();
  const leftOut: string[] = [];
  const wanted: { readonly table: ResultTable; readonly files: readonly string[] }[] = [];
  for (const table of QUERY_TABLES.filter(({ name }) => new RegExp(`\\b${name}\\b`, 'i').test(sql))) {
    const files: string[] = [];
    for (const folder of folders) {
      const parts = tableParts([folder], table.name);
      const other = await otherVersion(table, parts);
      if (other === null) files.push(...parts);
      else
        leftOut.push(
          `${folder}: its table ${table.name} is of version ${other}, not ${table.version}, and left out; audit the release again`,
        );
    }
    wanted.push({ table, files });
  }
  const isAsked = wanted.map(({ table }) => isPartOf(table.name));
  for (const folder of folders.filter((each) => existsSync(join(each, SUCCESS))))
    await mustBeUnchanged(folder, (key) => isAsked.some((isPart) => isPart(key)));
  const allowed = [...wanted.flatMap(({ files }) => files), ...(out === undefined ? [] : [out])];
  await database.run(`SET allowed_paths = ${list(allowed)}`);
  for (const setting of ['enable_external_access = false', 'autoinstall_known_extensions = false', 'lock_configuration = true'])
    await database.run(`SET ${setting}`);
  for (const { table, files } of wanted) await database.run(viewOf(table, files));
  return {
    leftOut,
    absent: wanted.filter(({ files }) => files.length === 0).map(({ table }) => table.name),
    async ask(text, parameters) {
      const reader = await failing(() => database.runAndReadAll(text, parameters as DuckDBValue[]));
      const values = reader.getRows();
      const cell = (json: unknown, value: unknown): QueryCell =>
        value instanceof DuckDBDecimalValue ? value.toDouble() : plain(json, value);
      return {
        columns: reader.columnNames(),
        rows: reader.getRowsJson().map((row, at) => row.map((json, column) => cell(json, values[at]?.[column]))),
      };
    },
    async writeParquet(text, parameters, file) {
      await failing(() => database.run(`COPY (${text}) TO ${quoted(file)} (FORMAT parquet)`, parameters as DuckDBValue[]));
    },
    close: () => database.closeSync(),
  };
}

/** An audit writes all parts of a table in one version. */
async function otherVersion({ version }: ResultTable, [first]: readonly string[]): Promise<number | null> {
  const found = first === undefined ? null : await versionOf(first);
  return found === version ? null : found;
}

/** An audit without this table contributes no rows; without any such audit the table is empty. */
function viewOf({ name, columns }: ResultTable, files: readonly string[]): string {
  const body =
    files.length === 0
      ? `SELECT ${[...columns.map((each) => `CAST(NULL AS ${TYPES[each.type]}) AS "${each.name}"`), 'CAST(NULL AS VARCHAR) AS dt', 'CAST(NULL AS VARCHAR) AS audit_id'].join(', ')} WHERE false`
      : `SELECT * FROM read_parquet(${list(files)}, hive_partitioning = true, hive_types_autocast = false)`;
  return `CREATE VIEW ${name} AS ${body}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const list = (texts: readonly string[]): string => `[${texts.map(quoted).join(', ')}]`;

async function engine(): Promise<typeof import('@duckdb/node-api')> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    throw new BadInput('queries need DuckDB, which is not installed here: npm install @duckdb/node-api', {}, { cause: error });
  }
}

/** Shows the engine's message to the author of the query. */
async function failing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const table = /Table with name (\S+) does not exist/.exec(message)?.[1];
    if (table !== undefined) throw new BadInput(noTable(table), {}, { cause: error });
    throw new BadInput(`the query cannot be answered: ${message.split('\n').slice(0, 4).join('\n')}`, {}, { cause: error });
  }
}

/** The engine knows only the tables with a correct name in the query, and suggests its own. */
function noTable(table: string): string {
  const names = QUERY_TABLES.map(({ name }) => name);
  const close = nearest(table.toLowerCase(), names);
  return `there is no table "${table}"; ${close === null ? '' : `did you mean "${close}"? `}the tables are ${names.join(', ')} (docs/results.md)`;
}

function plain(json: unknown, value: unknown): QueryCell {
  if (typeof value === 'bigint') return value >= -(2n ** 53n) && value <= 2n ** 53n ? Number(value) : String(value);
  if (json === null || typeof json === 'string' || typeof json === 'boolean' || typeof json === 'number') return json;
  return JSON.stringify(json);
}
