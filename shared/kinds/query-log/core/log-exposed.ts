import { mean } from '../../../core/numeric/numeric.ts';
import { findingOfScoring } from '../../../core/scoring/scoring-findings.ts';
import { setFindings } from '../../../core/sets/set-findings.ts';
import { NORMAL_975 } from '../../../core/statistics/student.ts';
import { byAttack, type Finding, proved, withoutFigure } from '../../../core/verdict/finding.ts';
import { findingsOf, noGuess, peopleByValue, type TargetGuess, uniqueByFacts } from '../../../core/verdict/guesses.ts';
import type { PublishedLog, PublishedUser } from './log-file.ts';
import {
  clustersOf,
  holdsIn,
  type LogEvidence,
  NO_SOURCE,
  NOTHING_OPEN,
  otherQueries,
  querySets,
  SET_WORDS,
  scoringTrials,
  WITHOUT_ORIGINAL,
} from './log-findings.ts';
import { leastHolders, type OwnQuery, ownQueries, wantedShare } from './own-queries.ts';

export function logExposed(log: PublishedLog, evidence: LogEvidence): Finding[] {
  const { users, form } = log;
  // Where it cannot say, no input is missing: users have too few queries, or there are too many users.
  const scoring = scoringTrials(log, evidence)
    .map((trial) => findingOfScoring(trial, users.length))
    .map((finding): Finding => (finding.state === 'not computable' ? { ...finding, state: 'not tried' } : finding));
  const always = [...knownQueries(log, evidence), ...scoring];
  if (form === 'strings') return [...always, ...notDrawn(log, evidence), ...related(log, evidence)];
  const sets = form === 'set' ? setFindings(querySets(log), { ...evidence, holds: holdsIn(log, evidence) }, SET_WORDS).findings : [];
  return [...always, ...intents(log, evidence), ...sets];
}

/** Users who are unique by 1, 2 or 3 of their published queries. */
function knownQueries({ users }: PublishedLog, { real }: LogEvidence): Finding[] {
  const own = users.map(({ queries }) => [...new Set(queries.flat())]);
  const holders = peopleByValue(own);
  const known = own.map((queries, user) => {
    const asked = real?.get(users[user]?.user as string)?.queries;
    return queries.filter((query) => asked?.includes(query) ?? true).map((query) => holders.get(query) as ReadonlySet<number>);
  });
  return uniqueByFacts(known, {
    attack: 'known queries',
    knows: (facts) => `${facts === 1 ? 'a query' : `${facts} queries`} of a user`,
    baseline: 'who knows no query',
    reason: 'no other user is published with these',
  });
}

/** Queries that a user certainly asked, since they cannot have been drawn. */
function notDrawn(log: PublishedLog, { real }: LogEvidence): Finding[] {
  const by = byAttack('learned', 'not drawn', 'how the release was made');
  const of = log.users.length;
  const said = clustersOf(log).flatMap((users, cluster) => {
    const queries = Map.groupBy(ownQueries(users), ({ user }) => user);
    return users.map((each, user): TargetGuess => {
      const own = queries.get(user) ?? [];
      if (own.length === 0) return noGuess(cluster, 1, real === null ? null : 0);
      const confidence = Math.max(...own.map(({ probability }) => probability));
      const best = own.filter(({ probability }) => probability === confidence);
      // More than half of a cluster have each published intent: minimum number of own queries.
      const less = leastHolders(users.length) / users.length;
      if (real === null) return { cluster, confidence, right: null, baselineConfidence: less, baselineRight: less };
      const asked = new Set(real.get(each.user)?.queries);
      const share = (of: readonly OwnQuery[]): number => mean(of.map(({ query }) => Number(asked.has(query))));
      return { cluster, confidence, right: share(best), baselineConfidence: less, baselineRight: share(own) };
    });
  });
  const reading = {
    baseline: 'any query of the user',
    reason: 'nobody else of the cluster has it, or one query is drawn and here are more',
  };
  if (real !== null) return findingsOf(by, said, reading);
  const sure = said.filter(({ confidence }) => confidence === 1);
  const less = sure.reduce((sum, { baselineConfidence }) => sum + baselineConfidence, 0);
  return [proved(by, { people: sure.length, of, baseline: { name: reading.baseline, right: less }, reason: reading.reason })];
}

