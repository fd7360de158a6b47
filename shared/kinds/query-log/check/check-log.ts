import type { PublishedLog } from '../../../core/query-log/log-file.ts';
import type { Claim } from '../../../core/verdict/claim.ts';

interface LogCheck {
  /** Clusters of too few users. */
  readonly thin: readonly { readonly cluster: number; readonly users: number }[];
  readonly clusters: number;
  readonly claims: readonly Claim[];
}

/** The check of `check`, `audit` and `certify`: each set of intents is that of k users. All of a cluster have the same ones, which reading makes sure of. */
export function logCheck({ users }: Pick<PublishedLog, 'users'>, k: number): LogCheck {
  const clusters = [...Map.groupBy(users, ({ cluster }) => cluster)].map(([cluster, own]) => ({ cluster, users: own.length }));
  const thin = clusters.filter((own) => own.users < k);
  const [first] = thin;
  const claim: Claim = {
    text: `k = ${k}`,
    scope: 'of the users who are published with the same intents',
    state: clusters.length === 0 ? 'nothing to check' : first === undefined ? 'held' : 'broken',
    checked: clusters.length,
    violations: thin.length,
    example: first === undefined ? null : `cluster ${first.cluster} of ${first.users}`,
  };
  return { thin, clusters: clusters.length, claims: [claim] };
}
