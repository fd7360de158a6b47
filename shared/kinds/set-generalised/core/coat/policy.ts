import type { Place } from '../../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { indexItems } from '../../../../core/model/item-index.ts';
import type { Transaction } from '../../../../core/model/transaction.ts';
import { seeded, shuffle } from '../../../../core/random/random.ts';
import type { NounGraph } from '../../../../core/text/noun-graph.ts';

/** Items whose combination must not single anyone out. `place`: where the user wrote it, for messages. */
export interface PrivacyConstraint {
  readonly items: readonly string[];
  readonly place?: Place;
}

/** Items that may stand for one another. */
export type UtilityConstraint = readonly string[];

/** Unites sets that share an item, at the place of the first, members in order of appearance. */
export function uniteSets(sets: readonly UtilityConstraint[]): readonly UtilityConstraint[] {
  const parent = sets.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parent[root] !== root) root = parent[root];
    for (let step = at; parent[step] !== root; ) [step, parent[step]] = [parent[step], root];
    return root;
  };
  const firstWith = new Map<string, number>();
  for (const [at, set] of sets.entries()) {
    for (const item of set) {
      const other = firstWith.get(item);
      if (other === undefined) firstWith.set(item, at);
      else {
        const [low, high] = [rootOf(at), rootOf(other)].sort((a, b) => a - b) as [number, number];
        parent[high] = low;
      }
    }
  }
  const united = new Map<number, Set<string>>();
  for (const [at, set] of sets.entries()) {
    const root = rootOf(at);
    const members = united.get(root) ?? new Set();
    for (const item of set) members.add(item);
    united.set(root, members);
  }
  return [...united.entries()].sort(([a], [b]) => a - b).map(([, members]) => [...members]);
}

/** The number of the united set that each item is in. */
export const setNumbers = (sets: readonly UtilityConstraint[]): ReadonlyMap<string, number> =>
  new Map(uniteSets(sets).flatMap((set, at) => set.map((item) => [item, at] as const)));

/** A random share of the items, each as its own constraint; independent of their order. */
export function randomItems(transactions: readonly Transaction[], share: number, seed: number | string): readonly PrivacyConstraint[] {
  const items = [...indexItems(transactions).names].sort(compareCodePoints);
  const drawn = shuffle(items, seeded(seed, 'privacy', 'items')).slice(0, Math.round(share * items.length));
  return drawn.map((item) => ({ items: [item] }));
}

export const NESTED_SIZES = [3, 4, 5, 6] as const;

/**
 * Random itemsets from transactions: `chains` of three items each, extended to four, five and six. `sizes`: wanted sizes; the chains do not depend
 * on it. Transactions with fewer than six items give none.
 */
export function nestedItemsets(
  transactions: readonly Transaction[],
  chains: number,
  seed: number | string,
  sizes: readonly number[] = NESTED_SIZES,
): readonly PrivacyConstraint[] {
  const longest = Math.max(...NESTED_SIZES);
  const holders = transactions.filter(({ items }) => items.length >= longest);
  const random = seeded(seed, 'privacy', 'nested');
  const drawn = shuffle([...holders], random)
    .slice(0, chains)
    .map(({ items }) => shuffle([...new Set(items as readonly string[])], random));
  return sizes.flatMap((size) => drawn.filter((items) => items.length >= size).map((items) => ({ items: items.slice(0, size) })));
}

/**
 * For each privacy constraint its items and the items similar to one of them in WordNet (Wu-Palmer above `threshold`). An unknown phrase is looked
 * up by its head, the last word.
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
    const found = items.filter((_, at) => similarity(terms[at]) > threshold);
    alike.set(item, found);
    return found;
  };
  return privacy.map((constraint) => [...new Set([...constraint.items, ...constraint.items.flatMap(similarTo)])]);
}

function lookup(graph: NounGraph, item: string): string {
  return graph.senses(item).length > 0 ? item : (item.split(' ').at(-1) ?? item);
}

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
