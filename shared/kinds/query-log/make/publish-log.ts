import { BadInput } from '../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import { seeded, shuffle } from '../../../core/random/random.ts';
import type { Method } from '../../../kit/offers.ts';
import { shareOption } from '../../../kit/option-values.ts';
import { openBytes } from '../../../kit/read/open-bytes.ts';
import { clusterUsers } from '../core/cluster-users.ts';
import { type EqualisedCluster, equalise, intentName } from '../core/equalise.ts';
import { type IntentLog, intentsOf } from '../core/intents.ts';
import { LOG_FORMS, type LogForm, readSearches } from '../core/log-file.ts';

/** Users who want alike things are published with the same intents: in their own words or in drawn ones, or in the words of their cluster. */
export const makeLog: Method['make'] = async (file, { k, seed, values }, readers) => {
  const form = LOG_FORMS.find((each) => each === values['form']);
  if (form === undefined) throw new BadInput(`--form is one of ${LOG_FORMS.join(', ')}`);
  const theta = shareOption(String(values['likeness']), '--likeness');
  const searches = await readSearches(file, (await openBytes(await readers.file(file), readers.reading.gunzip)).bytes);
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
    const { intents, strings, counts } = clusters[number];
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
