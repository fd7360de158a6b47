import * as z from 'zod';
import { many } from '../../contracts/work-blob.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { Files } from '../../kit/kind.ts';
import type { PlainShapes } from '../../kit/plain/blobs.ts';
import { plainKind } from '../../kit/plain/kind-of-plain.ts';
import { RELATED_PAIRS, type RelatedPairs, relatePairs } from '../../kit/plain/relate-pairs.ts';
import { openBytes } from '../../kit/read/open-bytes.ts';
import { type ClusterTruth, type ClusterUnit, exposeCluster, judgeCluster } from './attack/expose.ts';
import { type PublishedLog, type PublishedUser, readPublishedLog, readRealQueries } from './core/log-file.ts';
import { queryPairs, type RealUser } from './core/log-findings.ts';
import { assessLog } from './measure/assess.ts';

export interface GivenLog {
  readonly release: PublishedLog;
  readonly real: ReadonlyMap<string, RealUser> | null;
}

type StoredReal = readonly (readonly [user: string, real: RealUser])[];

const FORMS = ['strings', 'name', 'set'] as const;
const queries = many(z.string());
const published = z.strictObject({ user: z.string(), cluster: z.int(), queries: many(queries) });
const wants = many(z.boolean()).nullable();
const SHAPES: PlainShapes<ClusterUnit, ClusterTruth, PublishedLog, StoredReal, RelatedPairs> = {
  version: 1,
  unit: z.strictObject({ form: z.enum(FORMS), people: many(z.int()), users: many(published), seed: z.string() }),
  truth: many(z.tuple([z.string(), queries, queries.nullable()])),
  whole: z.strictObject({ form: z.enum(FORMS), k: z.int().nullable(), users: many(published) }),
  original: many(z.tuple([z.string(), z.strictObject({ queries, wants })])),
  related: RELATED_PAIRS,
};

/** Logs in which the users of a cluster want the same things, in own words or drawn ones, or in the words of the cluster. A unit is a cluster. */
export const queryLog = plainKind({
  name: 'query-log',
  units: { many: 'clusters', code: 'clusters', lost: 'as not looked at', named: 'numbers' },
  words: { person: 'user', people: 'users', target: 'query', targets: 'queries' },
  shapes: SHAPES,
  attack: { name: 'not-drawn', version: 1, way: 'learned', knows: 'how the release was made' },
  glossary: [
    { term: 'Intent', technical: null, meaning: 'What several queries are after: those that lead to the same pages.' },
    {
      term: 'Cluster',
      technical: null,
      meaning: 'Users who are published with the same intents: what they want does not tell them apart.',
    },
    {
      term: 'Drawn',
      technical: null,
      meaning: 'A query that was put in for a user who did not have the intent, from the queries of those who do.',
    },
    {
      term: 'Wanted',
      technical: null,
      meaning: 'Of what a cluster is published with more than half of it want: who lacked it got it all the same.',
    },
    {
      term: 'Related, semantic',
      technical: null,
      meaning: 'What goes with what: queries of one user are about things that go together, and a drawn one may not be.',
    },
  ],
  mend: [
    'Publish one query for each intent of a cluster (unveil anonymise --method query-log --form name).',
    'Make larger clusters (unveil anonymise --method query-log, greater k).',
  ],
  open,
  cut: ({ release, real }: GivenLog, { request: { seed } }) => {
    const clusters = Map.groupBy(release.users.keys(), (at) => release.users[at]?.cluster as number);
    return Promise.resolve({
      people: release.users.map(({ user }) => ({ id: user })),
      units: Array.from(clusters.values(), (people) => {
        const users = people.map((at) => release.users[at]);
        const published = users.reduce((total, { queries }) => total + queries.flat().length, 0);
        return {
          unit: { form: release.form, people, users, seed },
          cells: Math.max(1, published),
          truth: real === null ? null : users.map((user) => truthOf(user, real.get(user.user))),
        };
      }),
      whole: release,
      original: real === null ? null : ([...real] satisfies StoredReal),
    });
  },
  expose: exposeCluster,
  judge: judgeCluster,
  relate: async (whole, audit, { counters }) => relatePairs(queryPairs(whole), audit, await counters()),
  assess: (whole, { original, related }, { request }) => Promise.resolve(assessLog(whole, { real: original, related, request })),
});

function truthOf({ user, queries }: PublishedUser, real: RealUser | undefined): ClusterTruth[number] {
  const wanted = real?.wants == null ? null : queries.flatMap(([name], intent) => (real.wants?.[intent] === true ? [name as string] : []));
  return [user, real?.queries ?? [], wanted];
}

async function open({ release, original, reading: { gunzip } }: Files): Promise<GivenLog> {
  const published = await readPublishedLog(release.name, (await openBytes(release, gunzip)).bytes);
  if (original === null) return { release: published, real: null };
  const users = await readRealQueries(original.name, (await openBytes(original, gunzip)).bytes);
  const real = new Map(users.map(({ as, queries, wants }) => [as, { queries, wants }]));
  const lost = published.users.findIndex(({ user }) => !real.has(user));
  if (lost >= 0) throw new BadInput(`user ${lost + 1} of the release is not in the original, by its "as"`, { file: original.name });
  const other = published.users.findIndex(({ user, queries }) => (real.get(user)?.wants ?? queries).length !== queries.length);
  if (other >= 0)
    throw new BadInput(`"wants" of user ${other + 1} of the release has not as many as there are published intents`, {
      file: original.name,
    });
  return { release: published, real };
}
