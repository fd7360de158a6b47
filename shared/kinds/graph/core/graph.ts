import { standsIn } from '../../../core/numeric/sorted.ts';

/** An undirected graph without loops and repeats; the neighbours of each node ascending. */
export interface Graph {
  readonly names: readonly string[];
  readonly neighbours: readonly Uint32Array[];
  readonly edges: number;
}

export interface DroppedEdges {
  readonly loops: number;
  /** The same edge again, in whichever direction. */
  readonly repeats: number;
}

/** Nodes in the order in which they are named, those without edges too. */
export function graphOf(
  edges: Iterable<readonly [string, string]>,
  nodes: readonly string[] = [],
): { readonly graph: Graph; readonly dropped: DroppedEdges } {
  const numbers = new Map<string, number>();
  const lists: Set<number>[] = [];
  const numberOf = (name: string): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, lists.length);
    lists.push(new Set());
    return lists.length - 1;
  };
  for (const name of nodes) numberOf(name);
  const dropped = { loops: 0, repeats: 0 };
  let kept = 0;
  for (const [from, to] of edges) {
    const [a, b] = [numberOf(from), numberOf(to)];
    if (a === b) dropped.loops += 1;
    else if (lists[a]?.has(b) === true) dropped.repeats += 1;
    else {
      lists[a]?.add(b);
      lists[b]?.add(a);
      kept += 1;
    }
  }
  return { graph: { names: [...numbers.keys()], neighbours: lists.map((list) => Uint32Array.from(list).sort()), edges: kept }, dropped };
}

export const degreesOf = ({ neighbours }: Graph): Uint32Array => Uint32Array.from(neighbours, (list) => list.length);

export function linked({ neighbours }: Graph, a: number, b: number): boolean {
  return standsIn(neighbours[a], b);
}

/** Edges as pairs of node numbers, the smaller first, ascending. */
export function* edgesOf({ neighbours }: Graph): Generator<readonly [number, number]> {
  for (const [from, list] of neighbours.entries()) for (const to of list) if (from < to) yield [from, to];
}

export function withEdges(graph: Graph, added: readonly (readonly [number, number])[]): Graph {
  const more = new Map<number, number[]>();
  for (const [a, b] of added) {
    more.set(a, [...(more.get(a) ?? []), b]);
    more.set(b, [...(more.get(b) ?? []), a]);
  }
  const neighbours = graph.neighbours.map((list, node) => {
    const own = more.get(node);
    return own === undefined ? list : Uint32Array.from([...list, ...own]).sort();
  });
  return { ...graph, neighbours, edges: graph.edges + added.length };
}
