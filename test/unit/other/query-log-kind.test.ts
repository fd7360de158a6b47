// Releases of query logs: what is refused of their files, and which queries are certainly their user's own, against the draws that were made.

import { BadInput } from '../../../shared/core/model/bad-input.ts';
import { clusterUsers } from '../../../shared/kinds/query-log/core/cluster-users.ts';
import { equalise } from '../../../shared/kinds/query-log/core/equalise.ts';
import { syntheticLog } from '../../../shared/kinds/query-log/core/generate.ts';
import { intentsOf } from '../../../shared/kinds/query-log/core/intents.ts';
import { readPublishedLog, readRealQueries, readSearches } from '../../../shared/kinds/query-log/core/log-file.ts';
import { ownQueries, uniqueByOne } from '../../../shared/kinds/query-log/core/own-queries.ts';

const bytesOf = async function* (lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(`${lines.join('\n')}\n`);
};
const published = (...lines: readonly string[]) => readPublishedLog('log.jsonl', bytesOf(lines));
const user = (name: string, queries: readonly (readonly string[])[]) => ({ user: name, cluster: 0, queries });

test('a query of one user alone, and several for an intent, are certain; of the rest so many as must have the intent', () => {
  const users = [user('a', [['sun']]), user('b', [['sun']]), user('c', [['sun', 'star']]), user('d', [['sol']]), user('e', [['sun']])];
  // More than half of five have it: 3, 4 or 5. c and d are sure; of a, b and e (3 + 5) / 2 - 2 = 2 are to be expected.
  expect(ownQueries(users).map(({ user: at, query, probability, why }) => [at, query, probability, why])).toEqual([
    [0, 'sun', 2 / 3, null],
    [1, 'sun', 2 / 3, null],
    [2, 'sun', 1, 'nobody else has it'],
    [2, 'star', 1, 'nobody else has it'],
    [3, 'sol', 1, 'nobody else has it'],
    [4, 'sun', 2 / 3, null],
  ]);
  expect(new Set(ownQueries(users).map(({ without }) => without))).toEqual(new Set([0.8]));
  expect(uniqueByOne(users)).toBe(2);
});

test('20 seeded logs: nothing that is called certain was drawn', () => {
  let certain = 0;
  let drawn = 0;
  for (let round = 0; round < 20; round += 1) {
    const { log } = intentsOf([...syntheticLog({ users: 60, intents: 12, searches: 6, seed: `own ${round}` })], 0.5);
    for (const cluster of clusterUsers(log, 5).map((users) => equalise(log, users, `own ${round}`))) {
      const users = cluster.users.map((name) =>
        user(
          name,
          cluster.intents.map((intent) => [...(cluster.strings.get(name)?.get(intent) ?? [])]),
        ),
      );
      drawn += cluster.added.length;
      for (const { user: at, query, probability } of ownQueries(users)) {
        if (probability < 1) continue;
        certain += 1;
        const asked = [...(log.get(cluster.users[at])?.values() ?? [])].some((strings) => strings.has(query));
        expect(asked).toBe(true);
      }
    }
  }
  expect(certain).toBeGreaterThan(500);
  expect(drawn).toBeGreaterThan(50);
});

const HEADER = '{"log":"strings","k":2}';
test.each([
  ['no header', ['{"user":"p"}'], '1:2: an unknown key; the first line is {"log":"strings"}'],
  ['another form', ['{"log":"names"}'], '1:8: the first line is {"log":"strings"}'],
  ['k of 1', ['{"log":"strings","k":1}'], '1:22: "k" is a whole number, at least 2'],
  ['nobody', [HEADER], 'there is no user; a line is'],
  ['an unknown key', [HEADER, '{"user":"p","time":1}'], '2:13: an unknown key'],
  ['no cluster', [HEADER, '{"user":"p","queries":[["a"]]}'], '"cluster" is a number, from 0'],
  ['queries without intents', [HEADER, '{"user":"p","cluster":0,"queries":["a"]}'], '2:35: "queries" is a list of lists of texts'],
  ['an empty intent', [HEADER, '{"user":"p","cluster":0,"queries":[[]]}'], '"queries" is a list of lists of texts, one or more'],
  ['an empty query', [HEADER, '{"user":"p","cluster":0,"queries":[[" "]]}'], '"queries" is a list of lists of texts'],
  [
    'a user twice',
    [HEADER, ...Array(2).fill('{"user":"p","cluster":0,"queries":[["a"]]}')],
    '3:9: this user stands on an earlier line too',
  ],
  [
    'intents that some lack',
    [HEADER, '{"user":"p","cluster":0,"queries":[["a"]]}', '{"user":"q","cluster":0,"queries":[["a"],["b"]]}'],
    '3:35: the users of a cluster have all of its intents: 1, and here 2',
  ],
  ['no JSON', [HEADER, '{'], 'log.jsonl:2:'],
] as const)('refused with its place: %s', async (_, lines, message) => {
  await expect(published(...lines)).rejects.toThrow(BadInput);
  await expect(published(...lines)).rejects.toThrow(message);
});

test('searches and originals are refused with their place too', async () => {
  await expect(readSearches('s.jsonl', bytesOf(['{"user":"1","query":" "}']))).rejects.toThrow(
    's.jsonl:1:21: an item without text (in "query")',
  );
  await expect(readRealQueries('o.jsonl', bytesOf(['{"user":"1","as":"p1","queries":"a"}']))).rejects.toThrow(
    'o.jsonl:1:33: "queries" is a list of texts',
  );
});
