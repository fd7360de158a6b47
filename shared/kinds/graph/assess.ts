import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { Section } from '../../contracts/report-data.ts';
import { mean, sum } from '../../core/numeric/numeric.ts';
import { grouped, percent } from '../../core/verdict/figure-text.ts';
import { decided, notComputable, type Trial } from '../../core/verdict/trial.ts';
import type { Assessed } from '../../kit/plain/plain-kind.ts';
import { AROUND, looksOf, type OriginalGraph, type WholeGraph } from './attack.ts';
import { graphCheck } from './check/check.ts';
import { degreesOf, type Graph } from './core/graph.ts';
import { classFigures, contentAttack, densityOf, friendAttack, linkShares } from './core/graph-attacks.ts';
import { graphFindings } from './findings.ts';

/** Without a claim: who is not unique. */
const LEAST = 2;

export function assessGraph(whole: WholeGraph, original: OriginalGraph | null, { claim, seed }: AuditRequest): Assessed {
  const graph: Graph = { ...whole.graph, neighbours: whole.graph.neighbours.map((list) => Uint32Array.from(list)) };
  const claimed = claim.k ?? whole.k;
  const k = claimed ?? LEAST;
  const looks = looksOf(graph, whole.signatures);
  const found = Object.entries(looks).map(([attack, signatures]) => ({ attack, signatures, figures: classFigures(signatures, k) }));
  const nodes = graph.names.length;
  const trials = [
    ...found.map(({ attack, figures }) => alikeFinding(attack, figures, nodes, k)),
    friendFinding(graph),
    ...asItWasTrials(whole, original, nodes),
    linksFinding(graph),
    contentFinding(whole, whole.signatures[whole.strongest]),
  ];
  const strongest = found.find(({ attack }) => attack === whole.strongest);
  // A graph that says nothing of how it was made claims nothing of its edges.
  const added = whole.method === null && claimed === null ? null : original;
  return {
    trials,
    findings: graphFindings({ whole, graph, looks, original, seed }),
    claims: graphCheck(graph, claimed, added).claims,
    obstacles: [],
    nothingHidden: whole.method === null && whole.attributes.length === 0,
    facts: [
      { label: 'Edges', value: grouped(graph.edges) },
      { label: 'k', value: claimed === null ? 'not said' : grouped(claimed) },
      { label: 'Least nodes of a degree', value: grouped(found[0]?.figures.smallest ?? 0) },
      ...(original === null ? [] : [{ label: 'Edges of the original', value: grouped(original.edges) }]),
    ],
    sections: [alikeSection(found, k), degreeSection(graph)],
    revealing: [],
    notices:
      whole.dropped.loops + whole.dropped.repeats === 0
        ? []
        : [
            {
              code: 'dropped-edges',
              message: `${grouped(whole.dropped.loops)} loops and ${grouped(whole.dropped.repeats)} repeated edges of the release were left out`,
            },
          ],
    singlingOut: {
      figure: `${grouped(strongest?.figures.unique ?? 0)} of ${grouped(nodes)} nodes have surroundings (${whole.strongest}) that no other has`,
      answers: 'How many nodes somebody finds who knows the friends of a person: how many friends each has, or who of them are friends.',
      not: 'Somebody who knows friends of friends, or who put accounts into the graph before it was published.',
    },
    linking: {
      figure: trials.find(({ attack }) => attack === 'links')?.reason ?? 'none',
      answers: 'How surely two people whose degrees are known are linked with each other.',
      not: 'Links to another graph of the same people.',
    },
  };
}

/** Everything is counted, nothing drawn: the difference has no ends but itself. */
const over = (value: number, baseline: number): Trial['overBaseline'] => ({
  lift: value - baseline,
  low: value - baseline,
  high: value - baseline,
});

const ANY = 'any node at random';
const FOUND = 'nodes found, as expected';

function alikeFinding(
  attack: string,
  { classes, unique, smallest, expectedSuccess, belowK }: ReturnType<typeof classFigures>,
  nodes: number,
  k: number,
): Trial {
  const reason = `${grouped(unique)} of ${grouped(nodes)} nodes are the only ones that look so; the least number that look alike is ${grouped(smallest)}`;
  return nodeFound(attack, reason, nodes, expectedSuccess, { classes, unique, smallest, k, belowK });
}

function friendFinding(graph: Graph): Trial {
  const { pairs, pairsWithOneCandidate, exposedNodes, expectedSuccess } = friendAttack(graph);
  const nodes = graph.names.length;
  if (expectedSuccess === null) return notComputable('friend', null, 'there is no edge');
  const reason = `${grouped(exposedNodes)} of ${grouped(nodes)} nodes are found by their degree and that of one friend`;
  return nodeFound('friend', reason, nodes, expectedSuccess, { pairs, pairsWithOneCandidate, exposedNodes });
}

