import { plural } from '../../../app/audit/publish/text.ts';
import { grouped } from '../../../core/findings/figure-text.ts';
import { checkClasses } from '../../../core/local/local-generalisation.ts';
import type { Claim } from '../../../core/verdict/claim.ts';

interface CheckedLocal {
  readonly claims: readonly Claim[];
  /** Published sets on fewer than k transactions. */
  readonly rare: ReturnType<typeof checkClasses>;
}

/**
 * Each published set is on k transactions; compared with the original, it is exactly what its items generalise to: what `check`, `audit` and
 * `certify` go by. `inexact`: rows where it is not; null without the original.
 */
export function checkLocalClaims(
  transactions: readonly (readonly number[])[],
  k: number | null,
  inexact: readonly number[] | null,
): CheckedLocal {
  const rare = k === null ? [] : checkClasses(transactions, k);
  const [first] = rare;
  const state = (violations: number): Claim['state'] =>
    transactions.length === 0 ? 'nothing to check' : violations === 0 ? 'held' : 'broken';
  const claims: Claim[] = [];
  if (k !== null)
    claims.push({
      text: `k = ${k}`,
      scope: 'of all published sets of nodes',
      state: state(rare.length),
      checked: transactions.length,
      violations: rare.length,
      example:
        first === undefined
          ? null
          : `transaction ${grouped(first.row + 1)}, whose nodes ${plural(first.times, 'transaction')} ${first.times === 1 ? 'publishes' : 'publish'}`,
    });
  if (inexact !== null)
    claims.push({
      text: 'every transaction publishes what its items generalise to',
      scope: 'compared with the original',
      state: state(inexact.length),
      checked: transactions.length,
      violations: inexact.length,
      example: inexact.length === 0 ? null : `transaction ${grouped((inexact[0] as number) + 1)}`,
    });
  return { claims, rare };
}
