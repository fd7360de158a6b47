import { BadInput } from '../../../core/model/bad-input.ts';
import { type Claim, checkedClaim, claimsHold } from '../../../core/verdict/claim.ts';
import { grouped } from '../../../core/verdict/figure-text.ts';
import type { Check } from '../../../kit/offers.ts';
import { optionText } from '../../../kit/option-values.ts';
import { plural } from '../../../kit/publish/text.ts';
import { wholeText } from '../../../kit/read/open-bytes.ts';
import { readOriginal } from '../../../kit/read/read-release.ts';
import { checkedList, violations } from '../../../kit/violations.ts';
import { originalLeaves, parseLocal } from '../core/local-format.ts';
import { checkClasses, inexactRows } from '../core/local-generalisation.ts';

/**
 * Each published set is on k transactions; compared with the original, it is exactly what its items generalise to: what `check`, `audit` and
 * `certify` go by. `inexact`: rows where it is not; null without the original.
 */
export function checkLocalClaims(transactions: readonly (readonly number[])[], k: number | null, inexact: readonly number[] | null) {
  const rare = k === null ? [] : checkClasses(transactions, k);
  const [first] = rare;
  const size = transactions.length;
  const claims: Claim[] = [];
  if (k !== null) {
    const example =
      first &&
      `transaction ${grouped(first.row + 1)}, whose nodes ${plural(first.times, 'transaction')} ${first.times === 1 ? 'publishes' : 'publish'}`;
    claims.push(checkedClaim(`k = ${k}`, 'of all published sets of nodes', size, rare.length, example ?? null));
  }
  if (inexact !== null) {
    const text = 'every transaction publishes what its items generalise to';
    claims.push(checkedClaim(text, 'compared with the original', size, inexact.length, `transaction ${grouped(inexact[0] + 1)}`));
  }
  return { claims, rare };
}

/** Each published set on k transactions; with the original, exactly what its items generalise to. */
export const runLocalCheck: Check['run'] = async ({ name, bytes }, { k, values }, readers) => {
  if (k === null) throw new BadInput('say what is claimed: --k 5', { file: name });
  const release = parseLocal(await wholeText(bytes, name), name);
  const path = optionText(values, 'original');
  const inexact = path === undefined ? null : await inexactIn(path);
  const { claims, rare } = checkLocalClaims(release.transactions, k, inexact);
  return checkedList({
    claims,
    found: [
      violations(
        rare,
        ({ row, times }) => ({ rule: 'class', transaction: row + 1, found: times, wanted: k }),
        ({ row, times }) => `  transaction ${row + 1}: ${plural(times, 'transaction')} publish its nodes, fewer than k = ${k}`,
      ),
      violations(
        inexact ?? [],
        (row) => ({ rule: 'original', transaction: row + 1 }),
        (row) => `  transaction ${row + 1}: not what its items generalise to`,
      ),
    ],
    summary: [
      `${name}: ${plural(release.transactions.length, 'transaction')}: ${claimsHold(claims) === false ? 'NOT ' : ''}as claimed (each published set on ${k} transactions${path === undefined ? '' : ', and what the items generalise to'})`,
    ],
  });

  async function inexactIn(original: string): Promise<readonly number[]> {
    const { transactions } = await readOriginal(await readers.file(original), readers.reading);
    return inexactRows(await originalLeaves(original, transactions, release), release.transactions, release.tree);
  }
};
