import { hierarchyFromText } from '../../../core/format/hierarchy-formats.ts';
import { indexItems } from '../../../core/model/item-index.ts';
import type { Generalisation } from '../../../core/model/transaction.ts';
import { type Entry, isGeneralised } from '../../../core/model/transaction.ts';
import type { Offers } from '../../../kit/offers.ts';
import { readRelease } from '../../../kit/read/read-release.ts';
import { transactionsIn } from '../../../kit/read/read-transactions.ts';
import { utilityOf } from '../core/utility/utility.ts';

/** Needs a release that publishes each item in the same way everywhere. */
export const recomputedUtility: NonNullable<Offers['utility']> = async (request, original, readers) => {
  const hierarchy = request.hierarchy === undefined ? undefined : hierarchyFromText(readers.text(request.hierarchy), request.hierarchy);
  const opened = await readRelease(await readers.file(request.release), { ...readers.reading, hierarchy });
  if (opened.kind === 'clusters') return null;
  const published = new Map<string, Entry>();
  const sets = new Map<string, Entry>();
  for await (const { items } of opened.transactions) {
    for (const entry of items) {
      // One array for equal sets: the measures compare arrays by identity.
      const name = isGeneralised(entry) ? JSON.stringify([...entry].toSorted()) : '';
      const one = isGeneralised(entry) ? (sets.get(name) ?? entry) : entry;
      if (isGeneralised(one)) sets.set(name, one);
      for (const member of isGeneralised(one) ? one : [one]) {
        if (published.has(member) && published.get(member) !== one) return null;
        published.set(member, one);
      }
    }
  }
  const index = indexItems(await transactionsIn(original, readers));
  const standsFor: Generalisation = new Map(index.names.map((name) => [name, published.get(name) ?? null]));
  const { pairCountError, ncp } = utilityOf(index, standsFor);
  return { pairCountError, ncp };
};
