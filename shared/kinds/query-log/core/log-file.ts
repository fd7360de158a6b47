import { columnOf, Fault } from '../../../core/format/fault.ts';
import { isItem, itemFault } from '../../../core/format/item.ts';
import { degreeIn, jsonRecord, textOfKey, valueOffset } from '../../../core/format/json-record.ts';
import { LineReader } from '../../../core/format/lines.ts';
import { textOf } from '../../../core/format/table/cells.ts';
import { cellPlace, DelimitedReader, type TableRow } from '../../../core/format/table/delimited.ts';
import { headerDelimiter } from '../../../core/format/table/delimiter.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import type { Search } from './intents.ts';

/** A user of a release: the cluster, and by intent of the cluster, in one order for all of it, the queries. */
export interface PublishedUser {
  readonly user: string;
  readonly cluster: number;
  readonly queries: readonly (readonly string[])[];
}

/** Original queries, by the name in the release. */
interface RealQueries {
  readonly as: string;
  readonly queries: readonly string[];
  /** Of each published intent whether it was wanted; null where the file does not say. */
  readonly wants: readonly boolean[] | null;
}

/** Form of an intent: each user's own or drawn queries, the most frequent query of the cluster, or all of its queries. */
export const LOG_FORMS = ['strings', 'name', 'set'] as const;
export type LogForm = (typeof LOG_FORMS)[number];

export interface PublishedLog {
  readonly form: LogForm;
  readonly k: number | null;
  readonly users: readonly PublishedUser[];
}

const WANTED = {
  header: 'the first line is {"log":"strings"}, "name" or "set", with "k" where it is claimed',
  user: 'a line is {"user":"p1","cluster":1,"queries":[["sun","solaris"],["pizza"]]}: the queries by intent',
  search:
    'a line is {"user":"1","query":"sun","url":"https://sun.com"}, without "url" where nothing was clicked; or the first line names columns: user (or AnonID), query, and url (or ClickURL)',
  real: 'a line is {"user":"1","as":"p1","queries":["sun","pizza"]}, with "wants":[true,false] by published intent where that is known',
} as const;

/** A release: every user once, every user of a cluster with the same number of intents. */
export async function readPublishedLog(file: string, bytes: AsyncIterable<Uint8Array>): Promise<PublishedLog> {
  let header: Header | null = null;
  const users: PublishedUser[] = [];
  const seen = new Set<string>();
  const intents = new Map<number, PublishedUser['queries']>();
  await eachLine(file, bytes, (line) => {
    if (header === null) {
      header = headerOf(line);
      return;
    }
    const row = jsonRecord(line, new Set(['user', 'cluster', 'queries']), WANTED.user);
    const user = textOfKey(line, row, 'user');
    if (seen.has(user)) throw new Fault('this user stands on an earlier line too', valueOffset(line, 'user'));
    seen.add(user);
    const { cluster, queries } = row;
    if (!(Number.isSafeInteger(cluster) && (cluster as number) >= 0))
      throw new Fault('"cluster" is a number, from 0', valueOffset(line, 'cluster'));
    if (!Array.isArray(queries) || !queries.every((own) => Array.isArray(own) && own.length > 0 && own.every(isItem)))
      throw new Fault('"queries" is a list of lists of texts, one or more for each intent', valueOffset(line, 'queries'));
    const own = queries.map((each: readonly string[]) => [...new Set(each)]);
    const others = intents.get(cluster as number) ?? own;
    const wrong = unlike(header.form, own, others);
    if (wrong !== null) throw new Fault(wrong, valueOffset(line, 'queries'));
    intents.set(cluster as number, others);
    users.push({ user, cluster: cluster as number, queries: own });
  });
  if (users.length === 0) throw new BadInput(`there is no user; ${header === null ? WANTED.header : WANTED.user}`, { file });
  const { form, k } = (header as Header | null) ?? { form: 'strings', k: null };
  return { form, k, users };
}

/** Violations of the form, or differences between users of a cluster. */
function unlike(form: LogForm, own: PublishedUser['queries'], others: PublishedUser['queries']): string | null {
  if (own.length !== others.length) return `the users of a cluster have all of its intents: ${others.length}, and here ${own.length}`;
  if (form === 'name' && own.some(({ length }) => length > 1)) return 'a name stands for each intent: one query';
  const differ =
    form !== 'strings' && own.some((each, at) => !new Set(each).isSubsetOf(new Set(others[at])) || each.length !== others[at]?.length);
  return differ ? `the users of a cluster publish the same ${form} for each of its intents` : null;
}

