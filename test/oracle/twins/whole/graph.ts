// A graph by its whole matrix: nodes look alike if some order of their friends shows the same links.

import type { Random } from '../../../../shared/core/random/random.ts';
import { orders } from './by-hand.ts';
import { type Figure, people, trials, type WholeTwin } from './twin.ts';

interface Matrix {
  readonly size: number;
  readonly linked: (a: number, b: number) => boolean;
}

/** Edges at random; few friends each, so that every order of them can be tried. */
function drawnEdges(random: Random, size: number, chance: number, most: number): Set<string> {
  const degrees = Array<number>(size).fill(0);
  const edges = new Set<string>();
  for (let a = 0; a < size; a += 1)
    for (let b = a + 1; b < size; b += 1) {
      if (random.unit() >= chance || degrees[a] >= most || degrees[b] >= most) continue;
      edges.add(`${a} ${b}`);
      degrees[a] += 1;
      degrees[b] += 1;
    }
  return edges;
}

const matrixOf = (size: number, edges: ReadonlySet<string>): Matrix => ({
  size,
  linked: (a, b) => edges.has(a < b ? `${a} ${b}` : `${b} ${a}`),
});

const nodesOf = ({ size }: Matrix): number[] => Array.from({ length: size }, (_, node) => node);
const friendsOf = (graph: Matrix, node: number): number[] => nodesOf(graph).filter((other) => other !== node && graph.linked(node, other));

/** Links among the friends of a node, in the order of them that reads least. */
function surroundings(graph: Matrix, node: number): string {
  let least: string | null = null;
  for (const order of orders(friendsOf(graph, node))) {
    const text = order.map((a) => order.map((b) => (a !== b && graph.linked(a, b) ? '1' : '0')).join('')).join('/');
    if (least === null || text < least) least = text;
  }
  return `${friendsOf(graph, node).length}:${least ?? ''}`;
}

const degreesAround = (graph: Matrix, node: number): string =>
  friendsOf(graph, node)
    .map((other) => friendsOf(graph, other).length)
    .sort((a, b) => a - b)
    .join(',');

const KNOWN = {
  degree: (graph: Matrix, node: number) => String(friendsOf(graph, node).length),
  'neighbour degrees': degreesAround,
  neighbourhood: surroundings,
};

