// The three forms of a published log: strings, one name, all of the cluster's queries as a set. What is refused, and what outside knowledge tells.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readersHere } from '../../../cli/readers.ts';
import { auditRequest } from '../../../shared/contracts/audit-request.ts';
import { seeded } from '../../../shared/core/random/random.ts';
import { exposeCluster, judgeCluster } from '../../../shared/kinds/query-log/attack/expose.ts';
import {
  LOG_FORMS,
  type LogForm,
  type PublishedLog,
  readPublishedLog,
  readRealQueries,
} from '../../../shared/kinds/query-log/core/log-file.ts';
import { logFindings, queryPairs, type RealUser } from '../../../shared/kinds/query-log/core/log-findings.ts';
import { makeLog } from '../../../shared/kinds/query-log/make/publish-log.ts';
import { assessLog } from '../../../shared/kinds/query-log/measure/assess.ts';
import type { MakeReaders } from '../../../shared/kit/offers.ts';

const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8')).query_log.made_up as {
  readonly log: readonly (readonly [user: string, query: string, url: string | null])[];
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-log-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Makes a release of these searches, and reads it back. */
async function made(searches: readonly (readonly [string, string, string | null])[], form: LogForm, k: number) {
  const file = join(folder, 'searches.jsonl');
  writeFileSync(
    file,
    searches.map(([user, query, url]) => `${JSON.stringify({ user, query, ...(url === null ? {} : { url }) })}\n`).join(''),
  );
  const { files } = await makeLog(
    file,
    { k, seed: 'unveil', order: 'shuffle', values: { likeness: '0.5', form } },
    readersHere() as MakeReaders,
  );
  const [release, original] = files.map(({ pieces }) => [...pieces].join('')) as [string, string];
  const log = await readPublishedLog('release.jsonl', bytesOf(release));
  const real = new Map<string, RealUser>((await readRealQueries('original.jsonl', bytesOf(original))).map(({ as, ...own }) => [as, own]));
  return { log, real };
}

test('the golden log in each form: who is published with what', async () => {
  const words = async (form: LogForm) => {
    const { log } = await made(golden.log, form, 3);
    const clusters = Map.groupBy(log.users, ({ cluster }) => cluster);
    return [...clusters].toSorted(([a], [b]) => a - b).map(([, users]) => users.map(({ queries }) => queries));
  };
  const [first] = await words('set');
  // jobs, pizza and sun of users 1, 2 and 3: "jobs" and "job offers", and the three ways to ask for Sun.
  expect(first).toEqual(Array(3).fill(first?.[0]));
  expect(first?.[0]?.[0]).toEqual(['job offers', 'jobs']);
  for (const cluster of await words('name')) {
    expect(cluster).toEqual(Array(3).fill(cluster[0]));
    expect(cluster[0]?.every(({ length }) => length === 1)).toBe(true);
  }
  const sets = await words('set');
  for (const [at, cluster] of (await words('name')).entries())
    for (const [intent, [name]] of (cluster[0] ?? []).entries()) expect(sets[at]?.[0]?.[intent]).toContain(name);
  for (const [at, cluster] of (await words('strings')).entries())
    for (const queries of cluster)
      for (const [intent, own] of queries.entries()) expect(new Set(own).isSubsetOf(new Set(sets[at]?.[0]?.[intent]))).toBe(true);
});

test('of a name it is said who wants it, and the original knows: user 2 was given jobs', async () => {
  const { log, real } = await made(golden.log, 'name', 3);
  const people = [...log.users.keys()];
  const guesses = exposeCluster({ form: 'name', people, users: log.users, seed: 's' });
  // Six users: four, five or six of six.
  expect(new Set(guesses.map(({ probability }) => probability))).toEqual(new Set([5 / 6]));
  const truth = log.users.map(({ user, queries }) => {
    const own = real.get(user) as RealUser;
    return [user, own.queries, queries.flatMap(([name], intent) => (own.wants?.[intent] === true ? [name as string] : []))] as const;
  });
  const right = guesses.map((guess) => judgeCluster(truth, guess));
  // Two of fifteen were added: jobs of user 2, food of user 4.
  expect([right.length, right.filter((each) => each === false).length]).toEqual([15, 2]);
  expect(judgeCluster([['p1', [], null]], { ...guesses[0], id: 'p1' })).toBeNull();
  const [wanted] = logFindings(log, { real, distance: null, seed: 's' });
  expect(wanted).toMatchObject({ attack: 'wanted', value: 13 / 15, figure: 'intents that their users want' });
  const [expected] = logFindings(log, { real: null, distance: null, seed: 's' });
  // Clusters of three: two or three of three.
  expect(expected?.figure).toBe('intents that their users want, as expected');
  expect(expected?.value).toBeCloseTo(5 / 6, 12);
});

