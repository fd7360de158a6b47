import type { NounGraph } from '../../wordnet/noun-graph.ts';
import { similarityTo } from '../../wordnet/wu-palmer.ts';
import type { PrivacyConstraint, UtilityConstraint } from './policy.ts';

/**
 * For each privacy constraint the items that WordNet finds similar (Wu and Palmer, above `threshold`) to one of its items, and
 * those items themselves. A phrase that WordNet lacks is looked up by its last word, its head.
 */
export function similarItems(
  items: readonly string[],
  privacy: readonly PrivacyConstraint[],
  graph: NounGraph,
  threshold = 0.5,
): readonly UtilityConstraint[] {
  const terms = items.map((item) => lookup(graph, item));
  const alike = new Map<string, readonly string[]>();
  const similarTo = (item: string): readonly string[] => {
    const known = alike.get(item);
    if (known !== undefined) return known;
    const similarity = similarityTo(graph, lookup(graph, item));
    const found = items.filter((_, at) => similarity(terms[at] as string) > threshold);
    alike.set(item, found);
    return found;
  };
  return privacy.map((constraint) => [...new Set([...constraint.items, ...constraint.items.flatMap(similarTo)])]);
}

function lookup(graph: NounGraph, item: string): string {
  return graph.senses(item).length > 0 ? item : (item.split(' ').at(-1) ?? item);
}
