// Logs: what could have been drawn is found by trying every user who may have drawn it; how many wanted it by counting the numbers that are left.

import { mean, some } from './by-hand.ts';
import { exposures, type Figure, trials, type WholeTwin } from './twin.ts';

interface User {
  readonly name: string;
  readonly cluster: number;
  /** Published, by intent. */
  readonly queries: readonly (readonly string[])[];
}

export const queryLogTwin: WholeTwin = {
  kind: 'query-log',
  tables: ['trials', 'exposures'],
  draw(random) {
    const users: User[] = [];
    for (let cluster = 0; cluster < 1 + random.below(4); cluster += 1) {
      const intents = random.below(4);
      for (let at = 0; at < 2 + random.below(4); at += 1) {
        const queries = Array.from({ length: intents }, (_, intent) => {
          // A word may be asked for several intents, and by users of several clusters.
          const words = ['sun', 'news', `word ${intent}`, `town ${cluster}`, `own ${users.length}`];
          const own = some(random, words, 0.35);
          return own.length > 0 ? own : [words[random.below(words.length)]];
        });
        users.push({ name: `p${users.length}`, cluster, queries });
      }
    }
    const real = users.map(({ queries }) => [...some(random, queries.flat(), 0.7), 'another']);
    const hasOriginal = random.unit() < 0.8;
    const lines = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
    return {
      audit: {
        release: lines([{ log: 'strings', k: 2 }, ...users.map(({ name, cluster, queries }) => ({ user: name, cluster, queries }))]),
        original: hasOriginal ? lines(users.map(({ name }, at) => ({ user: `u${at}`, as: name, queries: real[at] }))) : null,
        request: { kind: 'query-log' },
      },
      checks: expectedOf(users, hasOriginal ? real : null),
    };
  },
};

function expectedOf(users: readonly User[], real: readonly (readonly string[])[] | null) {
  const told = users.flatMap((user, at) =>
    user.queries.flatMap((own, intent) =>
      own.map((query) => ({
        at,
        query,
        ...chances(user, intent, users),
        right: real === null ? null : (real[at] as string[]).includes(query),
      })),
    ),
  );
  const sure = told.filter(({ probability }) => probability === 1);
  const alone = users.filter((user) =>
    user.queries.flat().some((query) => users.every((other) => other === user || !other.queries.flat().includes(query))),
  );
  const rows = new Map<string, Record<string, Figure>>([
    [
      'not drawn',
      told.length === 0
        ? { status: 'not computable', value: null }
        : {
            status: 'decided',
            value: sure.length / told.length,
            right: real === null || sure.length === 0 ? null : mean(sure.map(({ right }) => Number(right))),
            ownAtAll: real === null ? null : mean(told.map(({ right }) => Number(right))),
            expectedWithout: mean(told.map(({ without }) => without)),
          },
    ],
    ['one query known', { value: alone.length / users.length, baseline_value: 1 / users.length }],
  ]);
  // A query published for two intents counts once for each.
  const people = Map.groupBy(told, ({ at, query }) => `${at + 1} | ${query}`);
  const once = new Map(
    [...people].flatMap(([key, of]) =>
      of.length === 1
        ? ([[key, { probability: of[0]?.probability as number, without: of[0]?.without as number, right: of[0]?.right ?? null }]] as const)
        : [],
    ),
  );
  return [trials(rows), exposures(once, once.size === people.size)];
}

function chances(user: User, intent: number, users: readonly User[]): { readonly probability: number; readonly without: number } {
  const cluster = users.filter((other) => other.cluster === user.cluster);
  const queriesOf = (of: User): readonly string[] => of.queries[intent];
  /** One query is drawn for who has none: from those of others. */
  const mayBeDrawn = (of: User): boolean =>
    queriesOf(of).length === 1 && cluster.some((other) => other !== of && queriesOf(other).includes(queriesOf(of)[0]));
  const open = cluster.filter(mayBeDrawn);
  // More than half had it.
  const numbers = cluster.map((_, at) => at + 1).filter((holders) => 2 * holders > cluster.length);
  const left = numbers.filter((holders) => holders >= cluster.length - open.length);
  return {
    probability: mayBeDrawn(user) ? mean(left.map((holders) => (holders - (cluster.length - open.length)) / open.length)) : 1,
    without: mean(numbers.map((holders) => holders / cluster.length)),
  };
}
