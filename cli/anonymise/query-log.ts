import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { openBytes } from '../../shared/app/open-bytes.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { compareCodePoints } from '../../shared/core/model/code-points.ts';
import { clusterUsers, type EqualisedCluster, equalise } from '../../shared/core/query-log/equalise.ts';
import { type IntentLog, intentsOf } from '../../shared/core/query-log/intents.ts';
import { readSearches } from '../../shared/core/query-log/log-file.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import type { FileMethod } from './method.ts';
import { share } from './numbers.ts';

/** Users who want alike things are published with the same intents, in their own words or in drawn ones. */
export const method: FileMethod = {
  options: { likeness: { type: 'string', default: '0.5' } },
  async makeFrom(file, { k, seed, values }) {
    const theta = share(String(values['likeness']), '--likeness');
    const searches = await readSearches(file, (await openBytes({ name: file, bytes: await fileBytes(file) }, gunzip)).bytes);
    const { log } = intentsOf(searches, theta);
    const clusters = clusterUsers(log, k).map((users) => equalise(log, users, seed));
    if (clusters.every(({ intents }) => intents.length === 0))
      throw new BadInput('no intent is wanted by more than half of any cluster: nothing would be published; ask for a smaller k');
    // Neither the name of a user nor its place in the file shows.
    const users = shuffle([...log.keys()], seeded(seed, 'users'));
    const names = new Map(users.map((user, at) => [user, `p${at + 1}`]));
    const clusterOf = new Map(clusters.flatMap((cluster, at) => cluster.users.map((user) => [user, at] as const)));
    return {
      files: [
        { name: 'release.jsonl', pieces: releaseLines(k, users, names, clusterOf, clusters) },
        { name: 'original.jsonl', pieces: originalLines(users, names, log) },
      ],
      measures: {
        method: 'query-log',
        k,
        users: users.length,
        searches: searches.length,
        clusters: clusters.length,
        intentsAdded: clusters.reduce((total, { added }) => total + added.length, 0),
        intentsSuppressed: clusters.reduce((total, { suppressed }) => total + suppressed.length, 0),
      },
      request: { release: 'release.jsonl', original: 'original.jsonl', claim: { k } },
    };
  },
};

function* releaseLines(
  k: number,
  users: readonly string[],
  names: ReadonlyMap<string, string>,
  clusterOf: ReadonlyMap<string, number>,
  clusters: readonly EqualisedCluster[],
): Generator<string> {
  yield `${JSON.stringify({ log: 'strings', k })}\n`;
  for (const user of users) {
    const number = clusterOf.get(user) as number;
    const { intents, strings } = clusters[number] as EqualisedCluster;
    const queries = intents.map((intent) => [...(strings.get(user)?.get(intent) ?? [])].sort(compareCodePoints));
    yield `${JSON.stringify({ user: names.get(user), cluster: number, queries })}\n`;
  }
}

function* originalLines(users: readonly string[], names: ReadonlyMap<string, string>, log: IntentLog): Generator<string> {
  for (const user of users) {
    const queries = new Set([...(log.get(user)?.values() ?? [])].flatMap((strings) => [...strings.keys()]));
    yield `${JSON.stringify({ user, as: names.get(user), queries: [...queries] })}\n`;
  }
}
