// Query logs: intents, clusters and equalising against the golden log, and the checks on seeded logs.
import { readFileSync } from 'node:fs';
import { seeded } from '../../../shared/core/random/random.ts';
import { clusterUsers } from '../../../shared/kinds/query-log/core/cluster-users.ts';
import { certainOriginals, equalise, intentName } from '../../../shared/kinds/query-log/core/equalise.ts';
import { intentsOf, pageCosines, pageOfUrl, type Search } from '../../../shared/kinds/query-log/core/intents.ts';
import { readSearches } from '../../../shared/kinds/query-log/core/log-file.ts';

type Line = readonly [user: string, query: string, url: string | null];
type Pair = readonly [string, string];
const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8')).query_log as {
  readonly slide: {
    readonly clicks: readonly Pair[];
    readonly cosine: number;
    readonly intents: Readonly<Record<string, readonly string[]>>;
  };
  readonly made_up: {
    readonly log: readonly Line[];
    readonly theta: number;
    readonly cosines_above_0: Readonly<Record<string, number>>;
    readonly intent_of_url: Readonly<Record<string, string>>;
    readonly intents_of_user: Readonly<Record<string, readonly string[]>>;
    readonly clusters: readonly {
      readonly k: number;
      readonly users: readonly string[];
      readonly intents_kept: readonly string[];
      readonly added: readonly Pair[];
      readonly suppressed: readonly Pair[];
    }[];
  };
  readonly certain_originals: {
    readonly cluster: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
    readonly strings_that_only_one_user_has: readonly (readonly [string, string, string])[];
  };
};
const searches = golden.made_up.log.map(([user, query, url]) => ({ user, query, url }));

const bytesOf = async function* (text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
};

test("AOL's tables of searches are read as they are, and tables with other separators", async () => {
  const aol =
    'AnonID\tQuery\tQueryTime\tItemRank\tClickURL\r\n142\trent direct\t2006-03-01 07:17:12\t\t\r\n217\tlottery\t2006-03-01 11:58:51\t1\thttp://www.calottery.com\r\n';
  const wanted = [
    { user: '142', query: 'rent direct', url: null },
    { user: '217', query: 'lottery', url: 'http://www.calottery.com' },
  ];
  expect(await readSearches('l', bytesOf(`\ufeff${aol}`))).toEqual(wanted);
  expect(await readSearches('l', bytesOf('url;query;user\n;"rent direct";142\nhttp://www.calottery.com;lottery;217\n'))).toEqual(wanted);
  await expect(readSearches('l', bytesOf('id,text\n1,cats\n'))).rejects.toThrow('the first line names columns: user (or AnonID), query');
  await expect(readSearches('l', bytesOf('user,query\n1\n'))).rejects.toThrow('this line has no query');
  await expect(readSearches('l', bytesOf('user,query\n1,\n'))).rejects.toThrow('(in the column of the query)');
});

test("the slide's pages: their cosine, and a string with two intents", () => {
  const clicks = golden.slide.clicks.map(([query, url]) => ({ user: 'u', query, url }));
  expect(pageCosines(clicks).map(({ cosine }) => cosine)).toEqual([expect.closeTo(golden.slide.cosine, 9)]);
  const own = intentsOf(clicks, 0.5).log.get('u');
  expect(Object.fromEntries([...(own ?? [])].map(([intent, strings]) => [intent, [...strings.keys()].toSorted()]))).toEqual(
    golden.slide.intents,
  );
});

test('intents of the made-up log', () => {
  const cosines = pageCosines(searches).map(({ pages, cosine }) => [pages.join(' | '), cosine] as const);
  expect(Object.keys(golden.made_up.cosines_above_0)).toEqual(cosines.map(([pages]) => pages));
  for (const [pages, cosine] of cosines) expect(cosine).toBeCloseTo(golden.made_up.cosines_above_0[pages], 9);
  const { intentOfUrl, log } = intentsOf(searches, golden.made_up.theta);
  expect(Object.fromEntries(intentOfUrl)).toEqual(golden.made_up.intent_of_url);
  expect(Object.fromEntries([...log].map(([user, own]) => [user, [...own.keys()].toSorted()]))).toEqual(golden.made_up.intents_of_user);
});

test.each([2, 3])('clusters of %i', (k) => {
  const { log } = intentsOf(searches, golden.made_up.theta);
  const made = clusterUsers(log, k).map((users) => equalise(log, users, 'seed'));
  const byIntent = (pairs: readonly Pair[]) => pairs.toSorted(([, a], [, b]) => (a < b ? -1 : 1));
  expect(
    made.map(({ users, intents, added, suppressed }) => ({
      k,
      users,
      intents_kept: intents,
      added: byIntent(added),
      suppressed: byIntent(suppressed),
    })),
  ).toEqual(golden.made_up.clusters.filter((each) => each.k === k));
});

test('strings that one user alone has were not drawn', () => {
  const { cluster, strings_that_only_one_user_has } = golden.certain_originals;
  const strings = new Map(
    Object.entries(cluster).map(([user, own]) => [user, new Map(Object.entries(own).map(([intent, each]) => [intent, new Set(each)]))]),
  );
  expect(certainOriginals(strings).toSorted()).toEqual(strings_that_only_one_user_has.toSorted());
});

test('200 seeded logs: each set of intents for k users, drawn strings are others own, and certain ones true', () => {
  const random = seeded('logs');
  for (let round = 0; round < 200; round += 1) {
    const own: Search[] = Array.from({ length: 5 + random.below(60) }, () => {
      const page = random.below(8);
      return {
        user: `u${random.below(9)}`,
        query: `q${page}${random.below(3)}`,
        url: random.unit() < 0.2 ? null : `https://www.p${page}.example/`,
      };
    });
    const { log } = intentsOf(own, 0.5);
    const k = 1 + random.below(4);
    if (log.size < k) {
      expect(() => clusterUsers(log, k)).toThrow(`cannot be hidden among ${k}`);
      continue;
    }
    const clusters = clusterUsers(log, k).map((users) => equalise(log, users, `s${round}`));
    expect(clusters.flatMap(({ users }) => users).toSorted()).toEqual([...log.keys()].toSorted());
    for (const { users } of clusters) expect(users.length).toBeGreaterThanOrEqual(k);
    for (const { strings, added, counts } of clusters) {
      for (const [user, intent] of added)
        for (const each of strings.get(user)?.get(intent) ?? []) expect(counts.get(intent)?.has(each)).toBe(true);
      for (const [user, intent, each] of certainOriginals(strings)) expect(log.get(user)?.get(intent)?.has(each)).toBe(true);
      for (const each of counts.values()) expect(each.has(intentName(each))).toBe(true);
    }
  }
});

test('pages are named without what changes from click to click', () => {
  expect(pageOfUrl('HTTPS://WWW.Example.org/A/?q=1#top')).toBe('example.org/A');
});
