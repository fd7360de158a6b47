import { mean } from '../../../core/numeric/numeric.ts';
import { MOST_RECORDS, scoringFindings, tooMany } from '../../../core/scoring/scoring-findings.ts';
import { ScoringRecords } from '../../../core/scoring/scoring-index.ts';
import type { Distance, PublishedSet } from '../../../core/sets/published-set.ts';
import { setFindings } from '../../../core/sets/set-findings.ts';
import { type RowShare, sharesOf } from '../../../core/statistics/clusters.ts';
import { expectedHits } from '../../../core/statistics/expected-hits.ts';
import { liftInterval, shareInterval, shareOf } from '../../../core/statistics/intervals.ts';
import { percent } from '../../../core/verdict/figure-text.ts';
import { attempt, decided, notComputable, type Trial } from '../../../core/verdict/trial.ts';
import type { PublishedLog, PublishedUser } from './log-file.ts';
import { ownQueries, uniqueByOne, wantedShare } from './own-queries.ts';

/** Original queries, and the published intents that were real. */
export interface RealUser {
  readonly queries: readonly string[];
  readonly wants: readonly boolean[] | null;
}

export interface LogEvidence {
  /** By user of the release; null without the original. */
  readonly real: ReadonlyMap<string, RealUser> | null;
  /** Relatedness of queries; null: no source was asked, or none knows them. */
  readonly distance: Distance | null;
  readonly seed: string;
}

export function logFindings(log: PublishedLog, evidence: LogEvidence): Trial[] {
  const clusters = clustersOf(log);
  const own = {
    strings: () => [
      attempt('not drawn', null, () => notDrawn(clusters, evidence)),
      attempt('related', null, () => related(clusters, evidence)),
      attempt('one query known', null, () => alone(log.users)),
    ],
    name: () => [attempt('wanted', null, () => wanted(log, clusters, evidence))],
    set: () => [
      attempt('wanted', null, () => wanted(log, clusters, evidence)),
      ...setFindings(querySets(log), { ...evidence, holds: holdsIn(log, evidence) }, SET_WORDS).trials,
    ],
  } as const;
  return [...own[log.form](), ...scoringTrials(log, evidence)];
}

export function* queryPairs(log: PublishedLog): Generator<readonly [query: string, other: string]> {
  if (log.form === 'set') {
    for (const { members, rows } of querySets(log))
      for (const { context } of rows) for (const query of members) for (const other of context) yield [query, other];
    return;
  }
  if (log.form === 'strings')
    for (const users of clustersOf(log))
      for (const { user, intent, query, why } of ownQueries(users))
        if (why === null) for (const other of otherQueries(users[user], intent)) yield [query, other];
}

export const clustersOf = ({ users }: PublishedLog): (readonly PublishedUser[])[] => [
  ...Map.groupBy(users, ({ cluster }) => cluster).values(),
];

export const otherQueries = ({ queries }: PublishedUser, intent: number): string[] => queries.filter((_, at) => at !== intent).flat();

export const WITHOUT_ORIGINAL = 'it needs the original';
export const NO_SOURCE = 'no source that was asked knows queries beside others';
/** No source could change it. */
export const NOTHING_OPEN = 'of no intent some queries may be drawn and others not';
export const SET_WORDS = {
  members: 'queries',
  set: 'intent',
  noOriginal: WITHOUT_ORIGINAL,
  noRows: 'no set of queries stands for two users',
};

/** Several queries of one intent as a generalised item; its context is the user's other intents. */
export function querySets({ users }: PublishedLog): PublishedSet[] {
  const sets = new Map<string, { members: readonly string[]; rows: PublishedSet['rows'][number][] }>();
  for (const [person, user] of users.entries())
    for (const [intent, members] of user.queries.entries()) {
      if (members.length < 2) continue;
      const name = JSON.stringify(members.toSorted());
      const set = sets.get(name) ?? { members, rows: [] };
      set.rows.push({
        key: JSON.stringify([user.queries, user.user]),
        number: person,
        people: [person],
        context: otherQueries(user, intent),
      });
      sets.set(name, set);
    }
  return [...sets.values()];
}

export function holdsIn({ users }: PublishedLog, { real }: LogEvidence): ((person: number, query: string) => boolean) | null {
  if (real === null) return null;
  const asked = users.map(({ user }) => new Set(real.get(user)?.queries));
  return (person, query) => asked[person]?.has(query) ?? false;
}

function notDrawn(clusters: readonly (readonly PublishedUser[])[], { real }: LogEvidence): Trial {
  const told = clusters.flatMap((users) =>
    ownQueries(users).map(({ user, query, probability, without }) => {
      const own = real?.get(users[user]?.user as string)?.queries;
      return { sure: probability === 1, right: own === undefined ? null : own.includes(query), without };
    }),
  );
  if (told.length === 0) return notComputable('not drawn', null, 'no query is published');
  const sure = told.filter((each) => each.sure);
  const value = sure.length / told.length;
  const right = sure.filter((each) => each.right === true).length;
  return decided(
    'not drawn',
    null,
    `${sure.length} of ${told.length} published queries were certainly asked by their user${real === null ? '' : `, ${right} of them were`}`,
    {
      people: clusters.flat().length,
      coverage: 1,
      figure: 'queries that are certainly the user’s own',
      value,
      baseline: { name: 'more than half of a cluster want it', value: 0 },
      overBaseline: { lift: value, low: value, high: value },
      details: {
        right: real === null || sure.length === 0 ? null : right / sure.length,
        ownAtAll: real === null ? null : mean(told.map((each) => Number(each.right))),
        expectedWithout: mean(told.map((each) => each.without)),
      },
    },
  );
}

