import { anonymiseKm } from '../../../core/generalise/km.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { hierarchyNamed } from '../../../kit/make/hierarchy-named.ts';
import { transactionLines } from '../../../kit/make/transaction-lines.ts';
import type { Method } from '../../../kit/offers.ts';
import { optionText } from '../../../kit/option-values.ts';
import { transactionsIn } from '../../../kit/read/read-transactions.ts';
import { writeLocal } from '../core/local-format.ts';
import { checkClasses, generaliseLocally, inexactRows } from '../core/local-generalisation.ts';

export const makeLocal: Method['make'] = async (file, { k, values }, readers) => {
  const named = optionText(values, 'hierarchy');
  if (named === undefined) throw new BadInput('local needs --hierarchy: a .json or .csv file, or degree:N');
  const transactions = await transactionsIn(file, readers);
  const items = [...new Set(transactions.flatMap((transaction) => transaction.items as readonly string[]))];
  const tree = hierarchyNamed(named, items, readers);
  const leaves = new Map(tree.names.slice(0, tree.leaves).map((name, leaf) => [name, leaf]));
  const rows = transactions.map((transaction, at) =>
    (transaction.items as readonly string[]).map((item) => {
      const leaf = leaves.get(item);
      if (leaf === undefined) throw new BadInput(`transaction ${at + 1} holds an item that is no leaf of the hierarchy`);
      return leaf;
    }),
  );
  const { classes, ncp } = generaliseLocally(rows, tree, k);
  const published: (readonly number[])[] = rows.map(() => []);
  for (const { rows: own, published: nodes } of classes) for (const row of own) published[row] = nodes;
  // The checks are code of their own: what they do not pass is not written.
  if (checkClasses(published, k).length > 0 || inexactRows(rows, published, tree).length > 0)
    throw new Error('the release made would not hold its claim');
  return {
    files: [
      { name: 'release.json', pieces: writeLocal(tree, published) },
      { name: 'original.jsonl', pieces: transactionLines(transactions) },
    ],
    measures: { method: 'local', k, classes: classes.length, ncp, ncpOfKm: anonymiseKm(transactions, { k, m: 2, hierarchy: tree }).ncp },
    request: { release: 'release.json', kind: 'local', original: 'original.jsonl', claim: { k } },
  };
};
