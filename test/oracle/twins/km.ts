// k^m by hierarchy from the spec, with sets and full recounts. Uses no product code.

export interface Tree {
  readonly [parent: string]: readonly string[];
}

const itemsets = (nodes: readonly string[], size: number): string[][] =>
  size === 0 ? [[]] : nodes.flatMap((node, at) => itemsets(nodes.slice(at + 1), size - 1).map((rest) => [node, ...rest]));

/** Every itemset of at most m items that somebody holds and fewer than k do. */
export function rareItemsets(release: readonly (readonly string[])[], k: number, m: number): string[][] {
  const counts = new Map<string, number>();
  for (const transaction of release) {
    for (let size = 1; size <= m; size += 1) {
      for (const itemset of itemsets([...new Set(transaction)].sort(), size)) {
        const key = JSON.stringify(itemset);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  return [...counts].filter(([, count]) => count < k).map(([key]) => JSON.parse(key) as string[]);
}

export const leavesUnder = (tree: Tree, node: string): string[] => tree[node]?.flatMap((child) => leavesUnder(tree, child)) ?? [node];

export const ncpOf = (original: readonly (readonly string[])[], tree: Tree, root: string, nodeOf: (item: string) => string): number => {
  const all = leavesUnder(tree, root).length;
  const occurrences = original.flat();
  const penalties = occurrences.map((item) => {
    const under = leavesUnder(tree, nodeOf(item)).length;
    return under === 1 ? 0 : under / all;
  });
  return penalties.reduce((total, each) => total + each, 0) / occurrences.length;
};

/** The plain greedy form: first rare itemset in order of the hierarchy, its cheapest node raised, until there is none. Null when the root is rare. */
export function plainGreedy(
  original: readonly (readonly string[])[],
  tree: Tree,
  root: string,
  k: number,
  m: number,
): Map<string, string> | null {
  const leaves = leavesUnder(tree, root);
  const parentOf = (node: string): string | undefined => Object.keys(tree).find((parent) => tree[parent]?.includes(node));
  let nodeOf = new Map(leaves.map((leaf) => [leaf, leaf]));
  const place = (node: string): number => leaves.indexOf(leavesUnder(tree, node)[0]);
  for (let size = 1; size <= m; size += 1) {
    for (;;) {
      const rare = rareItemsets(
        original.map((items) => items.map((item) => nodeOf.get(item) as string)),
        k,
        size,
      )
        .filter((itemset) => itemset.length === size)
        .map((itemset) => itemset.toSorted((a, b) => place(a) - place(b)))
        .sort((a, b) => a.map(place).reduce((order, at, i) => order || at - place(b[i]), 0))[0];
      if (rare === undefined) break;
      const options = rare.map((node) => {
        const parent = parentOf(node);
        if (parent === undefined) return null;
        const under = new Set(leavesUnder(tree, parent));
        const after = new Map([...nodeOf].map(([leaf, now]) => [leaf, under.has(leaf) ? parent : now]));
        return { after, ncp: ncpOf(original, tree, root, (item) => after.get(item) as string) };
      });
      const best = options.reduce(
        (least, each) => (each !== null && (least === null || each.ncp < least.ncp - 1e-12) ? each : least),
        null,
      );
      if (best === null) return null;
      nodeOf = best.after;
    }
  }
  return nodeOf;
}
