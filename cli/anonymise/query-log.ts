import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { openBytes } from '../../shared/app/open-bytes.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { compareCodePoints } from '../../shared/core/model/code-points.ts';
import { clusterUsers } from '../../shared/core/query-log/cluster-users.ts';
import { type EqualisedCluster, equalise, intentName } from '../../shared/core/query-log/equalise.ts';
import { type IntentLog, intentsOf } from '../../shared/core/query-log/intents.ts';
import { LOG_FORMS, type LogForm, readSearches } from '../../shared/core/query-log/log-file.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import type { FileMethod } from './method.ts';
import { shareOption } from './numbers.ts';

/** Users who want alike things are published with the same intents: in their own words or in drawn ones, or in the words of their cluster. */
export const method: FileMethod = {
  options: { likeness: { type: 'string', default: '0.5' }, form: { type: 'string', default: 'strings' } },
  async makeFrom(file, { k, seed, values }) {
    const form = LOG_FORMS.find((each) => each === values['form']);
    if (form === undefined) throw new BadInput(`--form is one of ${LOG_FORMS.join(', ')}`);
    const theta = shareOption(String(values['likeness']), '--likeness');
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
        { name: 'release.jsonl', pieces: releaseLines({ form, k, users, names }, clusterOf, clusters) },
        { name: 'original.jsonl', pieces: originalLines({ form, k, users, names }, clusterOf, clusters, log) },
      ],
      measures: {
        method: 'query-log',
        form,
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

interface Published {
  readonly form: LogForm;
  readonly k: number;
  readonly users: readonly string[];
  readonly names: ReadonlyMap<string, string>;
}

function* releaseLines(
  { form, k, users, names }: Published,
  clusterOf: ReadonlyMap<string, number>,
  clusters: readonly EqualisedCluster[],
): Generator<string> {
  yield `${JSON.stringify({ log: form, k })}\n`;
  for (const user of users) {
    const number = clusterOf.get(user) as number;
    const { intents, strings, counts } = clusters[number] as EqualisedCluster;
    const words = {
      strings: (intent: string) => [...(strings.get(user)?.get(intent) ?? [])],
      name: (intent: string) => [intentName(counts.get(intent) as ReadonlyMap<string, number>)],
      set: (intent: string) => [...(counts.get(intent) as ReadonlyMap<string, number>).keys()],
    }[form];
    const queries = intents.map((intent) => words(intent).sort(compareCodePoints));
    yield `${JSON.stringify({ user: names.get(user), cluster: number, queries })}\n`;
  }
}

function* originalLines(
  { form, users, names }: Published,
  clusterOf: ReadonlyMap<string, number>,
  clusters: readonly EqualisedCluster[],
  log: IntentLog,
): Generator<string> {
  for (const user of users) {
    const own = log.get(user);
    const queries = new Set([...(own?.values() ?? [])].flatMap((strings) => [...strings.keys()]));
    // A name alone does not say who wanted it.
    const wants = clusters[clusterOf.get(user) as number]?.intents.map((intent) => own?.has(intent) ?? false);
    yield `${JSON.stringify({ user, as: names.get(user), queries: [...queries], ...(form === 'name' ? { wants } : {}) })}\n`;
  }
}
