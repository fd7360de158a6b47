import type { Graph } from '../../../core/graph/graph.ts';
import { checkDegrees } from '../../../core/graph/k-degree.ts';
import type { Claim } from '../../../core/verdict/claim.ts';

interface GraphCheck {
  readonly rare: ReturnType<typeof checkDegrees>;
  readonly claims: readonly Claim[];
}

/**
 * The check of `check`, `audit` and `certify`: every degree on k nodes; with the original, whose edges are only to be added to, all of them there.
 * k is null where none is claimed.
 */
export function graphCheck(
  graph: Graph,
  k: number | null,
  original: { readonly edges: number; readonly missing: number } | null,
): GraphCheck {
  const rare = k === null ? [] : checkDegrees(graph, k);
  const [first] = rare;
  const claims: Claim[] = [];
  if (k !== null)
    claims.push({
      text: `k = ${k}`,
      scope: 'of the degrees of all nodes',
      state: rare.length === 0 ? 'held' : 'broken',
      checked: graph.names.length,
      violations: rare.length,
      example: first === undefined ? null : `degree ${first.degree} on ${first.nodes} of ${k} nodes`,
    });
  if (original !== null)
    claims.push({
      text: 'edges are only added',
      scope: 'to those of the original',
      state: original.edges === 0 ? 'nothing to check' : original.missing === 0 ? 'held' : 'broken',
      checked: original.edges,
      violations: original.missing,
      example: original.missing === 0 ? null : 'an edge of the original that is missing',
    });
  return { rare, claims };
}
