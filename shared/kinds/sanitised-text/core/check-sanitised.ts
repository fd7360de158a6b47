import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { Hierarchy } from '../../../core/model/hierarchy.ts';
import { TermFinder } from './find-terms.ts';
import { stillSaid } from './hide-terms.ts';
import { posterior, type Topics } from './k-confusability.ts';
import { type Contexts, covering } from './k-safety.ts';
import { numbersOf } from './leaf-questions.ts';
import {
  isHidden,
  isKept,
  keptTerms,
  marksOf,
  type OriginalDocument,
  type SanitisedDocument,
  type SanitisedTexts,
} from './sanitised-file.ts';

/** A text that is not what is claimed: how much there is of what has to be `wanted`. */
export interface Short {
  readonly text: number;
  /** Violations: base texts, or entities or topics with too few others. */
  readonly about: string | null;
  readonly found: number;
  readonly wanted: number;
}

const TIE = 1e-9;

/** Texts that may come from fewer than t texts, counted by walking the tree; a product that reaches t is not followed further. */
export function checkPlausible({ documents, children }: SanitisedTexts, t: number): Short[] {
  const below = new Map(children);
  const counted = new Map<string, number>();
  return documents.flatMap(({ text }, at) => {
    let product = 1;
    for (const { node } of marksOf(text)) if (product < t) product *= leavesUnder(node, below, counted);
    return product >= t ? [] : [{ text: at, about: null, found: product, wanted: t }];
  });
}

/** Without recursion: a tree from a file can be deep. */
function leavesUnder(node: string, below: ReadonlyMap<string, readonly string[]>, counted: Map<string, number>): number {
  const known = counted.get(node);
  if (known !== undefined) return known;
  const open = [...(below.get(node) ?? [])];
  let leaves = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const children = below.get(next);
    if (children === undefined) leaves += 1;
    else for (const child of children) open.push(child);
  }
  counted.set(node, leaves);
  return leaves;
}

/** Texts and protected entities whose context, as far as the text has it, fewer than k others have. */
export function checkSafe({ documents }: SanitisedTexts, contexts: Contexts, protectedEntities: readonly string[], k: number): Short[] {
  return documents.flatMap(({ text }, at) => {
    const said = new Set(keptTerms(text));
    return protectedEntities.flatMap((entity) => {
      const found = covering(contexts, said, entity).length;
      return found >= k ? [] : [{ text: at, about: entity, found, wanted: k }];
    });
  });
}

/** Texts and sensitive topics beside which fewer than k - 1 others are as probable. */
export function checkConfusable({ documents }: SanitisedTexts, topics: Topics, sensitive: readonly string[], k: number): Short[] {
  return documents.flatMap(({ text }, at) => {
    const found = posterior(topics, keptTerms(text));
    return sensitive.flatMap((topic) => {
      const own = found.get(topic) as number;
      const others = [...found].filter(([name, each]) => name !== topic && each >= own - TIE).length;
      return others >= k - 1 ? [] : [{ text: at, about: topic, found: others, wanted: k - 1 }];
    });
  });
}

/** A text compared with its original; `terms`: the term behind each mark. */
export interface ComparedText {
  readonly text: number;
  readonly terms: ReadonlyMap<number, string>;
  /** Why it is not made from that; null: it is. */
  readonly differs: 'no original' | 'other words' | 'not under its node' | 'one mark, two terms' | 'still said' | null;
}

/** Piece by piece: what is hidden stands under its node, or is gone, everything else is as it was, and what is hidden is nowhere else in the text. */
export function compareTexts({ documents, children }: SanitisedTexts, original: readonly OriginalDocument[]): ComparedText[] {
  const byId = new Map(original.map((document) => [document.id, document]));
  const parent = new Map(children.flatMap(([node, below]) => below.map((child) => [child, node] as const)));
  const isUnder = (term: string, node: string): boolean => {
    for (let at = parent.get(term); at !== undefined; at = parent.get(at)) if (at === node) return true;
    return false;
  };
  return documents.map((document, at) => {
    const own = byId.get(document.id);
    const terms = new Map<number, string>();
    const differs = own === undefined ? 'no original' : differenceOf(document, own, terms, isUnder);
    return { text: at, terms, differs };
  });
}

function differenceOf(
  { text }: SanitisedDocument,
  original: OriginalDocument,
  terms: Map<number, string>,
  isUnder: (term: string, node: string) => boolean,
): ComparedText['differs'] {
  if (text.length !== original.text.length) return 'other words';
  const hidden = new Set<string>();
  for (const [at, piece] of text.entries()) {
    const own = original.text[at];
    if (typeof piece === 'string' || isKept(piece)) {
      if (JSON.stringify(shape(piece)) !== JSON.stringify(shape(own))) return 'other words';
      continue;
    }
    if (typeof own === 'string') return 'other words';
    hidden.add(own.term);
    if (!isHidden(piece)) continue;
    if (!isUnder(own.term, piece.node)) return 'not under its node';
    if ((terms.get(piece.mark) ?? own.term) !== own.term) return 'one mark, two terms';
    terms.set(piece.mark, own.term);
  }
  return stillSaid(text, hidden).length > 0 ? 'still said' : null;
}

const shape = (piece: string | { readonly term: string; readonly as?: string }): unknown =>
  typeof piece === 'string' ? piece : [piece.term, piece.as ?? piece.term];

/** In an order that no file decides. */
export const byId = <T extends { readonly id: string }>(documents: readonly T[]): readonly T[] =>
  documents.toSorted((a, b) => compareCodePoints(a.id, b.id));

/**
 * Texts in whose plain words a term stands that a mark of the same text may hide. Whoever sanitised them missed it, or it is another one; without the
 * original this cannot be decided.
 */
export function readableTexts(documents: readonly SanitisedDocument[], tree: Hierarchy): number {
  const numbers = numbersOf(tree);
  const finder = new TermFinder(tree.names.slice(0, tree.leaves));
  const isBehind = (term: string, nodes: readonly number[]): boolean => {
    const leaf = numbers.get(term) as number;
    return nodes.some((node) => leaf >= tree.first[node] && leaf < tree.end[node]);
  };
  return documents.filter(({ text }) => {
    const nodes = marksOf(text).map(({ node }) => numbers.get(node) as number);
    return text.some((piece) => typeof piece === 'string' && [...finder.places(piece)].some(({ term }) => isBehind(term, nodes)));
  }).length;
}
