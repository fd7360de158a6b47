import { BadInput } from '../model/bad-input.ts';
import { isRealisable, levelDegrees } from './degree-sequence.ts';
import { degreesOf, type Graph, linked } from './graph.ts';

/** In how many orders of equals a graph is tried to be built before degrees are raised. */
const TURNS = 16;

interface KDegree {
  /** Node numbers; added in this order. */
  readonly added: readonly (readonly [number, number])[];
  /** Cost of the first cut into runs, and of the one that could be built. */
  readonly firstCost: number;
  readonly cost: number;
  /** Nodes whose working degree was raised by one before a graph could be built, in this order. */
  readonly raised: readonly number[];
  /** By how many places equals were turned when it succeeded. */
  readonly turn: number;
}

/**
 * k-degree anonymity by added edges alone (Liu and Terzi, 2008): each degree is raised to one that k nodes share, and the missing edges are drawn. Where
 * that cannot be done, the least degree is raised by one and all begins anew; the complete graph ends it.
 */
export function anonymiseDegrees(graph: Graph, k: number): KDegree {
  const nodes = graph.names.length;
  if (nodes < k) throw new BadInput(`${nodes} nodes cannot share their degrees by ${k}; ask for a smaller k`);
  const own = degreesOf(graph);
  const working = own.slice();
  const raised: number[] = [];
  let firstCost: number | undefined;
  for (;;) {
    const descending = working.slice().sort().reverse();
    const { cost, runs } = levelDegrees(descending, k);
    firstCost ??= cost;
    const wanted = descending.slice();
    for (const [first, last] of runs) wanted.fill(descending[first] as number, first, last + 1);
    // Which nodes are equal does not change whether any graph has these degrees.
    if (isRealisable(wanted)) {
      for (let turn = 0; turn < Math.min(nodes, TURNS); turn += 1) {
        const added = build(graph, own, working, wanted, turn);
        if (added !== undefined) return { added, firstCost, cost, raised, turn };
      }
    }
    const least = working.reduce((best, degree, node) => (degree < (working[best] as number) ? node : best), 0);
    working[least] = (working[least] as number) + 1;
    raised.push(least);
  }
}

/** The largest residual is joined at once to the largest of its non-neighbours that have one left; none when there are too few. */
function build(
  graph: Graph,
  own: Uint32Array,
  working: Uint32Array,
  wanted: Uint32Array,
  turn: number,
): readonly (readonly [number, number])[] | undefined {
  const nodes = own.length;
  const place = (node: number): number => (node - turn + nodes) % nodes;
  const order = Array.from({ length: nodes }, (_, node) => node).sort(
    (a, b) => (working[b] as number) - (working[a] as number) || place(a) - place(b),
  );
  let open = order.map((node, at) => ({ node, left: (wanted[at] as number) - (own[node] as number) })).filter(({ left }) => left > 0);
  const byResidual = (a: { node: number; left: number }, b: { node: number; left: number }): number =>
    b.left - a.left || place(a.node) - place(b.node);
  open.sort(byResidual);
  const added: (readonly [number, number])[] = [];
  const fresh = new Set<number>();
  while (open.length > 0) {
    const first = open[0] as (typeof open)[number];
    let missing = first.left;
    for (let at = 1; at < open.length && missing > 0; at += 1) {
      const other = open[at] as (typeof open)[number];
      if (linked(graph, first.node, other.node) || fresh.has(first.node * nodes + other.node)) continue;
      added.push([first.node, other.node]);
      fresh.add(first.node * nodes + other.node);
      fresh.add(other.node * nodes + first.node);
      other.left -= 1;
      missing -= 1;
    }
    if (missing > 0) return undefined;
    open = open.slice(1).filter(({ left }) => left > 0);
    open.sort(byResidual);
  }
  return added;
}

interface DegreeViolation {
  readonly degree: number;
  readonly nodes: number;
}

/** Degrees on fewer than k nodes. */
export function checkDegrees(graph: Graph, k: number): readonly DegreeViolation[] {
  const counts = new Map<number, number>();
  for (const { length } of graph.neighbours) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts]
    .filter(([, nodes]) => nodes < k)
    .map(([degree, nodes]) => ({ degree, nodes }))
    .sort((a, b) => b.degree - a.degree);
}

/** Edges of the original that the release has not, by name; a node that the release does not name has none. */
export function missingEdges(release: Graph, original: Graph): number {
  const numbers = new Map(release.names.map((name, at) => [name, at]));
  let missing = 0;
  for (const [from, list] of original.neighbours.entries()) {
    const a = numbers.get(original.names[from] as string);
    for (const to of list) {
      if (to < from) continue;
      const b = numbers.get(original.names[to] as string);
      if (a === undefined || b === undefined || !linked(release, a, b)) missing += 1;
    }
  }
  return missing;
}
