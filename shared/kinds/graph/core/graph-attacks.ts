import { sum } from '../../../core/numeric/numeric.ts';
import { degreesOf, type Graph } from './graph.ts';
import { neighbourhoodSignature } from './neighbourhood.ts';

/** Kinds of knowledge about a person in the graph, from least to most. */
export const SIGNATURES = {
  degree: (graph: Graph) => graph.neighbours.map(({ length }) => String(length)),
  neighbourDegrees: (graph: Graph) => {
    const degrees = degreesOf(graph);
    return graph.neighbours.map((list) => String(list.map((node) => degrees[node]).sort()));
  },
  neighbourhood: (graph: Graph) => graph.neighbours.map((_, node) => neighbourhoodSignature(graph, node)),
} as const satisfies Readonly<Record<string, (graph: Graph) => readonly string[]>>;

interface ClassFigures {
  readonly classes: number;
  readonly unique: number;
  readonly smallest: number;
  /** Of a guess among those who look alike, mean over all nodes: classes / nodes. */
  readonly expectedSuccess: number;
  /** Nodes in classes below k, as a share of all. */
  readonly belowK: number;
}

/** Nodes of one signature cannot be told apart. */
export function classFigures(signatures: readonly string[], k: number): ClassFigures {
  const sizes = new Map<string, number>();
  for (const signature of signatures) sizes.set(signature, (sizes.get(signature) ?? 0) + 1);
  const all = [...sizes.values()];
  const nodesIn = (chosen: readonly number[]): number => chosen.reduce((total, size) => total + size, 0);
  return {
    classes: all.length,
    unique: all.filter((size) => size === 1).length,
    smallest: all.reduce((least, size) => Math.min(least, size), signatures.length),
    expectedSuccess: all.length / signatures.length,
    belowK: nodesIn(all.filter((size) => size < k)) / signatures.length,
  };
}

interface FriendFigures {
  /** Pairs (a, b) such that a node of degree a has a neighbour of degree b. */
  readonly pairs: number;
  readonly pairsWithOneCandidate: number;
  readonly exposedNodes: number;
  /** Of a guess, mean over the friends of all nodes; null without an edge. */
  readonly expectedSuccess: number | null;
}

/** For who knows the degree of a person and of one friend. */
export function friendAttack(graph: Graph): FriendFigures {
  const degrees = degreesOf(graph);
  const candidates = new Map<string, { nodes: number; only: number; friends: number }>();
  for (const [node, list] of graph.neighbours.entries()) {
    const seen = new Set<string>();
    for (const other of list) {
      const pair = `${degrees[node]} ${degrees[other]}`;
      const entry = candidates.get(pair) ?? { nodes: 0, only: node, friends: 0 };
      entry.friends += 1;
      if (!seen.has(pair)) entry.nodes += 1;
      seen.add(pair);
      candidates.set(pair, entry);
    }
  }
  const pairs = [...candidates.values()];
  const single = pairs.filter(({ nodes }) => nodes === 1);
  return {
    pairs: pairs.length,
    pairsWithOneCandidate: single.length,
    exposedNodes: new Set(single.map(({ only }) => only)).size,
    expectedSuccess: graph.edges === 0 ? null : sum(pairs.map(({ nodes, friends }) => friends / nodes)) / (2 * graph.edges),
  };
}

/** Edge density between each pair of degree classes. 1: two known degrees reveal an edge. */
export function linkShares(graph: Graph) {
  const degrees = degreesOf(graph);
  const sizes = new Map<number, number>();
  for (const degree of degrees) sizes.set(degree, (sizes.get(degree) ?? 0) + 1);
  const values = [...sizes.keys()].sort((a, b) => a - b);
  const counts = new Map<string, number>();
  for (const [node, list] of graph.neighbours.entries()) {
    for (const other of list) {
      if (other < node) continue;
      const [a, b] = [degrees[node], degrees[other]];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return values.flatMap((a, at) =>
    values.slice(at).flatMap((b) => {
      const size = sizes.get(a) as number;
      const possible = a === b ? (size * (size - 1)) / 2 : size * (sizes.get(b) as number);
      return possible === 0 ? [] : [{ degrees: [a, b] as const, linked: counts.get(`${a} ${b}`) ?? 0, possible }];
    }),
  );
}

/** Share of all possible edges: what a link is worth to who knows nothing. */
export const densityOf = ({ names, edges }: Graph): number => (names.length < 2 ? 0 : edges / ((names.length * (names.length - 1)) / 2));

/** For who knows the degree that a person had before edges were added. */
export function originalDegreeAttack(original: Graph, release: Graph): { readonly equal: number; readonly atLeast: number } {
  const numbers = new Map(release.names.map((name, at) => [name, at]));
  const published = degreesOf(release);
  const descending = [...published].sort((a, b) => b - a);
  const sizes = new Map<number, number>();
  for (const degree of published) sizes.set(degree, (sizes.get(degree) ?? 0) + 1);
  const chances = original.names.map((name, node) => {
    const degree = original.neighbours[node].length;
    const at = numbers.get(name);
    if (at === undefined) return { equal: 0, atLeast: 0 };
    const own = published[at];
    return {
      equal: own === degree ? 1 / (sizes.get(degree) as number) : 0,
      atLeast: own >= degree ? 1 / countAtLeast(descending, degree) : 0,
    };
  });
  return {
    equal: sum(chances.map(({ equal }) => equal)) / chances.length,
    atLeast: sum(chances.map(({ atLeast }) => atLeast)) / chances.length,
  };
}

function countAtLeast(descending: readonly number[], degree: number): number {
  let [low, high] = [0, descending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (descending[middle] >= degree) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How often the most frequent attribute among similar nodes is right, compared with the most frequent of all. */
export function contentAttack(
  signatures: readonly string[],
  attributes: readonly string[],
): { readonly right: number; readonly baseline: number } {
  const commonest = (nodes: readonly number[]): number => {
    const counts = new Map<string, number>();
    for (const node of nodes) counts.set(attributes[node], (counts.get(attributes[node]) ?? 0) + 1);
    return [...counts.values()].reduce((most, count) => Math.max(most, count), 0);
  };
  const classes = new Map<string, number[]>();
  for (const [node, signature] of signatures.entries()) classes.set(signature, [...(classes.get(signature) ?? []), node]);
  const right = [...classes.values()].reduce((total, nodes) => total + commonest(nodes), 0);
  return { right: right / signatures.length, baseline: commonest([...signatures.keys()]) / signatures.length };
}
