import { BadInput } from '../../../core/model/bad-input.ts';
import type { Hierarchy } from '../../../core/model/hierarchy.ts';
import { type Split, splitPart } from './split.ts';

interface LocalClass {
  /** Ascending. */
  readonly rows: readonly number[];
  /** Nodes of the hierarchy, in the order in which the tree has them; none for transactions without items. */
  readonly published: readonly number[];
}

interface LocalStep {
  readonly node: number;
  readonly parts: Split['parts'];
  readonly leftover: readonly number[];
  readonly gain: number;
}

export interface LocalResult {
  readonly classes: readonly LocalClass[];
  readonly steps: readonly LocalStep[];
  /** Mean over the original occurrences of leaves(node) / all leaves, 0 for a leaf. */
  readonly ncp: number | null;
}

interface Part extends LocalClass {
  readonly blocked: ReadonlySet<number>;
}

/**
 * Top-down local generalisation (He and Naughton, 2009): from "everything is the root" down, one node of one part at a time, as long as at least
 * k transactions stay alike. `transactions` hold leaves of the hierarchy. An item may so lie under several published nodes of the release.
 */
export function generaliseLocally(transactions: readonly (readonly number[])[], hierarchy: Hierarchy, k: number): LocalResult {
  const filled: number[] = [];
  const empty: number[] = [];
  for (const [row, items] of transactions.entries()) (items.length === 0 ? empty : filled).push(row);
  for (const [what, rows] of [
    ['with items', filled],
    ['without items', empty],
  ] as const) {
    if (rows.length > 0 && rows.length < k)
      throw new BadInput(`${rows.length} transactions ${what}, but a class needs ${k}; leave them out, or ask for a smaller k`);
  }
  const classes: LocalClass[] = empty.length === 0 ? [] : [{ rows: empty, published: [] }];
  const steps: LocalStep[] = [];
  const open: Part[] = filled.length === 0 ? [] : [{ rows: filled, published: [hierarchy.root], blocked: new Set() }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const found = bestSplit(transactions, hierarchy, part, k);
    if (found === undefined) {
      classes.push({ rows: part.rows, published: part.published });
      continue;
    }
    const { node, split } = found;
    const parts = split.parts.map(({ rows, children }) => ({
      rows,
      published: replaced(part.published, node, children),
      blocked: part.blocked,
    }));
    steps.push({ node, ...split });
    if (split.leftover.length > 0)
      open.push({ rows: split.leftover, published: part.published, blocked: new Set([...part.blocked, node]) });
    // Depth first, the first part first.
    for (const each of parts.reverse()) open.push(each);
  }
  classes.sort((a, b) => a.rows[0] - b.rows[0]);
  return { classes, steps, ncp: ncpOf(transactions, hierarchy, classes) };
}

/** The node of greatest gain above 0; of several the first from the root down, left to right. */
function bestSplit(
  transactions: readonly (readonly number[])[],
  hierarchy: Hierarchy,
  part: Part,
  k: number,
): { readonly node: number; readonly split: Split } | undefined {
  let best: { node: number; split: Split } | undefined;
  // Published nodes are disjoint subtrees in pre-order.
  for (const node of part.published) {
    if (node < hierarchy.leaves || part.blocked.has(node)) continue;
    const split = splitPart(transactions, hierarchy, part.rows, node, k);
    if (split.parts.length > 0 && split.gain > (best?.split.gain ?? 0) + 1e-9 * Math.max(1, best?.split.gain ?? 0)) best = { node, split };
  }
  return best;
}

const replaced = (published: readonly number[], node: number, children: readonly number[]): readonly number[] =>
  published.flatMap((each) => (each === node ? children : [each]));

function ncpOf(transactions: readonly (readonly number[])[], hierarchy: Hierarchy, classes: readonly LocalClass[]): number | null {
  let [loss, occurrences] = [0, 0];
  const nodeOf = new Int32Array(hierarchy.leaves);
  for (const { rows, published } of classes) {
    for (const node of published) nodeOf.fill(node, hierarchy.first[node], hierarchy.end[node]);
    for (const row of rows) {
      for (const item of transactions[row]) {
        loss += leavesLost(hierarchy, nodeOf[item]);
        occurrences += 1;
      }
    }
  }
  return occurrences === 0 ? null : loss / hierarchy.leaves / occurrences;
}

/** How many leaves an occurrence under this node could be; 0 for a leaf, which is certain. */
function leavesLost({ first, end, leaves }: Hierarchy, node: number): number {
  return node < leaves ? 0 : end[node] - first[node];
}

type LocalViolation = {
  readonly row: number;
  readonly times: number;
};

/** Published sets on fewer than k rows; rows whose set is not exactly what their items generalise to are found apart. */
export function checkClasses(release: readonly (readonly number[])[], k: number): readonly LocalViolation[] {
  const seen = new Map<string, { row: number; times: number }>();
  for (const [row, nodes] of release.entries()) {
    const set = [...nodes].sort((a, b) => a - b).join(' ');
    const entry = seen.get(set);
    if (entry === undefined) seen.set(set, { row, times: 1 });
    else entry.times += 1;
  }
  return [...seen.values()].filter(({ times }) => times < k);
}

/** Rows that publish a node without an item under it, or have an item under none of theirs, or under two. */
export function inexactRows(
  transactions: readonly (readonly number[])[],
  release: readonly (readonly number[])[],
  { first, end }: Hierarchy,
): readonly number[] {
  return [...transactions.keys()].filter((row) => {
    const items = transactions[row];
    const nodes = release[row];
    const under = (item: number, node: number): boolean => item >= first[node] && item < end[node];
    return !(
      nodes.every((node) => items.some((item) => under(item, node))) &&
      items.every((item) => nodes.filter((node) => under(item, node)).length === 1)
    );
  });
}
