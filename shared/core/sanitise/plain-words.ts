import type { Hierarchy } from '../anonymise/km/hierarchy.ts';
import { TermFinder } from './find-terms.ts';
import { numbersOf } from './leaf-questions.ts';
import { marksOf, type SanitisedDocument } from './sanitised-file.ts';

/**
 * Texts in whose plain words a term stands that a mark of the same text may hide. Whoever sanitised them missed it, or it is another one; without the
 * original nobody can say which.
 */
export function readableTexts(documents: readonly SanitisedDocument[], tree: Hierarchy): number {
  const numbers = numbersOf(tree);
  const finder = new TermFinder(tree.names.slice(0, tree.leaves));
  const isBehind = (term: string, nodes: readonly number[]): boolean => {
    const leaf = numbers.get(term) as number;
    return nodes.some((node) => leaf >= (tree.first[node] as number) && leaf < (tree.end[node] as number));
  };
  return documents.filter(({ text }) => {
    const nodes = marksOf(text).map(({ node }) => numbers.get(node) as number);
    return text.some((piece) => typeof piece === 'string' && [...finder.places(piece)].some(({ term }) => isBehind(term, nodes)));
  }).length;
}
