import { seeded, shuffle } from '../../../core/random/random.ts';
import type { Method } from '../../../kit/offers.ts';
import { edgesOf, type Graph, withEdges } from '../core/graph.ts';
import type { GraphFile } from '../core/graph-file.ts';
import { anonymiseDegrees, checkDegrees, missingEdges } from '../core/k-degree.ts';
import { readGraph } from '../open.ts';

/** k-degree anonymity by added edges; nodes get other names, in an order that the seed draws. */
export const makeByDegrees: Method['make'] = async (file, { k, seed, order, values }, readers) => {
  const given = await readGraph(await readers.file(file), readers.reading.gunzip);
  const { graph, dropped, attributes } = given;
  const { added, firstCost, cost, raised } = anonymiseDegrees(graph, k);
  const made = withEdges(graph, added);
  // The checker is code of its own: what it does not pass is not written.
  if (checkDegrees(made, k).length > 0 || missingEdges(made, graph) > 0) throw new Error('the release made would not hold its claim');
  const nodes = [...graph.names.keys()];
  const drawn = order === 'shuffle' ? shuffle(nodes, seeded(seed, 'nodes')) : nodes;
  const names: string[] = [];
  for (const [place, node] of drawn.entries()) names[node] = values['names'] === true ? graph.names[node] : `n${place + 1}`;
  return {
    files: [
      { name: 'release.jsonl', pieces: lines({ graph: 'undirected', method: 'k-degree', k }, made, drawn, names, attributes) },
      { name: 'original.jsonl', pieces: originalLines(given, drawn, names) },
    ],
    measures: {
      method: 'k-degree',
      k,
      nodes: graph.names.length,
      edges: graph.edges,
      edgesAdded: added.length,
      shareAdded: added.length / graph.edges,
      leastCost: firstCost,
      cost,
      raised: raised.length,
      loopsDropped: dropped.loops,
      repeatsDropped: dropped.repeats,
    },
    request: { release: 'release.jsonl', original: 'original.jsonl', claim: { k } },
  };
};

function* lines(
  header: object,
  graph: Graph,
  order: readonly number[],
  names: readonly string[],
  attributes: GraphFile['attributes'],
): Generator<string> {
  yield `${JSON.stringify(header)}\n`;
  // Without an attribute JSON leaves the key out.
  for (const node of order) yield `${JSON.stringify({ node: names[node], attribute: attributes.get(graph.names[node]) })}\n`;
  yield* edgeLines(graph, order, names);
}

/** By the published order of nodes, so that no place tells which edges were added. */
function* edgeLines(graph: Graph, order: readonly number[], names: readonly string[]): Generator<string> {
  const place = new Uint32Array(order.length);
  for (const [at, node] of order.entries()) place[node] = at;
  const edges = Array.from(edgesOf(graph), ([a, b]) => (place[a] < place[b] ? [a, b] : [b, a]) as [number, number]);
  edges.sort(([a, b], [c, d]) => place[a] - place[c] || place[b] - place[d]);
  for (const [a, b] of edges) yield `${JSON.stringify({ edge: [names[a], names[b]] })}\n`;
}

function* originalLines({ graph }: GraphFile, order: readonly number[], names: readonly string[]): Generator<string> {
  yield `${JSON.stringify({ graph: 'undirected' })}\n`;
  for (const node of order) yield `${JSON.stringify({ node: graph.names[node], as: names[node] })}\n`;
  yield* edgeLines(graph, order, graph.names);
}
