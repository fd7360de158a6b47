import { compareCodePoints } from '../../../core/model/code-points.ts';
import { seeded } from '../../../core/random/random.ts';
import type { IntentLog } from './intents.ts';

export interface EqualisedCluster {
  readonly users: readonly string[];
  /** In code-point order; every user of the cluster has them all. */
  readonly intents: readonly string[];
  /** Strings of each user by intent; drawn for who lacked it. */
  readonly strings: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
  readonly added: readonly (readonly [user: string, intent: string])[];
  readonly suppressed: readonly (readonly [user: string, intent: string])[];
  /** How often each string stands for each intent in the cluster, by its holders. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** An intent of more than half of a cluster is given to all, in queries drawn from those who have it; other intents are dropped. */
export function equalise(log: IntentLog, users: readonly string[], seed: string): EqualisedCluster {
  const holders = new Map<string, string[]>();
  for (const user of users) for (const intent of log.get(user)?.keys() ?? []) holders.set(intent, [...(holders.get(intent) ?? []), user]);
  const intents = [...holders.keys()].sort(compareCodePoints);
  const kept = intents.filter((intent) => 2 * (holders.get(intent) as readonly string[]).length > users.length);
  const counts = new Map(
    kept.map((intent) => {
      const strings = new Map<string, number>();
      for (const user of holders.get(intent) as readonly string[])
        for (const [query, times] of log.get(user)?.get(intent) ?? []) strings.set(query, (strings.get(query) ?? 0) + times);
      return [intent, strings] as const;
    }),
  );
  const added: (readonly [string, string])[] = [];
  const content = [...users].sort(compareCodePoints);
  const strings = new Map(
    users.map((user) => [
      user,
      new Map(
        kept.map((intent) => {
          const own = log.get(user)?.get(intent);
          if (own !== undefined) return [intent, new Set(own.keys())] as const;
          added.push([user, intent]);
          return [intent, new Set([drawn(counts.get(intent) as ReadonlyMap<string, number>, seed, ...content, user, intent)])] as const;
        }),
      ),
    ]),
  );
  const suppressed = intents
    .filter((intent) => !kept.includes(intent))
    .flatMap((intent) => (holders.get(intent) as readonly string[]).map((user) => [user, intent] as const));
  return { users, intents: kept, strings, added, suppressed, counts };
}

/** By count: a string that is asked twice as often is drawn twice as often. */
function drawn(counts: ReadonlyMap<string, number>, ...parts: readonly string[]): string {
  const strings = [...counts.keys()].sort(compareCodePoints);
  let left = seeded('equalise', ...parts).below(strings.reduce((total, each) => total + (counts.get(each) as number), 0));
  for (const each of strings) {
    left -= counts.get(each) as number;
    if (left < 0) return each;
  }
  throw new Error('a draw beyond all counts');
}

/** The string that stands for an intent in a cluster: the most frequent, then the first by code points. */
export function intentName(counts: ReadonlyMap<string, number>): string {
  return [...counts].reduce((best, each) =>
    each[1] > best[1] || (each[1] === best[1] && compareCodePoints(each[0], best[0]) < 0) ? each : best,
  )[0];
}

/** Strings that one user of the cluster alone has: such a string was not drawn from another, so it is the user's own. */
export function certainOriginals(
  strings: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>,
): readonly (readonly [user: string, intent: string, string: string])[] {
  const holders = new Map<string, string[]>();
  const key = (intent: string, each: string): string => JSON.stringify([intent, each]);
  for (const [user, own] of strings)
    for (const [intent, set] of own)
      for (const each of set) holders.set(key(intent, each), [...(holders.get(key(intent, each)) ?? []), user]);
  return [...strings].flatMap(([user, own]) =>
    [...own].flatMap(([intent, set]) =>
      [...set].filter((each) => holders.get(key(intent, each))?.length === 1).map((each) => [user, intent, each] as const),
    ),
  );
}
