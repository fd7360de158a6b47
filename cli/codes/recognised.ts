import { labelsOfItems } from '../../shared/core/codes/of-items.ts';
import { keptCodes, keptNames } from './kept-codes.ts';

interface RecognisedCodes {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
}

/** The code system that was added and knows most of the items; null where none knows enough of them. */
export function recognisedCodes(items: ReadonlySet<string>): RecognisedCodes | null {
  const found = keptNames().flatMap((name) => {
    const labels = labelsOfItems(items, keptCodes(name).classes);
    return labels === null ? [] : [{ name, labels }];
  });
  return found.toSorted((a, b) => b.labels.size - a.labels.size)[0] ?? null;
}
