import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { plural } from '../../shared/app/audit/publish/text.ts';
import { GraphReader } from '../../shared/core/graph/graph-file.ts';
import { missingEdges } from '../../shared/core/graph/k-degree.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { claimsHold } from '../../shared/core/verdict/claim.ts';
import { graphCheck } from '../../shared/kinds/graph/check/check-graph.ts';
import { readGraph, renamed } from '../../shared/kinds/graph/open.ts';
import { tellsGraph } from '../../shared/kinds/graph/tells.ts';
import { ExitCode } from '../command.ts';
import type { StructureCheck } from './structure-check.ts';

/** Every degree on k nodes; with the original, all of its edges there. */
export const checkGraph: StructureCheck = {
  tells: (file, kind) => tellsGraph(file, { kind }),
  async run({ name, bytes }, { k: asked, original, json, most }, terminal) {
    const reader = new GraphReader(name);
    for await (const piece of bytes) reader.push(piece);
    const release = reader.end();
    const k = asked ?? release.k;
    if (k === null) throw new BadInput('say what is claimed: --k 3', { file: name });
    const { graph } = release;
    const before = original === null ? null : renamed(await readGraph(original, gunzip), release, original.name);
    const missing = before === null ? 0 : missingEdges(graph, before);
    const { rare, claims } = graphCheck(graph, k, before === null ? null : { edges: before.edges, missing });
    const holds = claimsHold(claims) !== false;
    if (json) {
      for (const { degree, nodes } of rare) terminal.out.write(`${JSON.stringify({ rule: 'degree', degree, nodes, wanted: k })}\n`);
      if (missing > 0) terminal.out.write(`${JSON.stringify({ rule: 'missing-edges', edges: missing })}\n`);
      return holds ? ExitCode.done : ExitCode.claimFalse;
    }
    if (rare.length > 0) terminal.out.write(`${plural(rare.length, 'degree')} on fewer than ${k} nodes\n`);
    for (const { degree, nodes } of rare.slice(0, most)) terminal.out.write(`  degree ${degree}: ${plural(nodes, 'node')}\n`);
    if (rare.length > most) terminal.out.write(`  ... and ${rare.length - most} more (--all, --json)\n`);
    if (missing > 0) terminal.out.write(`${plural(missing, 'edge')} of the original missing\n`);
    const kept =
      before === null
        ? ''
        : `; ${missing === 0 ? `all ${plural(before.edges, 'edge')} of the original there, ${graph.edges - before.edges} added` : 'NOT all edges of the original there'}`;
    terminal.out.write(
      `${name}: ${plural(graph.names.length, 'node')}, ${plural(graph.edges, 'edge')}: ${rare.length === 0 ? '' : 'NOT '}${k}-degree anonymous${kept}\n`,
    );
    return holds ? ExitCode.done : ExitCode.claimFalse;
  },
};
