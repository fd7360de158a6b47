import { columnOf, Fault } from '../format/fault.ts';
import { itemFault } from '../format/item.ts';
import { jsonRecord, valueOffset } from '../format/json-record.ts';
import { LineReader } from '../format/lines.ts';
import { BadInput } from '../model/bad-input.ts';
import type { Search } from './intents.ts';

/** A user of a release: the cluster, and by intent of the cluster, in one order for all of it, the queries. */
export interface PublishedUser {
  readonly user: string;
  readonly cluster: number;
  readonly queries: readonly (readonly string[])[];
}

/** What somebody really asked, by the name in the release. */
export interface RealQueries {
  readonly as: string;
  readonly queries: readonly string[];
}

export interface PublishedLog {
  readonly k: number | null;
  readonly users: readonly PublishedUser[];
}

type Row = Readonly<Record<string, unknown>>;

const WANTED = {
  header: 'the first line is {"log":"strings"}, with "k" where it is claimed',
  user: 'a line is {"user":"p1","cluster":1,"queries":[["sun","solaris"],["pizza"]]}: the queries by intent',
  search: 'a line is {"user":"1","query":"sun","url":"https://sun.com"}, without "url" where nothing was clicked',
  real: 'a line is {"user":"1","as":"p1","queries":["sun","pizza"]}',
} as const;

/** A release: every user once, every user of a cluster with the same number of intents. */
export async function readPublishedLog(file: string, bytes: AsyncIterable<Uint8Array>): Promise<PublishedLog> {
  let header: { readonly k: number | null } | null = null;
  const users: PublishedUser[] = [];
  const seen = new Set<string>();
  const intents = new Map<number, number>();
  await eachLine(file, bytes, (line) => {
    if (header === null) {
      header = headerOf(line);
      return;
    }
    const row = jsonRecord(line, new Set(['user', 'cluster', 'queries']), WANTED.user);
    const user = named(line, row, 'user');
    if (seen.has(user)) throw new Fault('this user stands on an earlier line too', valueOffset(line, 'user'));
    seen.add(user);
    const { cluster, queries } = row;
    if (!(Number.isSafeInteger(cluster) && (cluster as number) >= 0))
      throw new Fault('"cluster" is a number, from 0', valueOffset(line, 'cluster'));
    if (!Array.isArray(queries) || !queries.every((own) => Array.isArray(own) && own.length > 0 && own.every(isQuery)))
      throw new Fault('"queries" is a list of lists of texts, one or more for each intent', valueOffset(line, 'queries'));
    const wanted = intents.get(cluster as number) ?? queries.length;
    if (queries.length !== wanted)
      throw new Fault(
        `the users of a cluster have all of its intents: ${wanted}, and here ${queries.length}`,
        valueOffset(line, 'queries'),
      );
    intents.set(cluster as number, wanted);
    users.push({ user, cluster: cluster as number, queries: queries.map((own: readonly string[]) => [...new Set(own)]) });
  });
  if (users.length === 0) throw new BadInput(`there is no user; ${header === null ? WANTED.header : WANTED.user}`, { file });
  return { k: (header as { readonly k: number | null } | null)?.k ?? null, users };
}

/** A log as it was: a line a search. */
export async function readSearches(file: string, bytes: AsyncIterable<Uint8Array>): Promise<Search[]> {
  const searches: Search[] = [];
  await eachLine(file, bytes, (line) => {
    const row = jsonRecord(line, new Set(['user', 'query', 'url']), WANTED.search);
    searches.push({
      user: named(line, row, 'user'),
      query: named(line, row, 'query'),
      url: row['url'] === undefined || row['url'] === null ? null : named(line, row, 'url'),
    });
  });
  if (searches.length === 0) throw new BadInput(`there is no search; ${WANTED.search}`, { file });
  return searches;
}

/** What users of a release really asked. */
export async function readRealQueries(file: string, bytes: AsyncIterable<Uint8Array>): Promise<RealQueries[]> {
  const users: RealQueries[] = [];
  await eachLine(file, bytes, (line) => {
    const row = jsonRecord(line, new Set(['user', 'as', 'queries']), WANTED.real);
    const { queries } = row;
    if (!Array.isArray(queries) || !queries.every(isQuery)) throw new Fault('"queries" is a list of texts', valueOffset(line, 'queries'));
    users.push({ as: named(line, row, 'as'), queries });
  });
  return users;
}

function headerOf(line: string): { readonly k: number | null } {
  const { log, k = null } = jsonRecord(line, new Set(['log', 'k']), WANTED.header);
  if (log !== 'strings') throw new Fault(WANTED.header, valueOffset(line, 'log'));
  if (k !== null && !(Number.isInteger(k) && (k as number) >= 2))
    throw new Fault('"k" is a whole number, at least 2', valueOffset(line, 'k'));
  return { k: k as number | null };
}

const isQuery = (value: unknown): boolean => typeof value === 'string' && itemFault(value) === null;

function named(line: string, row: Row, key: string): string {
  const value = row[key];
  const wrong = typeof value === 'string' ? itemFault(value) : 'it is a text in quotes';
  if (wrong !== null) throw new Fault(`${wrong} (in "${key}")`, valueOffset(line, key));
  return value as string;
}

async function eachLine(file: string, bytes: AsyncIterable<Uint8Array>, take: (line: string) => void): Promise<void> {
  const lines = new LineReader(file);
  const told = (line: string): void => {
    try {
      take(line);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw new BadInput(error.message, { file, line: lines.line, column: columnOf(line, error.offset) });
    }
  };
  for await (const piece of bytes) for (const line of lines.push(piece)) told(line);
  for (const line of lines.end()) told(line);
}
