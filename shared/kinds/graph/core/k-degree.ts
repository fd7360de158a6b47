import { BadInput } from '../../../core/model/bad-input.ts';
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
 * k-degree anonymity by added edges alone (Liu and Terzi, 2008): each degree is raised to one that k nodes share, and the missing edges are drawn.
 * Where that cannot be done, the least degree is raised by one and all begins anew; the complete graph ends it.
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
    for (const [first, last] of runs) wanted.fill(descending[first], first, last + 1);
    // Which nodes are equal does not change whether any graph has these degrees.
    if (isRealisable(wanted)) {
      for (let turn = 0; turn < Math.min(nodes, TURNS); turn += 1) {
        const added = build(graph, own, working, wanted, turn);
        if (added !== undefined) return { added, firstCost, cost, raised, turn };
      }
    }
    const least = working.reduce((best, degree, node) => (degree < working[best] ? node : best), 0);
    working[least] += 1;
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
  const order = Array.from({ length: nodes }, (_, node) => node).sort((a, b) => working[b] - working[a] || place(a) - place(b));
  let open = order.map((node, at) => ({ node, left: wanted[at] - own[node] })).filter(({ left }) => left > 0);
  const byResidual = (a: { node: number; left: number }, b: { node: number; left: number }): number =>
    b.left - a.left || place(a.node) - place(b.node);
  open.sort(byResidual);
  const added: (readonly [number, number])[] = [];
  const fresh = new Set<number>();
  while (open.length > 0) {
    const first = open[0];
    let missing = first.left;
    for (let at = 1; at < open.length && missing > 0; at += 1) {
      const other = open[at];
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

export function checkDegrees(graph: Graph, k: number) {
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
    const a = numbers.get(original.names[from]);
    for (const to of list) {
      if (to < from) continue;
      const b = numbers.get(original.names[to]);
      if (a === undefined || b === undefined || !linked(release, a, b)) missing += 1;
    }
  }
  return missing;
}

interface Levelled {
  /** By how much all degrees are raised together. */
  readonly cost: number;
  /** First and last place of each run. */
  readonly runs: readonly (readonly [first: number, last: number])[];
}

/**
 * Degrees, descending, cut into runs of k or more so that raising each run to its greatest costs least. A run of 2k or more could be cut in two at no
 * more cost, so lengths up to 2k - 1 suffice; of equal cuts the one whose last run is shortest. Time and memory: degrees x k.
 */
export function levelDegrees(degrees: ArrayLike<number>, k: number): Levelled {
  const nodes = degrees.length;
  const sums = new Float64Array(nodes + 1);
  for (let at = 0; at < nodes; at += 1) sums[at + 1] = sums[at] + degrees[at];
  const costOf = (first: number, end: number): number => degrees[first] * (end - first) - (sums[end] - sums[first]);
  const least = new Float64Array(nodes + 1).fill(Infinity);
  const length = new Uint32Array(nodes + 1);
  least[0] = 0;
  for (let end = k; end <= nodes; end += 1) {
    for (let run = k; run <= Math.min(end, 2 * k - 1); run += 1) {
      const cost = least[end - run] + costOf(end - run, end);
      if (cost < least[end]) {
        least[end] = cost;
        length[end] = run;
      }
    }
  }
  const runs: (readonly [number, number])[] = [];
  for (let end = nodes; end > 0; end -= length[end]) runs.unshift([end - length[end], end - 1]);
  return { cost: least[nodes], runs };
}

/** Erdos and Gallai: whether some graph has these degrees, given descending. */
export function isRealisable(degrees: ArrayLike<number>): boolean {
  const nodes = degrees.length;
  let total = 0;
  for (let at = 0; at < nodes; at += 1) total += degrees[at];
  if (total % 2 !== 0) return false;
  // rest[l]: the sum of all degrees from place l on; below[l]: the first place whose degree is below l, which moves to the left as l grows.
  let [left, rest, split] = [0, total, nodes];
  for (let l = 1; l <= nodes; l += 1) {
    const degree = degrees[l - 1];
    left += degree;
    rest -= degree;
    while (split > 0 && degrees[split - 1] < l) split -= 1;
    // Places l .. split - 1 count l each, the others after l their degree.
    const from = Math.max(l, split);
    let capped = (from - l) * l;
    capped += from === l ? rest : sumFrom(degrees, from);
    if (left > l * (l - 1) + capped) return false;
    // Beyond the Durfee number the condition can fail no more.
    if (degree < l) return true;
  }
  return true;
}

function sumFrom(degrees: ArrayLike<number>, from: number): number {
  let total = 0;
  for (let at = from; at < degrees.length; at += 1) total += degrees[at];
  return total;
}