/** Clusters of six who ask for two things, each in the wording of a trade; jobs were drawn for two of them, in the wording of another. */
const drawn = Array.from({ length: 40 }, (_, cluster) =>
  Array.from({ length: 6 }, (_, at) => {
    const [own, other] = [at % 2, (at + 1) % 2].map((trade) => 'ab'[trade]) as [string, string];
    return {
      user: `p${cluster}.${at}`,
      cluster,
      queries: [[`sun ${own}`], [`jobs ${at < 4 ? own : other}`]],
      real: { queries: [`sun ${own}`, ...(at < 4 ? [`jobs ${own}`] : [])], wants: null },
    };
  }),
).flat();
const real = new Map(drawn.map(({ user, real: own }) => [user, own]));
const sameTrade = (query: string, other: string): number => (query.at(-1) === other.at(-1) ? 0.1 : 0.9);

test('a set is attacked as a generalised item, by the other intents; strings that may be drawn by what else their user asks', async () => {
  const log: PublishedLog = { form: 'strings', k: 6, users: drawn };
  const [related] = logFindings(log, { real, distance: sameTrade, seed: 's' }).filter(({ attack }) => attack === 'related');
  // Five of six must be own: all of those for sun are, and of those for jobs the four that are come first.
  expect(related?.value).toBeCloseTo((5 + 4) / 10, 12);
  expect(related?.baseline?.value).toBeCloseTo((5 + (5 * 4) / 6) / 10, 12);
  const blindly = logFindings(log, { real, distance: () => 0.5, seed: 's' }).find(({ attack }) => attack === 'related');
  expect(blindly?.value).toBeCloseTo(blindly?.baseline?.value as number, 12);
  const asked = [...queryPairs(log)];
  expect(asked.length).toBeGreaterThan(0);
  for (const [query, other] of asked) expect(query.split(' ')[0]).not.toBe(other.split(' ')[0]);

  // As sets, two clusters of one trade each: who publishes what, what goes with what tells for a cluster alone.
  const sets: PublishedLog = {
    form: 'set',
    k: 6,
    users: drawn.map(({ user, cluster }) => ({ user, cluster, queries: [['sun a', 'sun b'], [`jobs ${'ab'[cluster % 2]}`]] })),
  };
  const realOfSets = new Map(
    sets.users.map(({ user, cluster }, at) => [
      user,
      { queries: [`sun ${at % 6 < 5 ? 'ab'[cluster % 2] : 'ba'[cluster % 2]}`], wants: null },
    ]),
  );
  const found = logFindings(sets, { real: realOfSets, distance: sameTrade, seed: 's' });
  expect(found.map(({ attack }) => attack)).toEqual(
    expect.arrayContaining(['wanted', 'semantic-nearest', 'semantic-tba', 'semantic-rba', 'scoring']),
  );
  // Five of six ask in the wording of their cluster's other intent.
  expect(found.find(({ attack }) => attack === 'semantic-nearest')).toMatchObject({ value: 5 / 6, baseline: { value: 1 / 2 } });
  const tba = found.find(({ attack }) => attack === 'semantic-tba');
  expect(tba?.value).toBeGreaterThan(tba?.baseline?.value as number);
  expect([...queryPairs(sets)].length).toBeGreaterThan(0);
});

test('a set that no source knows, and of which nothing else tells, cannot be judged', () => {
  const log: PublishedLog = { form: 'set', k: 2, users: ['p', 'q'].map((user) => ({ user, cluster: 0, queries: [['a', 'b']] })) };
  const { obstacles } = assessLog(log, { real: null, related: null, request: auditRequest.parse({ release: 'r' }) });
  expect(obstacles).toMatchObject([{ why: expect.stringContaining('no source that was asked knows') }]);
  const nothing = { ...log, users: log.users.map((user) => ({ ...user, queries: [] })) };
  expect(assessLog(nothing, { real: null, related: null, request: auditRequest.parse({ release: 'r' }) })).toMatchObject({
    obstacles: [{ why: 'it publishes no intent of anybody' }],
  });
});

