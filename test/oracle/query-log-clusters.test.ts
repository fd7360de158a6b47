// Clustering of users, against comparing every remaining user with every seed.
import { compareCodePoints } from '../../shared/core/model/code-points.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { clusterUsers } from '../../shared/kinds/query-log/core/cluster-users.ts';
import type { IntentLog } from '../../shared/kinds/query-log/core/intents.ts';

function clustersByHand(log: IntentLog, k: number): string[][] {
  const intents = (user: string): Set<string> => new Set(log.get(user)?.keys());
  const likeness = (a: string, b: string): number => intents(a).intersection(intents(b)).size / intents(a).union(intents(b)).size;
  let left = [...log.keys()].sort((a, b) => intents(b).size - intents(a).size || compareCodePoints(a, b));
  const clusters: string[][] = [];
  while (left.length >= 2 * k) {
    const [seed, ...others] = left as [string, ...string[]];
    const alike = others.sort((a, b) => likeness(seed, b) - likeness(seed, a) || compareCodePoints(a, b)).slice(0, k - 1);
    clusters.push([seed, ...alike]);
    left = left.filter((user) => user !== seed && !alike.includes(user));
  }
  return [...clusters, left.sort(compareCodePoints)];
}

test('200 seeded logs', () => {
  const random = seeded('clusters');
  for (let round = 0; round < 200; round += 1) {
    const log = new Map(
      Array.from({ length: 1 + random.below(40) }, (_, user) => [
        // Names whose order is not that of their making, in two scripts.
        `${'bаzя'[user % 4]}${random.below(1_000)}.${user}`,
        new Map(Array.from({ length: 1 + random.below(5) }, () => [`i${random.below(3 + (round % 20))}`, new Map([['q', 1]])])),
      ]),
    );
    const k = 1 + random.below(6);
    if (log.size < k) expect(() => clusterUsers(log, k)).toThrow(`cannot be hidden among ${k}`);
    else expect({ round, clusters: clusterUsers(log, k) }).toEqual({ round, clusters: clustersByHand(log, k) });
  }
});
