import { BadInput } from '../../../core/model/bad-input.ts';
import { type Claim, checkedClaim } from '../../../core/verdict/claim.ts';
import type { Check } from '../../../kit/offers.ts';
import { optionText } from '../../../kit/option-values.ts';
import { plural } from '../../../kit/publish/text.ts';
import { checkedList, violations } from '../../../kit/violations.ts';
import type { Graph } from '../core/graph.ts';
import { GraphReader } from '../core/graph-file.ts';
import { checkDegrees, missingEdges } from '../core/k-degree.ts';
import { readGraph, renamed } from '../open.ts';

/** Every degree on k nodes; with the original, all of its edges there. */
export const runGraphCheck: Check['run'] = async ({ name, bytes }, { k: asked, values }, readers) => {
  const reader = new GraphReader(name);
  for await (const piece of bytes) reader.push(piece);
  const release = reader.end();
  const k = asked ?? release.k;
  if (k === null) throw new BadInput('say what is claimed: --k 3', { file: name });
  const { graph } = release;
  const path = optionText(values, 'original');
  const before = path === undefined ? null : renamed(await readGraph(await readers.file(path), readers.reading.gunzip), release, path);
  const missing = before === null ? 0 : missingEdges(graph, before);
  const { rare, claims } = graphCheck(graph, k, before === null ? null : { edges: before.edges, missing });
  const kept =
    before === null
      ? ''
      : `; ${missing === 0 ? `all ${plural(before.edges, 'edge')} of the original there, ${graph.edges - before.edges} added` : 'NOT all edges of the original there'}`;
  return checkedList({
    claims,
    found: [
      violations(
        rare,
        ({ degree, nodes }) => ({ rule: 'degree', degree, nodes, wanted: k }),
        ({ degree, nodes }) => `  degree ${degree}: ${plural(nodes, 'node')}`,
        `${plural(rare.length, 'degree')} on fewer than ${k} nodes`,
      ),
      violations(
        missing > 0 ? [missing] : [],
        (edges) => ({ rule: 'missing-edges', edges }),
        (edges) => `${plural(edges, 'edge')} of the original missing`,
      ),
    ],
    summary: [
      `${name}: ${plural(graph.names.length, 'node')}, ${plural(graph.edges, 'edge')}: ${rare.length === 0 ? '' : 'NOT '}${k}-degree anonymous${kept}`,
    ],
  });
};

/**
 * The check of `check`, `audit` and `certify`: every degree on k nodes; with the original, whose edges are only to be added to, all of them there.
 * k is null where none is claimed.
 */
export function graphCheck(graph: Graph, k: number | null, original: { readonly edges: number; readonly missing: number } | null) {
  const rare = k === null ? [] : checkDegrees(graph, k);
  const [first] = rare;
  const claims: Claim[] = [];
  if (k !== null) {
    const example = first && `degree ${first.degree} on ${first.nodes} of ${k} nodes`;
    claims.push(checkedClaim(`k = ${k}`, 'of the degrees of all nodes', graph.names.length, rare.length, example ?? null));
  }
  if (original !== null) {
    const { edges, missing } = original;
    claims.push(
      checkedClaim('edges are only added', 'to those of the original', edges, missing, 'an edge of the original that is missing'),
    );
  }
  return { rare, claims };
}
