/** One line of a query log. */
export interface LoggedQuery {
  readonly user: string;
  readonly query: string;
  readonly session?: string;
  /** Minutes since whenever. */
  readonly minute?: number;
}

/** A pause longer than this begins a new session. */
const PAUSE_MINUTES = 30;

/**
 * The queries of each user in their order, or of each session: the log's own, else what lies between two pauses. Users and
 * sessions come in order of first appearance.
 */
export function queriesBy(per: 'user' | 'session', log: Iterable<LoggedQuery>): ReadonlyMap<string, readonly string[]> {
  const transactions = new Map<string, string[]>();
  const last = new Map<string, { readonly minute: number; readonly session: number }>();
  for (const entry of log) {
    const key = per === 'user' ? entry.user : `${entry.user}#${entry.session ?? sessionOf(entry, last)}`;
    const queries = transactions.get(key);
    if (queries === undefined) transactions.set(key, [entry.query]);
    else queries.push(entry.query);
  }
  return transactions;
}

function sessionOf({ user, minute = 0 }: LoggedQuery, last: Map<string, { readonly minute: number; readonly session: number }>): number {
  const before = last.get(user);
  const session = before === undefined ? 1 : before.session + (minute - before.minute > PAUSE_MINUTES ? 1 : 0);
  last.set(user, { minute, session });
  return session;
}
