import type { Hierarchy } from '../anonymise/km/hierarchy.ts';
import { TABLE_ATTACKS } from '../attack/attacks.ts';
import { type Distance, inCanonicalOrder, setDistanceTable } from '../sets/published-set.ts';
import { leafClasses } from './leaf-odds.ts';
import { nodeSets } from './node-sets.ts';

/** Whose eliminations stand in the attacked dataset. */
const ATTACK = 'rba';

/**
 * The release with what semantic-rba takes out of its nodes, row by row: an item that is published or left alone is a text, what is left of a node
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
      return left.length === 1 ? (left[0] as string) : left;
    });
    for (const row of own) rows[row] = entries;
  }
  return rows;
}

/** By node and class what is taken out. */
function eliminated(sets: ReturnType<typeof nodeSets>, distance: Distance, seed: string): Map<string, ReadonlySet<string>> {
  const run = TABLE_ATTACKS.find(({ name }) => name === ATTACK)?.run;
  const gone = new Map<string, Set<string>>();
  for (const { node, ...published } of sets) {
    if (published.rows.length < 2) continue;
    const set = inCanonicalOrder(published, seed);
    const verdict = run?.(setDistanceTable(set, distance), { seed, key: set.members.join('\u001f') });
    if (verdict?.kind !== 'decided') continue;
    for (const { row, column } of verdict.eliminations) {
      const key = `${node} ${set.rows[row]?.number}`;
      gone.set(key, (gone.get(key) ?? new Set()).add(set.members[column] as string));
    }
  }
  return gone;
}
