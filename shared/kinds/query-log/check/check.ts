import { BadInput } from '../../../core/model/bad-input.ts';
import { checkedClaim } from '../../../core/verdict/claim.ts';
import type { Check } from '../../../kit/offers.ts';
import { plural } from '../../../kit/publish/text.ts';
import { checkedList, violations } from '../../../kit/violations.ts';
import { type PublishedLog, readPublishedLog } from '../core/log-file.ts';

/** Every set of intents is that of k users. */
export const runLogCheck: Check['run'] = async ({ name, bytes }, { k: asked }) => {
  const { users, k: said } = await readPublishedLog(name, bytes);
  const k = asked ?? said;
  if (k === null) throw new BadInput('say what is claimed: --k 3', { file: name });
  const { thin, clusters, claims } = logCheck({ users }, k);
  return checkedList({
    claims,
    found: [
      violations(
        thin,
        ({ cluster, users }) => ({ rule: 'users', cluster, users, wanted: k }),
        ({ cluster, users }) => `cluster ${cluster}: ${plural(users, 'user')}`,
      ),
    ],
    summary: [
      `${name}: ${plural(users.length, 'user')} in ${plural(clusters, 'cluster')}: ${thin.length === 0 ? '' : 'NOT '}at least ${k} users with each set of intents`,
    ],
  });
};

/** The check of `check`, `audit` and `certify`: each set of intents is that of k users. All of a cluster have the same ones, which reading makes sure of. */
export function logCheck({ users }: Pick<PublishedLog, 'users'>, k: number) {
  const clusters = [...Map.groupBy(users, ({ cluster }) => cluster)].map(([cluster, own]) => ({ cluster, users: own.length }));
  const thin = clusters.filter((own) => own.users < k);
  const [first] = thin;
  const example = first && `cluster ${first.cluster} of ${first.users}`;
  const scope = 'of the users who are published with the same intents';
  return { thin, clusters: clusters.length, claims: [checkedClaim(`k = ${k}`, scope, clusters.length, thin.length, example ?? null)] };
}