/** A log as it was, a line a search: JSON Lines, or a table whose first line names its columns. */
export async function readSearches(file: string, bytes: AsyncIterable<Uint8Array>): Promise<Search[]> {
  const searches: Search[] = [];
  let table: SearchTable | null = null;
  await eachLine(file, bytes, (line, number) => {
    if (number === 1 && !/^\s*[{[]/.test(line)) {
      table = new SearchTable(file, line, WANTED.search);
      return;
    }
    if (table !== null) {
      const search = table.search(line, number);
      if (search !== null) searches.push(search);
      return;
    }
    const row = jsonRecord(line, new Set(['user', 'query', 'url']), WANTED.search);
    searches.push({
      user: textOfKey(line, row, 'user'),
      query: textOfKey(line, row, 'query'),
      url: row['url'] === undefined || row['url'] === null ? null : textOfKey(line, row, 'url'),
    });
  });
  (table as SearchTable | null)?.end();
  if (searches.length === 0) throw new BadInput(`there is no search; ${WANTED.search}`, { file });
  return searches;
}

export async function readRealQueries(file: string, bytes: AsyncIterable<Uint8Array>): Promise<RealQueries[]> {
  const users: RealQueries[] = [];
  await eachLine(file, bytes, (line) => {
    const row = jsonRecord(line, new Set(['user', 'as', 'queries', 'wants']), WANTED.real);
    const { queries, wants = null } = row;
    if (!Array.isArray(queries) || !queries.every(isItem)) throw new Fault('"queries" is a list of texts', valueOffset(line, 'queries'));
    if (wants !== null && !(Array.isArray(wants) && wants.every((each) => typeof each === 'boolean')))
      throw new Fault('"wants" is a list of true and false', valueOffset(line, 'wants'));
    users.push({ as: textOfKey(line, row, 'as'), queries, wants: wants as readonly boolean[] | null });
  });
  return users;
}

interface Header {
  readonly form: LogForm;
  readonly k: number | null;
}

function headerOf(line: string): Header {
  const { log, k = null } = jsonRecord(line, new Set(['log', 'k']), WANTED.header);
  const form = LOG_FORMS.find((each) => each === log);
  if (form === undefined) throw new Fault(WANTED.header, valueOffset(line, 'log'));
  return { form, k: degreeIn(line, k) };
}

async function eachLine(file: string, bytes: AsyncIterable<Uint8Array>, take: (line: string, number: number) => void): Promise<void> {
  const lines = new LineReader(file);
  const told = (line: string): void => {
    try {
      take(line, lines.line);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw new BadInput(error.message, { file, line: lines.line, column: columnOf(line, error.offset) });
    }
  };
  for await (const piece of bytes) for (const line of lines.push(piece)) told(line);
  for (const line of lines.end()) told(line);
}

/** Column names in logs, those of AOL among them. */
const COLUMNS: ReadonlyMap<string, keyof Search> = new Map([
  ['user', 'user'],
  ['anonid', 'user'],
  ['userid', 'user'],
  ['user_id', 'user'],
  ['query', 'query'],
  ['url', 'url'],
  ['clickurl', 'url'],
  ['click_url', 'url'],
]);

/** Reads a delimited log below a header. Columns of other names (times, ranks) are not read. */
class SearchTable {
  readonly #file: string;
  readonly #reader: DelimitedReader;
  readonly #columns: readonly (keyof Search | undefined)[];

  constructor(file: string, header: string, wanted: string) {
    this.#file = file;
    this.#reader = new DelimitedReader(file, headerDelimiter([header]));
    const row = this.#reader.row(header, 1);
    this.#columns = row?.cells.map((cell) => COLUMNS.get(textOf(cell).toLowerCase())) ?? [];
    if (!this.#columns.includes('user') || !this.#columns.includes('query')) throw new BadInput(wanted, { file, line: 1, column: 1 });
  }

  /** Null while a quoted field continues on the next line. */
  search(line: string, number: number): Search | null {
    const row = this.#reader.row(line, number);
    if (row === null) return null;
    const url = this.#columns.indexOf('url');
    return {
      user: this.#text(row, 'user'),
      query: this.#text(row, 'query'),
      url: textOf(row.cells[url]) === '' ? null : this.#text(row, 'url'),
    };
  }

  end(): void {
    this.#reader.end();
  }

  #text(row: TableRow, column: keyof Search): string {
    const at = this.#columns.indexOf(column);
    const text = textOf(row.cells[at]);
    const wrong = at < row.cells.length ? itemFault(text) : `this line has no ${column}; the first line says where it stands`;
    if (wrong === null) return text;
    const place = at < row.cells.length ? cellPlace(row, at) : { line: row.line, column: 1 };
    throw new BadInput(at < row.cells.length ? `${wrong} (in the column of the ${column})` : wrong, { file: this.#file, ...place });
  }
}
