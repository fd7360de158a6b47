import type { NounGraph } from './noun-graph.ts';

/**
 * Wu and Palmer (1994): `2 depth(lcs) / (depth(a) + depth(b))`, the greatest over the noun senses of both. Depth counts edges
 * to the virtual root by the shortest way, the lowest common subsumer is the deepest one. A synset with two parents can
 * lie nearer to the root than one of them, and the formula then passes 1 (gem and jewel: 1.2): such a value is 1.
 *
 * Answers for one term against many: any common ancestor gives at most the value of the lowest, so it is enough to know of
 * each ancestor of `a` how near to the root a sense of `a` below it lies. NaN when WordNet lacks a term.
 */
export function similarityTo(graph: NounGraph, a: string): (b: string) => number {
  const nearest = new Map<number, number>();
  for (const sense of graph.senses(a)) {
    for (const ancestor of graph.ancestors(sense)) {
      nearest.set(ancestor, Math.min(nearest.get(ancestor) ?? Number.POSITIVE_INFINITY, graph.depth(sense)));
    }
  }
  return (b) => {
    const senses = graph.senses(b);
    if (nearest.size === 0 || senses.length === 0) return Number.NaN;
    let greatest = 0;
    for (const sense of senses) {
      for (const ancestor of graph.ancestors(sense)) {
        const depthOfA = nearest.get(ancestor);
        if (depthOfA !== undefined) greatest = Math.max(greatest, ratio(graph.depth(ancestor), depthOfA + graph.depth(sense)));
      }
    }
    return greatest;
  };
}

/** 0/0, of the root with itself, is 0. */
const ratio = (shared: number, both: number): number => (both === 0 ? 0 : Math.min(1, (2 * shared) / both));
