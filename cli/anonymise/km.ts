import { generalise } from '../../shared/core/anonymise/generalisation.ts';
import { indexItems } from '../../shared/core/anonymise/item-index.ts';
import { type Hierarchy, itemHierarchy } from '../../shared/core/anonymise/km/hierarchy.ts';
import { hierarchyByDegree, writeHierarchy } from '../../shared/core/anonymise/km/hierarchy-formats.ts';
import { anonymiseKm } from '../../shared/core/anonymise/km/km.ts';
import { shuffleItems } from '../../shared/core/anonymise/order.ts';
import { utilityOf } from '../../shared/core/anonymise/utility/utility.ts';
import { hierarchyOfItems } from '../../shared/core/codes/of-items.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { codesNamed } from '../codes/kept-codes.ts';
import { readHierarchy } from '../hierarchy-file.ts';
import { transactionLines } from './json-lines.ts';
import { type Method, unchanged } from './method.ts';
import { wholeNumber } from './numbers.ts';

export const method: Method = {
  options: {
    m: { type: 'string', default: '2' },
    hierarchy: { type: 'string' },
  },
  async make({ transactions, k, seed, order, values }) {
    if (values['hierarchy'] === undefined) throw new BadInput('km needs --hierarchy: a .json or .csv file, or degree:N');
    const index = indexItems(transactions);
    const m = wholeNumber(String(values['m']), '--m', 1);
    const hierarchy = await hierarchyFrom(String(values['hierarchy']), index.names);
    const { byName, bySet, ncp } = anonymiseKm(transactions, { k, m, hierarchy });
    const ordered = (made: typeof transactions) => (order === 'shuffle' ? shuffleItems(made, seed) : made);
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
  },
};

export async function hierarchyFrom(spec: string, items: readonly string[]): Promise<Hierarchy> {
  const [kind, degree = ''] = spec.split(':');
  if (kind === 'degree') return hierarchyByDegree(items, wholeNumber(degree, '--hierarchy degree:N', 2));
  const codes = codesNamed(spec);
  return codes === null ? readHierarchy(spec) : itemHierarchy(hierarchyOfItems(items, codes.classes));
}