/** Of the queries that may be drawn: as many as must be the users' own, those first that stand closest to what else their user is published with. */
function related(clusters: readonly (readonly PublishedUser[])[], { real, distance }: LogEvidence): Trial {
  if (distance === null) return notComputable('related', null, NO_SOURCE);
  if (real === null) return notComputable('related', null, WITHOUT_ORIGINAL);
  const of: RowShare[] = [];
  const over: RowShare[] = [];
  let [scored, all] = [0, 0];
  for (const [group, users] of clusters.entries()) {
    const open = Map.groupBy(
      ownQueries(users).filter(({ why }) => why === null),
      ({ intent }) => intent,
    );
    for (const queries of open.values()) {
      // Half of a query cannot be named; where all or none must be own, nothing is to be told.
      const count = Math.round(queries.length * queries[0].probability);
      if (count === 0 || count === queries.length) continue;
      const scores = queries.map(({ user, intent, query }) => {
        const known = otherQueries(users[user], intent)
          .map((other) => distance(query, other))
          .filter((each) => !Number.isNaN(each));
        return known.length === 0 ? Number.NaN : -mean(known);
      });
      const holds = queries.map(({ user, query }) => real.get(users[user]?.user as string)?.queries.includes(query) ?? false);
      const row = { group, transaction: of.length, whole: count };
      of.push({ ...row, part: expectedHits(scores, holds, count) });
      over.push({ ...row, part: count * mean(holds.map(Number)) });
      all += scores.length;
      scored += scores.filter((each) => !Number.isNaN(each)).length;
    }
  }
  const value = shareOf(sharesOf(of));
  if (value === null) return notComputable('related', null, NOTHING_OPEN);
  if (scored === 0) return notComputable('related', null, NO_SOURCE);
  return decided('related', null, `of the queries that may be drawn it calls as many own as must be, and is right for ${percent(value)}`, {
    people: clusters.flat().length,
    coverage: scored / all,
    figure: 'queries called own rightly',
    value,
    interval: shareInterval(sharesOf(of)),
    baseline: { name: 'as many at random', value: shareOf(sharesOf(over)) },
    overBaseline: liftInterval(sharesOf(of), sharesOf(over)),
  });
}

function alone(users: readonly PublishedUser[]): Trial {
  const unique = uniqueByOne(users);
  const value = unique / users.length;
  const baseline = 1 / users.length;
  return decided('one query known', null, `${percent(value)} of the users have a query that no other user of the release has`, {
    people: users.length,
    coverage: 1,
    figure: 'users found by one query',
    value,
    baseline: { name: 'any user at random', value: baseline },
    overBaseline: { lift: value - baseline, low: value - baseline, high: value - baseline },
  });
}

/** That users want what their cluster is published with: more than half do. Beside it, how common the intent is at large. */
function wanted({ form, users }: PublishedLog, clusters: readonly (readonly PublishedUser[])[], { real }: LogEvidence): Trial {
  const atLarge = new Map<string, number>();
  const nameOf = (queries: readonly string[]): string => JSON.stringify(queries.toSorted());
  for (const own of clusters)
    for (const queries of own[0]?.queries ?? []) {
      const name = nameOf(queries);
      atLarge.set(name, (atLarge.get(name) ?? 0) + (wantedShare(own.length) * own.length) / users.length);
    }
  const of: RowShare[] = [];
  const over: RowShare[] = [];
  let measured = true;
  for (const [group, own] of clusters.entries())
    for (const { user, queries } of own)
      for (const [intent, words] of queries.entries()) {
        const known = real?.get(user);
        const is = form === 'set' ? known?.queries.some((query) => words.includes(query)) : known?.wants?.[intent];
        measured &&= is !== undefined;
        const row = { group, transaction: of.length, whole: 1 };
        of.push({ ...row, part: is === undefined ? wantedShare(own.length) : Number(is) });
        over.push({ ...row, part: Math.min(1, atLarge.get(nameOf(words)) as number) });
      }
  const value = shareOf(sharesOf(of));
  if (value === null) return notComputable('wanted', null, 'nothing is published');
  return decided('wanted', null, `what a cluster is published with its users want with ${percent(value)}`, {
    people: users.length,
    coverage: 1,
    figure: measured ? 'intents that their users want' : 'intents that their users want, as expected',
    value,
    interval: measured ? shareInterval(sharesOf(of)) : null,
    baseline: { name: 'how common the intent is at large', value: shareOf(sharesOf(over)) },
    overBaseline: liftInterval(sharesOf(of), sharesOf(over)),
  });
}

export function scoringTrials({ form, users }: PublishedLog, { real, seed }: LogEvidence): Trial[] {
  if (users.length > MOST_RECORDS) return [tooMany(users.length)];
  const records = users.map(({ queries }) => {
    const likeness = new Map<string, number>();
    for (const words of queries)
      for (const query of words) likeness.set(query, Math.max(likeness.get(query) ?? 0, form === 'set' ? 1 / words.length : 1));
    return likeness;
  });
  return scoringFindings({
    records: ScoringRecords.of(records),
    itemsOf: (record) => real?.get(users[record]?.user as string)?.queries ?? [...(records[record] as ReadonlyMap<string, number>).keys()],
    when: null,
    seed,
  });
}