export const graphTwin: WholeTwin = {
  kind: 'graph',
  tables: ['trials', 'exposures'],
  draw(random) {
    const size = 6 + random.below(9);
    const before = drawnEdges(random, size, 0.1 + 0.3 * random.unit(), 4);
    const after = new Set([...before, ...drawnEdges(random, size, 0.1, 2)]);
    // A node without an edge is named by its own line.
    const attributes = Array.from({ length: size }, () => (random.unit() < 0.7 ? `town ${random.below(3)}` : null));
    const [old, graph] = [matrixOf(size, before), matrixOf(size, after)];
    const file = (edges: ReadonlySet<string>, of: (node: number) => object): string =>
      [
        { graph: 'undirected' },
        ...nodesOf(graph).map((node) => ({ node: `n${node}`, ...of(node) })),
        ...[...edges].map((edge) => ({ edge: edge.split(' ').map((node) => `n${node}`) })),
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join('');
    const told = (node: number): object => (attributes[node] === null ? {} : { attribute: attributes[node] });
    const original = random.unit() < 0.8 ? file(before, () => ({})) : null;
    const k = 2 + random.below(3);
    return {
      audit: { release: file(after, told), original, request: { kind: 'graph', claim: { k } } },
      checks: [
        trials(expectedFindings(graph, original === null ? null : old, attributes, k)),
        people(expectedPeople(graph, original === null ? null : old)),
      ],
    };
  },
};

const share = (nodes: readonly number[], of: (node: number) => number): number =>
  nodes.reduce((total, node) => total + of(node), 0) / nodes.length;

function expectedFindings(graph: Matrix, old: Matrix | null, attributes: readonly (string | null)[], k: number) {
  const nodes = nodesOf(graph);
  const degree = (node: number): number => friendsOf(graph, node).length;
  const alike = (known: keyof typeof KNOWN, node: number): number[] =>
    nodes.filter((other) => KNOWN[known](graph, other) === KNOWN[known](graph, node));
  const rows = new Map<string, Record<string, Figure>>();
  for (const known of ['degree', 'neighbour degrees', 'neighbourhood'] as const) {
    const sizes = nodes.map((node) => alike(known, node).length);
    rows.set(known, {
      status: 'decided',
      // Of a guess among those alike.
      value: share(nodes, (node) => 1 / sizes[node]),
      unique: sizes.filter((each) => each === 1).length,
      smallest: Math.min(...sizes),
      belowK: sizes.filter((each) => each < k).length / nodes.length,
      baseline_value: 1 / nodes.length,
    });
    rows.set(
      `${known} as it was`,
      old === null
        ? { status: 'not computable' }
        : known === 'degree'
          ? (() => {
              const of = (fits: (now: number, then: number) => boolean): number =>
                share(nodes, (node) => {
                  const then = friendsOf(old, node).length;
                  const found = nodes.filter((other) => fits(degree(other), then));
                  return found.includes(node) ? 1 / found.length : 0;
                });
              const [equal, atLeast] = [of((now, then) => now === then), of((now, then) => now >= then)];
              return { status: 'decided', equal, atLeast, value: Math.max(equal, atLeast) };
            })()
          : {
              status: 'decided',
              value: share(nodes, (node) => (KNOWN[known](old, node) === KNOWN[known](graph, node) ? 1 / alike(known, node).length : 0)),
            },
    );
  }
  const meetings = nodes.flatMap((node) => friendsOf(graph, node).map((friend) => [node, friend] as const));
  const fitting = (node: number, friend: number): number[] =>
    nodes.filter((other) => degree(other) === degree(node) && friendsOf(graph, other).some((its) => degree(its) === degree(friend)));
  rows.set(
    'friend',
    meetings.length === 0
      ? { status: 'not computable' }
      : {
          status: 'decided',
          value: meetings.reduce((total, [node, friend]) => total + 1 / fitting(node, friend).length, 0) / meetings.length,
          exposedNodes: new Set(meetings.filter(([node, friend]) => fitting(node, friend).length === 1).map(([node]) => node)).size,
        },
  );
  const between = (a: number, b: number): readonly (readonly [number, number])[] =>
    nodes.flatMap((x) =>
      nodes.filter((y) => y > x && [degree(x), degree(y)].sort().join() === [a, b].sort().join()).map((y) => [x, y] as const),
    );
  const edges = meetings.filter(([a, b]) => a < b);
  const certainty = ([a, b]: readonly [number, number]): number => {
    const pairs = between(degree(a), degree(b));
    return pairs.filter(([x, y]) => graph.linked(x, y)).length / pairs.length;
  };
  rows.set(
    'links',
    edges.length === 0
      ? { status: 'not computable' }
      : {
          status: 'decided',
          value: edges.reduce((total, edge) => total + certainty(edge), 0) / edges.length,
          disclosedEdges: edges.filter((edge) => certainty(edge) === 1).length,
          baseline_value: edges.length / ((nodes.length * (nodes.length - 1)) / 2),
        },
  );
  const having = nodes.filter((node) => attributes[node] !== null);
  const commonest = (among: readonly number[]): number =>
    Math.max(...among.map((node) => among.filter((other) => attributes[other] === attributes[node]).length));
  const strongest = strongestOf(graph);
  const classes = [...new Set(having.map((node) => KNOWN[strongest](graph, node)))];
  rows.set(
    'content | attribute',
    having.length === 0
      ? { status: 'not computable' }
      : {
          status: 'decided',
          value:
            classes.reduce((total, each) => total + commonest(having.filter((node) => KNOWN[strongest](graph, node) === each)), 0) /
            having.length,
          baseline_value: commonest(having) / having.length,
        },
  );
  return rows;
}

/** The knowledge that distinguishes more kinds of nodes; the friends' one if tied. */
const strongestOf = (graph: Matrix): 'neighbour degrees' | 'neighbourhood' => {
  const sorts = (known: keyof typeof KNOWN): number => new Set(nodesOf(graph).map((node) => KNOWN[known](graph, node))).size;
  return sorts('neighbour degrees') > sorts('neighbourhood') ? 'neighbour degrees' : 'neighbourhood';
};

/** Of each node one among those alike is named: which one is drawn, so whether it is right follows from the name. */
function expectedPeople(graph: Matrix, old: Matrix | null) {
  const known = KNOWN[strongestOf(graph)];
  const nodes = nodesOf(graph);
  return new Map(
    nodes.map((node) => {
      const asItWas = old !== null && known(old, node) === known(graph, node);
      return [
        String(node + 1),
        {
          probability: 1 / nodes.filter((other) => known(graph, other) === known(graph, node)).length,
          without: 1 / nodes.filter((other) => friendsOf(graph, other).length === friendsOf(graph, node).length).length,
          right: (row: Readonly<Record<string, unknown>>) => (old === null ? null : asItWas && row['target'] === `node n${node}`),
        },
      ] as const;
    }),
  );
}
