import { rba } from '../../../core/attack/group-attacks.ts';
import type { Hierarchy } from '../../../core/model/hierarchy.ts';
import { addTo } from '../../../core/model/lists.ts';
import { type Distance, inCanonicalOrder, type PublishedSet, type SetRow, setDistanceTable } from '../../../core/sets/published-set.ts';
import { type LeafClass, leafClasses } from './leaf-odds.ts';

/**
 * Each node that hides items as a generalised item of the leaves under it, with a row for each class that publishes it. An item lies under several
 * of them. Nodes stand in the order of the tree, which says nothing of nearness, so what stands beside a node is what its class publishes most
 * plainly: items as themselves, else the leaves under those of its other nodes that have the fewest.
 */
export function nodeSets(
  classes: readonly LeafClass[],
  { names, first, end, leaves }: Hierarchy,
): (PublishedSet & { readonly node: number })[] {
  const under = (node: number): number => end[node] - first[node];
  const rows = new Map<number, SetRow[]>();
  for (const [number, { rows: people, nodes }] of classes.entries()) {
    const key = nodes.map((node) => names[node]).join('\u001f');
    for (const node of nodes) {
      if (node < leaves) continue;
      const others = nodes.filter((other) => other !== node);
      const fewest = others.reduce((least, other) => Math.min(least, under(other)), Infinity);
      const plainest = others.filter((other) => under(other) === fewest);
      const context = plainest.flatMap((other) => names.slice(first[other], end[other]));
      addTo(rows, node, { key, number, people, context });
    }
  }
  return Array.from(rows, ([node, own]) => ({ node, members: names.slice(first[node], end[node]), rows: own }));
}

/**
 * The release without the items that semantic-rba removes from its nodes, row by row: an item that is published or left alone is a text, what is left of a node
 * a list. Where nothing is known of what goes with what, or one class alone publishes a node, all that stands under it stays.
 */
export function attackedRows(
  transactions: readonly (readonly number[])[],
  tree: Hierarchy,
  distance: Distance | null,
  seed: string,
): (readonly (string | readonly string[])[])[] {
  const classes = leafClasses(transactions);
  const gone = distance === null ? new Map<string, ReadonlySet<string>>() : eliminated(nodeSets(classes, tree), distance, seed);
  const rows: (readonly (string | readonly string[])[])[] = [];
  for (const [number, { rows: own, nodes }] of classes.entries()) {
    const entries = nodes.map((node) => {
      const out = gone.get(`${node} ${number}`);
      const left = tree.names.slice(tree.first[node], tree.end[node]).filter((item) => out?.has(item) !== true);
      return left.length === 1 ? left[0] : left;
    });
    for (const row of own) rows[row] = entries;
  }
  return rows;
}

function eliminated(sets: ReturnType<typeof nodeSets>, distance: Distance, seed: string): Map<string, ReadonlySet<string>> {
  const gone = new Map<string, Set<string>>();
  for (const { node, ...published } of sets) {
    if (published.rows.length < 2) continue;
    const set = inCanonicalOrder(published, seed);
    const verdict = rba(setDistanceTable(set, distance), { seed, key: set.members.join('\u001f') });
    if (verdict.kind !== 'decided') continue;
    for (const { row, column } of verdict.eliminations) {
      const key = `${node} ${set.rows[row]?.number}`;
      gone.set(key, (gone.get(key) ?? new Set()).add(set.members[column]));
    }
  }
  return gone;
}
