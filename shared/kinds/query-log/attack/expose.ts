import { seeded } from '../../../core/random/random.ts';
import type { Guess } from '../../../kit/plain/plain-kind.ts';
import type { LogForm, PublishedUser } from '../core/log-file.ts';
import { ownQueries, wantedShare } from '../core/own-queries.ts';

export interface ClusterUnit {
  readonly form: LogForm;
  readonly people: readonly number[];
  readonly users: readonly PublishedUser[];
  readonly seed: string;
}

/** By user of the release: what was asked, and the names of what was wanted, null where the original does not say. */
export type ClusterTruth = readonly (readonly [user: string, asked: readonly string[], wanted: readonly string[] | null])[];

const WANTED = 'wanted';

export function exposeCluster({ form, people, users, seed }: ClusterUnit): Guess[] {
  const guess = (user: number, of: Pick<Guess, 'target' | 'probability' | 'without' | 'decision' | 'betrayedBy'>): Guess => ({
    person: people[user],
    id: users[user]?.user ?? null,
    isProtected: false,
    ...of,
  });
  if (form === 'strings')
    return ownQueries(users).map(({ user, query, probability, without, why }) =>
      guess(user, { target: query, probability, without, decision: 'own', betrayedBy: why }),
    );
  const share = wantedShare(users.length);
  return users.flatMap(({ queries }, user) =>
    queries.map((words) =>
      form === 'name'
        ? guess(user, { target: words[0], probability: share, without: null, decision: WANTED, betrayedBy: null })
        : guess(user, {
            // One of them: each was asked by one user of the cluster at least, and one at least by each who wants it.
            target: words[seeded(seed, 'query', ...words.toSorted()).below(words.length)],
            probability: Math.max(share / words.length, 1 / users.length),
            without: null,
            decision: 'own',
            betrayedBy: null,
          }),
    ),
  );
}

/** Whether it was asked; of a name, whether what it stands for was wanted. */
export function judgeCluster(truth: ClusterTruth, { id, target, decision }: Guess): boolean | null {
  const [, asked, wanted] = truth.find(([user]) => user === id) ?? [];
  if (decision === WANTED) return wanted == null ? null : wanted.includes(target);
  return asked?.includes(target) ?? false;
}
