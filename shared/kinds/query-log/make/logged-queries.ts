import type { LoggedQuery } from '../../../core/extract/sessions.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import type { Readers } from '../../../kit/offers.ts';

/** Column names in query logs, also AOL's. */
const COLUMNS: Readonly<Record<string, keyof LoggedQuery>> = {
  user: 'user',
  anonid: 'user',
  userid: 'user',
  user_id: 'user',
  query: 'query',
  session: 'session',
  session_id: 'session',
  time: 'minute',
  querytime: 'minute',
  timestamp: 'minute',
};

/**
 * A query log: JSON Lines `{"user","query","session","time"}`, or tab-separated columns, named in the first line or else user, query, time. Further columns
 * are ignored.
 */
export function* loggedQueries(
  path: string,
  per: 'user' | 'session',
  { text, isJsonLines, jsonObject }: Pick<Readers, 'text' | 'isJsonLines' | 'jsonObject'>,
): Generator<LoggedQuery> {
  const json = isJsonLines(path);
  let columns: readonly (keyof LoggedQuery | undefined)[] = ['user', 'query', 'minute'];
  for (const [at, line] of text(path).split('\n').entries()) {
    if (line.trim() === '') continue;
    const cells = json ? [] : line.replace(/\r$/, '').split('\t');
    const named = cells.map((cell) => COLUMNS[cell.trim().toLowerCase()]);
    if (at === 0 && named.includes('user') && named.includes('query')) {
      columns = named;
      continue;
    }
    const fields = json
      ? Object.entries(jsonObject(line, path, at + 1)).map(([name, value]) => [COLUMNS[name.toLowerCase()], value] as const)
      : cells.map((cell, column) => [columns[column], cell] as const);
    yield logged(fields, { file: path, line: at + 1 }, per);
  }
}

function logged(
  fields: readonly (readonly [keyof LoggedQuery | undefined, unknown])[],
  place: { file: string; line: number },
  per: string,
): LoggedQuery {
  const field = (name: keyof LoggedQuery): string | undefined => {
    const value = fields.find(([column]) => column === name)?.[1];
    return value === undefined || value === null ? undefined : String(value).trim();
  };
  const user = field('user');
  const query = field('query');
  if (user === undefined || user === '' || query === undefined) {
    throw new BadInput('a line of a query log needs a user and a query (tab-separated, or JSON Lines)', place);
  }
  const session = field('session');
  const time = field('minute');
  if (per === 'session' && session === undefined && time === undefined) {
    throw new BadInput('sessions need a session or a time; add a column, or use --per user', place);
  }
  const minute = time === undefined ? undefined : minutes(time, place);
  return { user, query, ...(session === undefined ? {} : { session }), ...(minute === undefined ? {} : { minute }) };
}

/** Seconds since 1970, or date and time. Without a zone it is UTC, so that the machine does not matter. */
function minutes(time: string, place: { file: string; line: number }): number {
  const local = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(time);
  const value = /^\d+$/.test(time) ? Number(time) * 1000 : Date.parse(local ? `${time.replace(' ', 'T')}Z` : time);
  if (Number.isNaN(value)) throw new BadInput('this time cannot be read; write 2006-03-01 07:17:12 or seconds since 1970', place);
  return value / 60_000;
}
