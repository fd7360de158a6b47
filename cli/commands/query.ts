import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { atHome, NAMED_QUERIES, type NamedQuery } from '../../shared/contracts/named-queries.ts';
import { QUERY_TABLES } from '../../shared/contracts/result-tables.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Options } from '../../shared/kit/option.ts';
import { identityIn } from '../../shared/pipeline/identity/audit-identity.ts';
import { type Command, ExitCode, jsonLine, oneArgument, optionHelp, parseOptions, type Terminal } from '../command.ts';
import { openDatabase, type ResultDatabase } from '../query/database.ts';
import { asCsv, asJson, asTable } from '../query/formats.ts';
import { resultFolders, staleNote } from '../query/result-files.ts';
import { nearest } from '../usage.ts';
import { writeAtomically } from '../write-atomically.ts';

const FORMATS = ['table', 'csv', 'json', 'parquet'] as const;

const OPTIONS = {
  list: { type: 'boolean', help: 'the named queries; they are the same as in the cloud, for Athena' },
  audit: { type: 'string', value: 'AUDIT', help: "of a named query over one audit: the audit's name, or the beginning of its id" },
  dataset: { type: 'string', value: 'NAME', help: 'of dataset-trend: the name that its audits have' },
  campaign: {
    type: 'string',
    value: 'ID',
    help: 'of campaign-findings: the campaign, of which "npm run cloud:local" keeps the table beside its audits',
  },
  results: { type: 'string', value: 'DIR', default: 'unveil-results', help: 'where the audits lie (default unveil-results)' },
  format: {
    type: 'string',
    value: 'FORMAT',
    values: ['table', 'csv', 'json', 'parquet'],
    help: 'table (default), csv (safe to open in a spreadsheet), json, parquet',
  },
  json: { type: 'boolean', default: false, help: 'the same as --format json; of --list one object a line' },
  out: { type: 'string', value: 'FILE', help: 'write there, needed for parquet; a file that exists is not replaced' },
} as const satisfies Options;

const help = `unveil query: SQL over the results of all audits on this machine

Usage: unveil query "SELECT attack, precision FROM attacks WHERE f1 > 0.5"
       unveil query NAME [--audit AUDIT | --dataset NAME | --campaign ID]
       unveil query --list

Tables: ${QUERY_TABLES.map(({ name }) => name).join(', ')}
(columns in docs/results.md; each row names its audit in audit_id and its day in dt). The engine is DuckDB, which is
installed apart: npm install @duckdb/node-api. It sees the results and nothing else of this machine.

${optionHelp(OPTIONS)}`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    if (values.list === true) return listQueries(values.json, terminal);
    const text = oneArgument(
      positionals,
      'say what to ask: unveil query "select ...", or a name from unveil query --list',
      'put the query into quotes',
    );
    if (values.json && values.format !== undefined && values.format !== 'json')
      throw new BadInput(`--json and --format ${values.format} are given both; which one is it?`);
    const asked = values.json ? 'json' : (values.format ?? 'table');
    const format = FORMATS.find((each) => each === asked);
    if (format === undefined) throw new BadInput(`--format is one of: ${FORMATS.join(', ')}`);
    const out = values.out === undefined || values.out === '-' ? undefined : resolve(values.out);
    if (format === 'parquet' && out === undefined) throw new BadInput('say where to write the Parquet file: --out FILE');
    if (out !== undefined && existsSync(out))
      throw new BadInput('this exists already; name a file that does not', { file: values.out as string });

    // A campaign's own table is next to the folders of its audits.
    const folders = [...new Set([...resultFolders(values.results), values.results])];
    for (const note of folders.map(staleNote)) if (note !== null) terminal.err.write(`unveil: note: ${note}\n`);
    const named = /^[a-z_-]+$/i.test(text) ? namedQuery(text) : undefined;
    refuseUnasked(named, values);
    const sql = named !== undefined ? atHome(named) : text.trim().replace(/;\s*$/, '');
    const database = await openDatabase(folders, named === undefined ? sql : `${sql} audits`, format === 'parquet' ? out : undefined);
    for (const note of database.leftOut) terminal.err.write(`unveil: note: ${note}\n`);
    try {
      const parameters = named === undefined ? [] : await parametersOf(named, values, values.results, database);
      if (format === 'parquet' && out !== undefined) {
        await database.writeParquet(sql, parameters, out);
        return ExitCode.done;
      }
      const found = await database.ask(sql, parameters);
      // No rows are no finding, and no sign of safety where another table has some.
      if (found.rows.length === 0 && database.absent.length > 0)
        terminal.err.write(
          `unveil: note: no audit here has the table ${database.absent.join(', ')}${database.absent.includes('attacks') ? ELSEWHERE : ''}\n`,
        );
      const page =
        format === 'csv'
          ? asCsv(found)
          : format === 'json'
            ? asJson(found)
            : asTable(found, out === undefined ? widthOf(terminal) : Infinity);
      if (out === undefined) terminal.out.write(page);
      else await writeAtomically(out, [page]);
      return ExitCode.done;
    } finally {
      database.close();
    }
  },
};

