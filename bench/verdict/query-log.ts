import { type Random, seeded } from '../../shared/core/random/random.ts';
import type { MadeRelease, VerdictTrials } from './made-release.ts';

const CLUSTERS = 90;
const USERS = 5;

interface User {
  readonly cluster: number;
  readonly queries: readonly (readonly string[])[];
  readonly asked: readonly string[];
  readonly wants?: readonly boolean[];
}

function file(form: 'strings' | 'name' | 'set', users: readonly User[], original: boolean): MadeRelease {
  const release = [{ log: form }, ...users.map(({ cluster, queries }, at) => ({ user: `p${at}`, cluster, queries }))];
  const real = users.map(({ asked, wants }, at) => ({
    user: `u${at}`,
    as: `p${at}`,
    queries: asked,
    ...(wants === undefined ? {} : { wants }),
  }));
  const lines = (all: readonly object[]): string => all.map((each) => `${JSON.stringify(each)}\n`).join('');
  return {
    files: { 'release.jsonl': lines(release), ...(original ? { 'original.jsonl': lines(real) } : {}) },
    request: { release: 'release.jsonl', ...(original ? { original: 'original.jsonl' } : {}) },
  };
}

const users = (make: (cluster: number, user: number) => Omit<User, 'cluster'>): User[] =>
  Array.from({ length: CLUSTERS * USERS }, (_, at) => ({ cluster: Math.floor(at / USERS), ...make(Math.floor(at / USERS), at % USERS) }));

/** Three in five of a cluster want what their cluster is published with, or more: of their own intent, or of one that everybody has. */
function wanting(random: Random, share: number, original: boolean): MadeRelease {
  const own = new Set(Array.from({ length: CLUSTERS }, (_, cluster) => cluster).filter(() => random.unit() < share));
  const holders = Array.from({ length: CLUSTERS }, () => 3 + random.below(3));
  return file(
    'name',
    users((cluster, user) => {
      const name = own.has(cluster) ? `topic ${cluster}` : 'weather';
      const wants = user < holders[cluster];
      return { queries: [[name]], asked: wants ? [name] : ['else'], wants: [wants] };
    }),
    original,
  );
}

/** Three in five asked their published query; in leaking clusters two of them have a unique query. */
function drawing(random: Random, share: number, original: boolean): MadeRelease {
  const told = Array.from({ length: CLUSTERS }, () => random.unit() < share);
  return file(
    'strings',
    users((cluster, user) => {
      const query = told[cluster] === true && user < 2 ? `word ${cluster} of ${user}` : 'word';
      return { queries: [[query]], asked: user < 3 ? [query] : ['else'] };
    }),
    original,
  );
}

export const TRIALS: VerdictTrials = {
  kind: 'query-log',
  planted: [
    {
      attack: 'known queries',
      way: 'singled out',
      // Scoring goes by the same queries.
      family: ['scoring'],
      make: (seed, original) => drawing(seeded(seed), 0.5, original),
    },
    { attack: 'not drawn', way: 'learned', make: (seed, original) => drawing(seeded(seed), 1, original) },
    { attack: 'wanted', way: 'learned', make: (seed, original) => wanting(seeded(seed), 1, original) },
  ],
  clean: [
    { way: 'singled out', make: (seed) => wanting(seeded(seed), 0, true) },
    { way: 'learned', make: (seed) => wanting(seeded(seed), 0, true) },
  ],
  sized: [{ way: 'learned', make: (seed, share) => wanting(seeded(seed), 1.3 * share, true) }],
};
