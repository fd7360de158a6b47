import type { Hierarchy } from '../../../core/model/hierarchy.ts';
import { seeded } from '../../../core/random/random.ts';
import { isHidden, isKept, keptTerms, marksOf, type SanitisedDocument, type TextPiece } from './sanitised-file.ts';

/** Candidate leaves behind a mark (or, in practice, behind an unchanged term); exactly one is original. */
export interface LeafQuestion {
  /** The leaves that it may be, as numbers of the tree, ascending. */
  readonly leaves: readonly number[];
  /** Terms of the same text, nearest first. */
  readonly context: readonly string[];
}

export interface MarkQuestion extends LeafQuestion {
  readonly mark: number;
  readonly node: number;
  /** Leaves of the node that occur unchanged in the text. The hidden term cannot, since all its occurrences are hidden. */
  readonly excluded: number;
}

export interface PracticeQuestion extends LeafQuestion {
  /** The id of its text: what other texts say is counted without it. */
  readonly id: string;
  readonly answer: number;
}

/** Larger sets are skipped: their counts would dominate the audit. */
const MOST_LEAVES = 1000;
/** Unchanged terms of each text used for practice. */
const PRACTICE_A_TEXT = 6;

/** Leaves and inner nodes by name. */
export const numbersOf = (tree: Hierarchy): ReadonlyMap<string, number> => new Map(tree.names.map((name, node) => [name, node]));

/** Questions for the marks of a text. Nodes with too many leaves are skipped. */
export function markQuestions({ text }: SanitisedDocument, tree: Hierarchy, numbers: ReadonlyMap<string, number>): MarkQuestion[] {
  const standing = new Set(keptTerms(text));
  return marksOf(text).flatMap(({ mark, node: name }) => {
    const node = numbers.get(name) as number;
    const all = leavesUnder(tree, node);
    if (all.length > MOST_LEAVES) return [];
    const left = all.filter((leaf) => !standing.has(tree.names[leaf]));
    // If all leaves occur in the text, the text is not of this method; then nothing is known.
    const leaves = left.length === 0 ? all : left;
    const first = text.findIndex((piece) => isHidden(piece) && piece.mark === mark);
    return [{ mark, node, leaves, excluded: all.length - leaves.length, context: nearest(text, first, null) }];
  });
}

/**
 * Terms of the tree that stand as they were, each behind one of the nodes above it, as if it were hidden: which terms of a text are raised is decided
 * by how many leaves their nodes have, so these are like those that are hidden. Drawn by content.
 */
export function practiceQuestions(
  { id, text }: SanitisedDocument,
  tree: Hierarchy,
  numbers: ReadonlyMap<string, number>,
  most: number,
  seed: string,
): PracticeQuestion[] {
  const standing = new Set(keptTerms(text));
  const random = seeded(seed, 'practice', id);
  const drawn = [...standing].filter((term) => isLeaf(numbers.get(term), tree)).map((term) => ({ term, at: random.unit() }));
  return drawn
    .sort((a, b) => a.at - b.at)
    .flatMap(({ term }) => {
      const answer = numbers.get(term) as number;
      const nodes = nodesAbove(tree, answer, most);
      const node = nodes[random.below(Math.max(1, nodes.length))];
      if (node === undefined) return [];
      const leaves = leavesUnder(tree, node).filter((leaf) => leaf === answer || !standing.has(tree.names[leaf]));
      if (leaves.length < 2) return [];
      const first = text.findIndex((piece) => isKept(piece) && piece.term === term);
      return [{ id, answer: leaves.indexOf(answer), leaves, context: nearest(text, first, term) }];
    })
    .slice(0, PRACTICE_A_TEXT);
}

const isLeaf = (node: number | undefined, { leaves }: Hierarchy): boolean => node !== undefined && node < leaves;

const leavesUnder = ({ first, end }: Hierarchy, node: number): number[] =>
  Array.from({ length: end[node] - first[node] }, (_, at) => first[node] + at);

/** Ancestors of a leaf with between two and the maximum number of leaves. */
function nodesAbove({ parent, first, end }: Hierarchy, leaf: number, most: number): number[] {
  const nodes: number[] = [];
  for (let node = parent[leaf]; node >= 0; node = parent[node]) {
    const size = end[node] - first[node];
    if (size > most) break;
    if (size > 1) nodes.push(node);
  }
  return nodes;
}

/** Distinct terms around a piece, by how many pieces lie between, of two as near the earlier first. */
function nearest(text: readonly TextPiece[], at: number, except: string | null): string[] {
  const found = new Set<string>();
  for (let far = 1; at - far >= 0 || at + far < text.length; far += 1) {
    for (const place of [at - far, at + far]) {
      const piece = text[place];
      if (piece !== undefined && isKept(piece) && piece.term !== except) found.add(piece.term);
    }
  }
  return [...found];
}
