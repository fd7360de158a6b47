import { plainKind } from '../../app/audit/plain/kind-of-plain.ts';
import type { Assessed, Guess } from '../../app/audit/plain/plain-kind.ts';
import { grouped } from '../../app/figure-text.ts';
import { openBytes } from '../../app/open-bytes.ts';
import type { OpenedFile } from '../../app/read-release.ts';
import { decided, type Finding, notComputable, percent } from '../../core/findings/finding.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { mean } from '../../core/numeric/numeric.ts';
import { type PublishedLog, type PublishedUser, readPublishedLog, readRealQueries } from '../../core/query-log/log-file.ts';
import { ownQueries, uniqueByOne } from '../../core/query-log/own-queries.ts';
import type { Files, Told } from '../kind.ts';
import { CLUSTERS, GLOSSARY, MEND, WORDS } from './words.ts';

export interface GivenLog {
  readonly release: PublishedLog;
  /** By user of the release. */
  readonly real: ReadonlyMap<string, readonly string[]> | null;
}

interface ClusterUnit {
  readonly people: readonly number[];
  readonly users: readonly PublishedUser[];
}

/** By user of the release, what was really asked. */
type ClusterTruth = readonly (readonly [user: string, queries: readonly string[]])[];

/** Logs in which the users of a cluster want the same things, each in own words or in drawn ones. A unit is a cluster. */
export const queryLog = plainKind<GivenLog, ClusterUnit, ClusterTruth, PublishedLog>({
  name: 'query-log',
  units: CLUSTERS,
  words: WORDS,
  attack: { name: 'not-drawn', version: 1 },
  glossary: GLOSSARY,
  mend: MEND,
  tells: tellsLog,
  suits: () => {},
  open,
  cut: ({ release, real }) => {
    const clusters = Map.groupBy(release.users.keys(), (at) => release.users[at]?.cluster as number);
    return Promise.resolve({
      people: release.users.map(({ user }) => ({ id: user })),
      units: Array.from(clusters.values(), (people) => {
        const users = people.map((at) => release.users[at] as PublishedUser);
        return {
          unit: { people, users },
          cells: Math.max(
            1,
            users.reduce((total, { queries }) => total + queries.flat().length, 0),
          ),
          truth: real === null ? null : users.map(({ user }) => [user, real.get(user) ?? []] as const),
        };
      }),
      whole: release,
      original: real === null ? null : [...real],
    });
  },
  expose: ({ people, users }) =>
    ownQueries(users).map(
      ({ user, query, probability, without, why }): Guess => ({
        person: people[user] as number,
        id: users[user]?.user ?? null,
        target: query,
        probability,
        without,
        decision: 'own',
        betrayedBy: why,
        isProtected: false,
      }),
    ),
  judge: (truth, { id, target }) => truth.some(([user, queries]) => user === id && queries.includes(target)),
  assess: (whole, { original }, { request }) => Promise.resolve(assess(whole, original as ClusterTruth | null, request.claim.k ?? whole.k)),
});

export function tellsLog({ head, table }: Pick<OpenedFile, 'head' | 'table'>): Told {
  return table === null && /^\ufeff?\s*\{\s*"log"\s*:/.test(head)
    ? { is: 'yes', why: 'it begins with "log"' }
    : { is: 'no', why: 'wanted {"log":"strings"} on the first line' };
}

async function open({ release, original, reading: { gunzip } }: Files): Promise<GivenLog> {
  const published = await readPublishedLog(release.name, (await openBytes(release, gunzip)).bytes);
  if (original === null) return { release: published, real: null };
  const users = await readRealQueries(original.name, (await openBytes(original, gunzip)).bytes);
  const real = new Map(users.map(({ as, queries }) => [as, queries]));
  const lost = published.users.findIndex(({ user }) => !real.has(user));
  if (lost >= 0) throw new BadInput(`user ${lost + 1} of the release is not in the original, by its "as"`, { file: original.name });
  return { release: published, real };
}

function assess({ users }: PublishedLog, original: ClusterTruth | null, k: number | null): Assessed {
  const clusters = [...Map.groupBy(users, ({ cluster }) => cluster).values()];
  const thin = k === null ? [] : clusters.filter((own) => own.length < k);
  const findings = [notDrawn(clusters, original), alone(users)];
  return {
    findings,
    lead: 0,
    obstacles: [],
    claim: {
      checked: k !== null,
      broken: thin.length === 0 ? [] : [`${grouped(thin.length)} clusters have fewer than ${k} users`],
    },
    facts: [
      { label: 'k', value: k === null ? 'not said' : grouped(k) },
      { label: 'Least users of a cluster', value: grouped(clusters.reduce((least, own) => Math.min(least, own.length), users.length)) },
    ],
    sections: [],
    revealing: [],
    notices: [],
    singlingOut: {
      figure: findings[1]?.reason ?? 'none',
      answers: 'How many users somebody finds who knows one query of theirs.',
      not: 'Somebody who knows what a person wants, and not in which words.',
    },
    linking: { figure: 'none: times are not published', answers: 'Nothing.', not: 'Another log of the same people.' },
  };
}

function notDrawn(clusters: readonly (readonly PublishedUser[])[], original: ClusterTruth | null): Finding {
  const real = new Map(original);
  const told = clusters.flatMap((users) =>
    ownQueries(users).map(({ user, query, probability, without }) => {
      const own = real.get(users[user]?.user as string);
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
    `${grouped(sure.length)} of ${grouped(told.length)} published queries were certainly asked by their user${original === null ? '' : `, ${grouped(right)} of them were`}`,
    {
      people: clusters.flat().length,
      coverage: 1,
      figure: 'queries that are certainly the user’s own',
      value,
      baseline: { name: 'more than half of a cluster want it', value: 0 },
      overBaseline: { lift: value, low: value, high: value },
      details: {
        right: original === null || sure.length === 0 ? null : right / sure.length,
        ownAtAll: original === null ? null : mean(told.map((each) => Number(each.right))),
        expectedWithout: mean(told.map((each) => each.without)),
      },
    },
  );
}

function alone(users: readonly PublishedUser[]): Finding {
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
