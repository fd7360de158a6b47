import { certainOriginals } from './equalise.ts';
import type { PublishedUser } from './log-file.ts';

/** More than half of a cluster have each published intent. */
export const leastHolders = (size: number): number => Math.floor(size / 2) + 1;

/** That a user of so large a cluster wants what it is published with, for who knows no more: every possible number of holders is as likely. */
export const wantedShare = (size: number): number => (leastHolders(size) + size) / 2 / size;

export interface OwnQuery {
  readonly user: number;
  readonly intent: number;
  readonly query: string;
  /** Probability that the user asked it. */
  readonly probability: number;
  /** Baseline: knows only that more than half of the cluster have each published intent. */
  readonly without: number;
  readonly why: 'nobody else has it' | 'one query is drawn, and here are more' | null;
}

/**
 * Which published queries of a cluster are their user's own. A query of a single user of the cluster was not drawn, since draws are from others'
 * queries; and who has several for an intent had it, since one is drawn. How many of the rest had theirs follows from more than half having it:
 * every number of holders that is left is as likely.
 */
export function ownQueries(users: readonly PublishedUser[]): readonly OwnQuery[] {
  const size = users.length;
  const intents = users[0]?.queries.length ?? 0;
  const strings = new Map(
    users.map(({ queries }, user) => [String(user), new Map(queries.map((own, intent) => [String(intent), new Set(own)]))]),
  );
  const alone = new Set(certainOriginals(strings).map(([user, intent, query]) => JSON.stringify([user, intent, query])));
  const found: OwnQuery[] = [];
  for (let intent = 0; intent < intents; intent += 1) {
    const of = users.map(({ queries }, user) => {
      const own = queries[intent];
      const single = own.some((query) => alone.has(JSON.stringify([String(user), String(intent), query])));
      return {
        user,
        own,
        why: single ? ('nobody else has it' as const) : own.length > 1 ? ('one query is drawn, and here are more' as const) : null,
      };
    });
    const sure = of.filter(({ why }) => why !== null).length;
    const rest = size - sure;
    // Mean of the numbers from the least possible to all.
    const left = rest === 0 ? 1 : ((Math.max(sure, leastHolders(size)) + size) / 2 - sure) / rest;
    const without = wantedShare(size);
    for (const { user, own, why } of of)
      for (const query of own) found.push({ user, intent, query, probability: why === null ? left : 1, without, why });
  }
  return found;
}

/** Users whom some query of theirs tells from all others of the release. */
export function uniqueByOne(users: readonly PublishedUser[]): number {
  const holders = new Map<string, number>();
  for (const { queries } of users) for (const query of new Set(queries.flat())) holders.set(query, (holders.get(query) ?? 0) + 1);
  return users.filter(({ queries }) => queries.flat().some((query) => holders.get(query) === 1)).length;
}