const ELSEWHERE = '; attacks on tables of people, groups, places, graphs, logs and texts are in the table findings';

/** Output that is no terminal is not cut. */
const widthOf = ({ out }: Terminal): number => (out as { columns?: number }).columns ?? Infinity;

function listQueries(json: boolean, { out }: Terminal): ExitCode {
  const width = NAMED_QUERIES.reduce((most, { name }) => Math.max(most, name.length), 0);
  for (const { name, about } of NAMED_QUERIES) {
    const called = name.replaceAll('_', '-');
    out.write(json ? jsonLine({ name: called, about }) : `${called.padEnd(width)}  ${about}\n`);
  }
  return ExitCode.done;
}

/** Named as in the cloud, with hyphens as well as with underscores. */
function namedQuery(text: string): NamedQuery {
  const name = text.toLowerCase().replaceAll('-', '_');
  const found = NAMED_QUERIES.find((each) => each.name === name);
  if (found !== undefined) return found;
  const close = nearest(
    name,
    NAMED_QUERIES.map((each) => each.name),
  );
  const meant = close === null ? '' : `did you mean "${close.replaceAll('_', '-')}"? `;
  throw new BadInput(`there is no query "${text}"; ${meant}"unveil query --list" has them all, and SQL goes into quotes`);
}

/** Options that a named query can need. */
const ASKS = ['audit', 'dataset', 'campaign'] as const;
type Asked = Readonly<Partial<Record<(typeof ASKS)[number], string | undefined>>>;

function refuseUnasked(named: NamedQuery | undefined, values: Asked): void {
  for (const what of ASKS) {
    if (values[what] === undefined || named?.asks === what) continue;
    if (named === undefined) throw new BadInput(`--${what} goes with a named query; in one of your own write it into the WHERE`);
    throw new BadInput(`${named.name} asks ${named.asks === 'all' ? 'over all audits' : `for --${named.asks}`}; leave --${what} out`);
  }
}

/** Values of the query's question marks. */
async function parametersOf(
  { name, asks }: NamedQuery,
  values: Asked,
  results: string,
  database: ResultDatabase,
): Promise<readonly string[]> {
  if (asks === 'all') return [];
  if (asks === 'audit') return auditOf(values.audit, results, database);
  const given = values[asks];
  if (given === undefined) throw new BadInput(`${name} asks for --${asks}`);
  return [given];
}

/** Day and id of an audit. */
async function auditOf(wanted: string | undefined, results: string, database: ResultDatabase): Promise<readonly string[]> {
  const { rows } = await database.ask('SELECT DISTINCT name, audit_id, dt FROM audits ORDER BY dt, audit_id', []);
  const fitting = rows.filter(([called, id]) => wanted === undefined || called === wanted || String(id).startsWith(identityIn(wanted)));
  const [first, another] = fitting;
  if (first === undefined)
    throw new BadInput(
      wanted === undefined ? 'there are no finished audits here' : `no audit here is called "${wanted}", and no id begins so`,
      { file: results },
    );
  if (another !== undefined) {
    const some = fitting.slice(0, 5).map(([called, id]) => `${called} (${String(id).slice(0, 12)})`);
    throw new BadInput(
      `${fitting.length} audits fit: ${some.join(', ')}${fitting.length > 5 ? ', ...' : ''}; say which with --audit and the beginning of its id`,
    );
  }
  return [String(first[2]), String(first[1])];
}