/** Beside who guesses any node. */
const nodeFound = (attack: string, reason: string, nodes: number, value: number, details: Trial['details']): Trial =>
  decided(attack, null, reason, {
    people: nodes,
    coverage: 1,
    figure: FOUND,
    value,
    baseline: { name: ANY, value: 1 / nodes },
    overBaseline: over(value, 1 / nodes),
    details,
  });

/** The attacker's knowledge is about the graph before edges were added. */
function asItWasTrials({ signatures }: WholeGraph, original: OriginalGraph | null, nodes: number): Trial[] {
  if (original === null)
    return ['degree', ...AROUND].map((name) =>
      notComputable(wasName(name), null, 'it needs the graph before edges were added (--original)'),
    );
  const { equal, atLeast, before } = original;
  const was = (name: string, value: number, reason: string, details: Trial['details']): Trial =>
    decided(wasName(name), null, reason, {
      people: nodes,
      coverage: 1,
      figure: 'nodes found',
      value,
      baseline: { name: ANY, value: 1 / nodes },
      overBaseline: over(value, 1 / nodes),
      details,
    });
  return [
    was(
      'degree',
      Math.max(equal, atLeast),
      `who knows the degree that somebody had finds ${percent(equal)} among nodes of that degree, ${percent(atLeast)} among those of at least it`,
      { equal, atLeast },
    ),
    ...AROUND.map((name) => {
      const sizes = new Map<string, number>();
      for (const signature of signatures[name]) sizes.set(signature, (sizes.get(signature) ?? 0) + 1);
      const found = signatures[name].map((signature, node) =>
        before[name][node] === signature ? 1 / (sizes.get(signature) as number) : 0,
      );
      const same = signatures[name].filter((signature, node) => before[name][node] === signature).length;
      return was(name, mean(found), `of ${grouped(same)} of ${grouped(nodes)} nodes it is as it was`, { unchanged: same });
    }),
  ];
}

const wasName = (name: string): string => `${name} as it was`;

function linksFinding(graph: Graph): Trial {
  const shares = linkShares(graph);
  const density = densityOf(graph);
  if (graph.edges === 0) return notComputable('links', null, 'there is no edge');
  // Of each edge: how surely the degrees of its ends say that it is there.
  const value = sum(shares.map(({ linked, possible }) => (linked * linked) / possible)) / graph.edges;
  const sure = shares.filter(({ linked, possible }) => linked === possible);
  return decided(
    'links',
    null,
    `the degrees of two people say for certain that they are linked in ${grouped(sure.length)} of ${grouped(shares.length)} pairs of degrees`,
    {
      people: graph.names.length,
      coverage: 1,
      figure: 'certainty that those who are linked are linked',
      value,
      baseline: { name: 'how many of all pairs are linked', value: density },
      overBaseline: over(value, density),
      details: { disclosedPairs: sure.length, disclosedEdges: sum(sure.map(({ linked }) => linked)) },
    },
  );
}

function contentFinding({ graph, attributes }: WholeGraph, signatures: readonly string[]): Trial {
  const known = new Map(attributes);
  const nodes = graph.names.flatMap((name, node) => (known.has(name) ? [node] : []));
  if (nodes.length === 0) return notComputable('content', 'attribute', 'no node has an attribute');
  const { right, baseline } = contentAttack(
    nodes.map((node) => signatures[node]),
    nodes.map((node) => known.get(graph.names[node]) as string),
  );
  return decided(
    'content',
    'attribute',
    `the commonest attribute of those who look alike is right for ${percent(right)} of the nodes that have one`,
    {
      people: nodes.length,
      coverage: nodes.length / graph.names.length,
      figure: 'attributes told',
      value: right,
      baseline: { name: 'the commonest of all', value: baseline },
      overBaseline: over(right, baseline),
    },
  );
}

const alikeSection = (
  found: readonly { readonly attack: string; readonly figures: ReturnType<typeof classFigures> }[],
  k: number,
): Section => ({
  kind: 'table',
  title: 'How many look alike',
  conclude: 'Equal degrees hide somebody from who knows a degree. Who knows more of the people around them tells most nodes apart.',
  head: ['Known of a person', 'Sorts of nodes', 'Alone of their sort', `In sorts of fewer than ${k}`, 'Found'],
  rows: found.map(({ attack, figures }) => [
    attack,
    figures.classes,
    figures.unique,
    { value: figures.belowK, low: null, high: null },
    { value: figures.expectedSuccess, low: null, high: null },
  ]),
});

function degreeSection(graph: Graph): Section {
  const counts = new Map<number, number>();
  for (const degree of degreesOf(graph)) counts.set(degree, (counts.get(degree) ?? 0) + 1);
  return {
    kind: 'lines',
    title: 'Nodes of each degree',
    conclude: 'Where the line touches the ground few share a degree.',
    folded: true,
    x: 'degree',
    y: 'nodes',
    diagonal: false,
    series: [{ name: 'nodes', points: [...counts].toSorted(([a], [b]) => a - b) }],
  };
}
