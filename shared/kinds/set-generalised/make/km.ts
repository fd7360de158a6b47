import { writeHierarchy } from '../../../core/format/hierarchy-formats.ts';
import { anonymiseKm } from '../../../core/generalise/km.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { indexItems } from '../../../core/model/item-index.ts';
import { generalise, type Transaction } from '../../../core/model/transaction.ts';
import { hierarchyNamed } from '../../../kit/make/hierarchy-named.ts';
import { transactionLines } from '../../../kit/make/transaction-lines.ts';
import type { Method } from '../../../kit/offers.ts';
import { optionText, wholeNumber } from '../../../kit/option-values.ts';
import { transactionsIn } from '../../../kit/read/read-transactions.ts';
import { shuffleItems } from '../core/order.ts';
import { unchanged, utilityOf } from '../core/utility/utility.ts';

export const makeByKm: Method['make'] = async (file, { k, seed, order, values }, readers) => {
  const named = optionText(values, 'hierarchy');
  if (named === undefined) throw new BadInput('km needs --hierarchy: a .json or .csv file, or degree:N');
  const transactions = await transactionsIn(file, readers);
  const index = indexItems(transactions);
  const m = wholeNumber(String(values['m']), '--m', 1);
  const hierarchy = hierarchyNamed(named, index.names, readers);
  const { byName, bySet, ncp } = anonymiseKm(transactions, { k, m, hierarchy });
  const ordered = (made: readonly Transaction[]) => (order === 'shuffle' ? shuffleItems(made, seed) : made);
  const utilities = utilityOf(index, bySet);
  return {
    files: [
      { name: 'release.jsonl', pieces: transactionLines(ordered(generalise(transactions, bySet))) },
      { name: 'release-names.jsonl', pieces: transactionLines(ordered(generalise(transactions, byName))) },
      { name: 'hierarchy.json', pieces: [writeHierarchy(hierarchy)] },
      { name: 'original.jsonl', pieces: transactionLines(transactions) },
    ],
    measures: { method: 'km', k, m, ...utilities, ncp },
    notes: unchanged(utilities),
    nothingToAttack: utilities.generalisedItems === 0,
    request: {
      release: 'release.jsonl',
      original: 'original.jsonl',
      claim: { k, m },
      ...(order === 'shuffle' ? { context: { order: 'meaningless' } } : {}),
    },
  };
};
