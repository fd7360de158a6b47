import { BadInput } from '../../../core/model/bad-input.ts';
import { Mentions } from '../../../core/model/mentions.ts';
import type { LocatedTransaction } from '../../../core/model/transaction.ts';
import type { Check, Readers } from '../../../kit/offers.ts';
import { optionText, wholeNumber } from '../../../kit/option-values.ts';
import { plural } from '../../../kit/publish/text.ts';
import { readOpened } from '../../../kit/read/read-release.ts';
import { readItemsets } from '../../../kit/read/read-transactions.ts';
import { checkedList, violations } from '../../../kit/violations.ts';
import { type CheckedClaim, checkSupportClaims } from './claims.ts';

export const runSupportCheck: Check['run'] = async (file, { k, values }, readers) => {
  if (k === null) throw new BadInput('say what is claimed: --k 3');
  const m = values['m'] === undefined ? null : wholeNumber(String(values['m']), '--m', 1);
  const constraints = optionText(values, 'constraints');
  if (constraints !== undefined && m !== null) throw new BadInput('either --constraints, or --m for every combination of published items');
  const opened = readOpened(file, readers.reading);
  if (opened.kind !== 'transactions') throw new BadInput('this holds no transactions', { file: file.name });
  const transactions = await Array.fromAsync(opened.transactions);
  const sets = constraints === undefined ? undefined : await setsIn(constraints, transactions, readers);
  const claims = await checkSupportClaims({ k, m: m ?? undefined, constraints: sets }, async function* () {
    yield* transactions;
  });
  const [{ rare, what, state, example }] = claims as [CheckedClaim];
  if (state === 'nothing to check' && m === null)
    throw new BadInput('this release marks no generalised item; say what is protected with --constraints, or count combinations with --m', {
      file: file.name,
    });
  if (state === 'not checked') throw new BadInput(example ?? 'it cannot be counted', { file: file.name });
  const cannot = k > transactions.length ? ` (it has fewer than ${k})` : '';
  const kept = m === null ? `protected with k = ${k}` : `${k}^${m}-anonymous`;
  return checkedList({
    claims,
    found: [
      violations(
        rare,
        ({ items, support }) => ({ rule: 'support', items, found: support, wanted: k }),
        ({ items, support }) =>
          `  ${items.map((item) => JSON.stringify(item)).join(' + ')} in ${plural(support, 'transaction')}, fewer than k = ${k}`,
      ),
    ],
    summary: [
      `${file.name}: ${plural(transactions.length, 'transaction')}${cannot}, ${what}: ${rare.length === 0 ? `${kept} as claimed` : `NOT ${kept}: ${plural(rare.length, 'violation')}`}`,
    ],
  });
};

async function setsIn(constraints: string, transactions: readonly LocatedTransaction[], readers: Readers): Promise<(readonly string[])[]> {
  const sets = (await readItemsets(constraints, readers)).map(({ items }) => items as readonly string[]);
  const mentions = new Mentions([], sets);
  for (const { items } of transactions) mentions.add(items);
  if (mentions.unknownSets(sets).length === sets.length)
    throw new BadInput('every one of these sets names an item that the release does not hold: are they those of another file?', {
      file: constraints,
    });
  return sets;
}