const user = (name: string, queries: string): string => `{"user":"${name}","cluster":0,"queries":${queries}}`;
test.each([
  ['two names for an intent', '{"log":"name"}', [user('p', '[["a","b"]]')], '2:35: a name stands for each intent: one query'],
  [
    'other names in one cluster',
    '{"log":"name"}',
    [user('p', '[["a"]]'), user('q', '[["b"]]')],
    '3:35: the users of a cluster publish the same name',
  ],
  [
    'other sets in one cluster',
    '{"log":"set"}',
    [user('p', '[["a","b"]]'), user('q', '[["a"]]')],
    '3:35: the users of a cluster publish the same set',
  ],
  [
    'a longer set in one cluster',
    '{"log":"set"}',
    [user('p', '[["a"]]'), user('q', '[["a","b"]]')],
    '3:35: the users of a cluster publish the same set',
  ],
  ['a cluster below 0', '{"log":"set"}', ['{"user":"p","cluster":-1,"queries":[]}'], '2:23: "cluster" is a number, from 0'],
  ['half a cluster', '{"log":"set"}', ['{"user":"p","cluster":0.5,"queries":[]}'], '2:23: "cluster" is a number, from 0'],
  ['a form that is none', '{"log":"sets"}', [], '1:8: the first line is {"log":"strings"}, "name" or "set"'],
] as const)('refused with its place: %s', async (_, header, lines, message) => {
  await expect(readPublishedLog('log.jsonl', bytesOf([header, ...lines, ''].join('\n')))).rejects.toThrow(`log.jsonl:${message}`);
});

test('a set in another order is the same set', async () => {
  const text = ['{"log":"set"}', user('p', '[["a","b"]]'), user('q', '[["b","a"]]'), ''].join('\n');
  expect((await readPublishedLog('log.jsonl', bytesOf(text))).users).toHaveLength(2);
});

test('what was wanted is a list of true and false', async () => {
  const text = '{"user":"1","as":"p","queries":["a"],"wants":["yes"]}\n';
  await expect(readRealQueries('o.jsonl', bytesOf(text))).rejects.toThrow('o.jsonl:1:46: "wants" is a list of true and false');
});

test('200 seeded logs, a form each in turn: k users a cluster, what more than half of it want, in words that they asked', async () => {
  const random = seeded('forms');
  let published = 0;
  for (let round = 0; round < 200; round += 1) {
    const form = LOG_FORMS[round % 3];
    const k = 2 + random.below(3);
    const asked = Array.from({ length: 12 + random.below(40) }, () => {
      const page = random.below(5);
      return [`u${random.below(10)}`, `q${page}${random.below(3)}`, random.unit() < 0.2 ? null : `p${page}.example/`] as const;
    });
    if (new Set(asked.map(([name]) => name)).size < k) continue;
    const result = await made(asked, form, k).catch((error: Error) => error);
    if (result instanceof Error) {
      expect(result.message).toContain('nothing would be published');
      continue;
    }
    const { log, real } = result;
    for (const users of Map.groupBy(log.users, ({ cluster }) => cluster).values()) {
      expect(users.length).toBeGreaterThanOrEqual(k);
      const words = (of: string): readonly string[] => real.get(of)?.queries ?? [];
      for (const [intent, queries] of (users[0]?.queries ?? []).entries()) {
        published += 1;
        const all = new Set(users.flatMap((each) => each.queries[intent]));
        for (const query of all) expect(users.some((each) => words(each.user).includes(query))).toBe(true);
        if (form === 'set')
          expect(2 * users.filter((each) => queries.some((query) => words(each.user).includes(query))).length).toBeGreaterThan(
            users.length,
          );
        if (form === 'name')
          expect(2 * users.filter((each) => real.get(each.user)?.wants?.[intent] === true).length).toBeGreaterThan(users.length);
      }
    }
  }
  expect(published).toBeGreaterThan(100);
});

test('own or drawn queries that nobody could compare with others: what is not certain is not said to be safe', () => {
  const users = Array.from({ length: 8 }, (_, at) => ({ user: `p${at}`, cluster: at >> 2, queries: [['news'], ['maps']] }));
  const log: PublishedLog = { form: 'strings', k: 4, users };
  const request = auditRequest.parse({ release: 'log.jsonl' });
  const { obstacles, findings } = assessLog(log, { real: null, related: null, request });
  expect(findings.find(({ attack }) => attack === 'not drawn')).toMatchObject({ people: 0, of: 8, state: 'proved' });
  expect(obstacles.map(({ why }) => why)).toEqual([expect.stringContaining('what goes with what could not be tried')]);
  // Where all must be the users' own no source would tell more, and none is asked for.
  const pairs = users.map((user, at) => ({ ...user, cluster: at >> 1 }));
  const real = pairs.map(({ user }) => [user, { queries: ['news', 'maps'], wants: null }] as const);
  const closed = assessLog({ form: 'strings', k: 2, users: pairs }, { real, related: { pairs: [['news', 'maps', 0.2]] }, request });
  expect(closed.findings.find(({ attack }) => attack === 'related')?.reason).toContain('of no intent');
  expect(closed.obstacles).toEqual([]);
});