/** Of the queries that may be drawn: those are called own that stand closest to what else their user is published with. */
function related(log: PublishedLog, { real, distance }: LogEvidence): Finding[] {
  const by = byAttack('learned', 'related', 'which queries go together, by the sources');
  const of = log.users.length;
  const open = clustersOf(log).map((users) => ({ users, open: openQueries(users) }));
  if (clustersOf(log).every((users) => ownQueries(users).every(({ probability }) => probability === 1)))
    return [withoutFigure(by, 'not tried', NOTHING_OPEN, { of })];
  if (distance === null) return [withoutFigure(by, 'not computable', NO_SOURCE, { of })];
  if (real === null) return [withoutFigure(by, 'not computable', WITHOUT_ORIGINAL, { of })];
  const said = open.flatMap(({ users, open: intents }, cluster) => {
    const best = new Map<number, TargetGuess & { readonly score: number }>();
    for (const { count, queries } of intents) {
      const scored = queries.map(({ user, intent, query }) => {
        const known = otherQueries(users[user], intent)
          .map((other) => distance(query, other))
          .filter((each) => !Number.isNaN(each));
        const right = Number(real.get(users[user]?.user as string)?.queries.includes(query) ?? false);
        return { user, right, score: known.length === 0 ? -Infinity : -mean(known) };
      });
      const last = scored.map(({ score }) => score).toSorted((a, b) => b - a)[count - 1];
      const less = mean(scored.map(({ right }) => right));
      for (const { user, right, score } of scored)
        if (score >= last && score > (best.get(user)?.score ?? -Infinity))
          best.set(user, { cluster, confidence: 0, right, baselineConfidence: less, baselineRight: less, score });
    }
    return users.map((_, user): TargetGuess => best.get(user) ?? noGuess(cluster));
  });
  return findingsOf(by, said, { baseline: 'as many of the intent at random', reason: 'it calls as many queries own as must be' });
}

/** By intent the queries that may be drawn, and how many of them are not. Where all or none must be own, nothing is to be told. */
function openQueries(users: readonly PublishedUser[]): { readonly count: number; readonly queries: readonly OwnQuery[] }[] {
  const open = Map.groupBy(
    ownQueries(users).filter(({ why }) => why === null),
    ({ intent }) => intent,
  );
  return [...open.values()].flatMap((queries) => {
    const count = Math.round(queries.length * queries[0].probability);
    return count === 0 || count === queries.length ? [] : [{ count, queries }];
  });
}

/** That a user wants what the cluster is published with: more than half of it do. The intent that is rarest at large says most. */
function intents(log: PublishedLog, { real }: LogEvidence): Finding[] {
  const { users, form } = log;
  const by = byAttack('learned', 'wanted', 'how the release was made');
  const clusters = clustersOf(log);
  const nameOf = (queries: readonly string[]): string => JSON.stringify(queries.toSorted());
  const atLarge = new Map<string, number>();
  for (const own of clusters)
    for (const queries of own[0]?.queries ?? [])
      atLarge.set(nameOf(queries), (atLarge.get(nameOf(queries)) ?? 0) + (wantedShare(own.length) * own.length) / users.length);
  let doubt = 0;
  const said = clusters.flatMap((own, cluster) => {
    const share = wantedShare(own.length);
    const common = (own[0]?.queries ?? []).map((queries) => Math.min(1, atLarge.get(nameOf(queries)) as number));
    const rarest = common.indexOf(Math.min(...common));
    return own.map((each): TargetGuess => {
      const words = each.queries[rarest];
      if (words === undefined) return noGuess(cluster, 1, real === null ? null : 0);
      const known = real?.get(each.user);
      const is = form === 'set' ? known?.queries.some((query) => words.includes(query)) : known?.wants?.[rarest];
      doubt += share - leastHolders(own.length) / own.length;
      const less = common[rarest];
      return { cluster, confidence: share, right: is === undefined ? null : Number(is), baselineConfidence: less, baselineRight: less };
    });
  });
  const all = said.every(({ right }) => right !== null) ? said : said.map((each) => ({ ...each, right: null }));
  return findingsOf(by, all, {
    baseline: 'how common the intent is at large',
    reason: 'more than half of a cluster want what it is published with',
    doubt: doubt / users.length / NORMAL_975,
  });
}
