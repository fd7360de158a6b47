import type { Hierarchy } from '../anonymise/km/hierarchy.ts';
import type { PublishedSet, SetRow } from '../sets/published-set.ts';
import type { LeafClass } from './leaf-odds.ts';

/**
 * Each node that hides items as a generalised item of the leaves under it, with a row for each class that publishes it. An item lies under several
 * of them. Nodes stand in the order of the tree, which says nothing of nearness, so what stands beside a node is what its class publishes most
 * plainly: items as themselves, else the leaves under those of its other nodes that have the fewest.
 */
export function nodeSets(
  classes: readonly LeafClass[],
  { names, first, end, leaves }: Hierarchy,
): (PublishedSet & { readonly node: number })[] {
  const under = (node: number): number => (end[node] as number) - (first[node] as number);
  const rows = new Map<number, SetRow[]>();
  for (const [number, { rows: people, nodes }] of classes.entries()) {
    const key = nodes.map((node) => names[node]).join('\u001f');
    for (const node of nodes) {
      if (node < leaves) continue;
      const others = nodes.filter((other) => other !== node);
      const fewest = others.reduce((least, other) => Math.min(least, under(other)), Infinity);
      const plainest = others.filter((other) => under(other) === fewest);
      const context = plainest.flatMap((other) => names.slice(first[other], end[other]));
      const row = { key, number, people, context };
      const own = rows.get(node);
      if (own === undefined) rows.set(node, [row]);
      else own.push(row);
    }
  }
  return Array.from(rows, ([node, own]) => ({ node, members: names.slice(first[node], end[node]), rows: own }));
}
