// k-degree anonymity and the attacks on graphs: golden cases, the karate club, and brute force.
import { readFileSync } from 'node:fs';
import { type Random, seeded, shuffle } from '../../../shared/core/random/random.ts';
import { degreesOf, type Graph, graphOf, withEdges } from '../../../shared/kinds/graph/core/graph.ts';
import {
  classFigures,
  contentAttack,
  densityOf,
  friendAttack,
  linkShares,
  originalDegreeAttack,
  SIGNATURES,
} from '../../../shared/kinds/graph/core/graph-attacks.ts';
import { anonymiseDegrees, checkDegrees, isRealisable, levelDegrees, missingEdges } from '../../../shared/kinds/graph/core/k-degree.ts';
import { neighbourhoodSignature } from '../../../shared/kinds/graph/core/neighbourhood.ts';

type Pair = readonly [string | number, string | number];
interface Figures {
  readonly classes: number;
  readonly unique: number;
  readonly smallest: number;
  readonly expected_success: number;
}
interface Result {
  readonly k: number;
  readonly dp_cost_first: number;
  readonly raised_before_success: readonly (string | number)[];
  readonly turn: number;
  readonly dp_cost: number;
  readonly degrees?: Readonly<Record<string, number>>;
  readonly added: readonly Pair[];
  readonly degree_attack?: Figures;
  readonly neighbourhood_attack?: Figures;
}

const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8')).graph as {
  readonly degree_sequences: {
    readonly cases: readonly {
      readonly degrees: readonly number[];
      readonly k: number;
      readonly cost: number;
      readonly groups: readonly Pair[];
    }[];
    readonly realisable: readonly { readonly degrees: readonly number[]; readonly value: boolean }[];
  };
  readonly small: { readonly nodes: readonly string[]; readonly edges: readonly Pair[]; readonly results: readonly Result[] };
  readonly star: { readonly nodes: readonly string[]; readonly edges: readonly Pair[]; readonly results: readonly Result[] };
  readonly links_between_degree_classes_of_small: Readonly<Record<string, number>>;
  readonly karate: {
    readonly edges: readonly Pair[];
    readonly degree_attack: Figures;
    readonly neighbour_degrees_attack: Figures;
    readonly neighbourhood_attack: Figures;
    readonly friendship_attack: Readonly<Record<string, number>>;
    readonly degree_pairs_all_linked: readonly Pair[];
    readonly density: number;
    readonly anonymised: readonly Result[];
  };
};

const named = (edges: readonly Pair[], nodes: readonly (string | number)[]): Graph =>
  graphOf(
    edges.map(([a, b]) => [String(a), String(b)] as const),
    nodes.map(String),
  ).graph;
const karate = named(golden.karate.edges, [...Array(34).keys()]);

test('runs of degrees, and which sequences a graph can have', () => {
  for (const { degrees, k, cost, groups } of golden.degree_sequences.cases)
    expect(levelDegrees(degrees, k)).toEqual({ cost, runs: groups });
  for (const { degrees, value } of golden.degree_sequences.realisable) expect(isRealisable(degrees)).toBe(value);
});

test.each(
  (
    [
      ['small', golden.small],
      ['star', golden.star],
      ['karate', { ...golden.karate, nodes: [...Array(34).keys()], results: golden.karate.anonymised }],
    ] as const
  ).flatMap(([name, { nodes, edges, results }]) => results.map((result) => ({ name, nodes, edges, result }))),
)('$name, k = $result.k', ({ nodes, edges, result }) => {
  const graph = named(edges, nodes);
  const made = anonymiseDegrees(graph, result.k);
  const name = (node: number): string => graph.names[node];
  expect({
    first: made.firstCost,
    raised: made.raised.map(name),
    turn: made.turn,
    cost: made.cost,
    added: made.added.map((pair) => pair.map(name).toSorted().join(' ')).toSorted(),
  }).toEqual({
    first: result.dp_cost_first,
    raised: result.raised_before_success.map(String),
    turn: result.turn,
    cost: result.dp_cost,
    added: result.added.map((pair) => pair.map(String).toSorted().join(' ')).toSorted(),
  });
  const release = withEdges(graph, made.added);
  expect(checkDegrees(release, result.k)).toEqual([]);
  expect(missingEdges(release, graph)).toBe(0);
  if (result.degrees !== undefined)
    expect(Object.fromEntries([...degreesOf(release)].map((degree, node) => [name(node), degree]))).toEqual(result.degrees);
  if (result.degree_attack !== undefined) expectFigures(release, 'degree', result.degree_attack);
  if (result.neighbourhood_attack !== undefined) expectFigures(release, 'neighbourhood', result.neighbourhood_attack);
});

function expectFigures(graph: Graph, signature: keyof typeof SIGNATURES, expected: Figures): void {
  const { classes, unique, smallest, expectedSuccess } = classFigures(SIGNATURES[signature](graph), 2);
  expect({ classes, unique, smallest }).toEqual({ classes: expected.classes, unique: expected.unique, smallest: expected.smallest });
  expect(expectedSuccess).toBeCloseTo(expected.expected_success, 9);
}

test('the karate club under attack', () => {
  expectFigures(karate, 'degree', golden.karate.degree_attack);
  expectFigures(karate, 'neighbourDegrees', golden.karate.neighbour_degrees_attack);
  expectFigures(karate, 'neighbourhood', golden.karate.neighbourhood_attack);
  const friends = friendAttack(karate);
  expect({
    'ordered degree pairs': friends.pairs,
    pairs_with_one_candidate: friends.pairsWithOneCandidate,
    nodes_exposed: friends.exposedNodes,
  }).toEqual(golden.karate.friendship_attack);
  expect(
    linkShares(karate)
      .filter(({ linked, possible }) => linked === possible)
      .map(({ degrees }) => degrees),
  ).toEqual(golden.karate.degree_pairs_all_linked);
  expect(densityOf(karate)).toBeCloseTo(golden.karate.density, 9);
});

test('links between the degree classes of the small graph', () => {
  const shares = linkShares(named(golden.small.edges, golden.small.nodes));
  const byPair = new Map(shares.map(({ degrees, linked, possible }) => [degrees.join('-'), linked / possible]));
  for (const [pair, share] of Object.entries(golden.links_between_degree_classes_of_small)) expect(byPair.get(pair)).toBeCloseTo(share, 9);
});

test('cuts into runs cost least, by trying all; realisable sequences, by trying all graphs of five nodes', () => {
  const random = seeded('degrees');
  for (let round = 0; round < 100; round += 1) {
    const degrees = Array.from({ length: 2 + random.below(9) }, () => random.below(9)).sort((a, b) => b - a);
    const k = 1 + random.below(Math.min(4, degrees.length));
    expect(levelDegrees(degrees, k).cost).toBe(leastCost(degrees, k));
  }
  const possible = new Set<string>();
  const pairs = [...Array(5).keys()].flatMap((a) => [...Array(a).keys()].map((b) => [a, b] as const));
  for (let mask = 0; mask < 1024; mask += 1) {
    const degrees = new Uint32Array(5);
    for (const [bit, [a, b]] of pairs.entries()) {
      if ((mask >> bit) % 2 === 0) continue;
      degrees[a] += 1;
      degrees[b] += 1;
    }
    possible.add([...degrees].sort((a, b) => b - a).join(' '));
  }
  for (let code = 0; code < 5 ** 5; code += 1) {
    const degrees = Array.from({ length: 5 }, (_, at) => Math.floor(code / 5 ** at) % 5);
    if (degrees.some((degree, at) => at > 0 && degree > degrees[at - 1])) continue;
    expect([degrees, isRealisable(degrees)]).toEqual([degrees, possible.has(degrees.join(' '))]);
  }
});

test('200 seeded graphs: every degree on k nodes, no edge lost, nothing refused', () => {
  const random = seeded('graphs');
  for (let round = 0; round < 200; round += 1) {
    const graph = randomGraph(random, 2 + random.below(14), random.unit());
    const k = 1 + random.below(Math.min(4, graph.names.length));
    const release = withEdges(graph, anonymiseDegrees(graph, k).added);
    expect(checkDegrees(release, k)).toEqual([]);
    expect(missingEdges(release, graph)).toBe(0);
    expect(originalDegreeAttack(graph, release).atLeast).toBeLessThanOrEqual(1);
  }
  expect(() => anonymiseDegrees(randomGraph(random, 3, 0.5), 4)).toThrow('3 nodes cannot share their degrees by 4');
});

test('neighbourhoods are alike exactly when some numbering maps one onto the other', () => {
  const random = seeded('neighbourhoods');
  for (let round = 0; round < 60; round += 1) {
    const around = 1 + random.below(6);
    const [one, other] = [starOver(random, around), starOver(random, around)];
    expect(neighbourhoodSignature(one, 0) === neighbourhoodSignature(other, 0)).toBe(alike(one, other, around));
    // The same graph under other numbers.
    const numbers = [
      0,
      ...shuffle(
        Array.from({ length: around }, (_, at) => at + 1),
        random,
      ),
    ];
    const moved = graphOf(
      [...one.neighbours.entries()].flatMap(([from, list]) => [...list].map((to) => [String(numbers[from]), String(numbers[to])] as const)),
      one.names,
    ).graph;
    expect(neighbourhoodSignature(moved, 0)).toBe(neighbourhoodSignature(one, 0));
  }
});

test('loops and repeats are dropped and counted; content is guessed by class', () => {
  const { graph, dropped } = graphOf([
    ['a', 'b'],
    ['b', 'a'],
    ['c', 'c'],
    ['b', 'c'],
  ]);
  expect([graph.edges, dropped]).toEqual([2, { loops: 1, repeats: 1 }]);
  expect(contentAttack(['1', '1', '1', '2'], ['x', 'x', 'y', 'y'])).toEqual({ right: 0.75, baseline: 0.5 });
});

function leastCost(degrees: readonly number[], k: number): number {
  if (degrees.length === 0) return 0;
  let least = Infinity;
  for (let run = k; run <= degrees.length; run += 1) {
    const own = degrees.slice(0, run).reduce((total, degree) => total + degrees[0] - degree, 0);
    least = Math.min(least, own + leastCost(degrees.slice(run), k));
  }
  return least;
}

function randomGraph(random: Random, nodes: number, share: number): Graph {
  const names = Array.from({ length: nodes }, (_, at) => String(at));
  return graphOf(
    names.flatMap((a, at) => names.slice(0, at).flatMap((b) => (random.unit() < share ? [[a, b] as const] : []))),
    names,
  ).graph;
}

/** Node 0 with so many neighbours, some of them joined. */
function starOver(random: Random, around: number): Graph {
  const names = Array.from({ length: around + 1 }, (_, at) => String(at));
  const inner = names.slice(1).flatMap((a, at) => names.slice(1, at + 1).flatMap((b) => (random.unit() < 0.5 ? [[a, b] as const] : [])));
  return graphOf([...names.slice(1).map((name) => ['0', name] as const), ...inner], names).graph;
}

function alike(one: Graph, other: Graph, around: number): boolean {
  if (one.edges !== other.edges) return false;
  const place = (numbers: readonly number[], left: readonly number[]): boolean => {
    if (left.length === 0)
      return one.neighbours.every((list, from) => {
        const mapped = [...list].map((to) => numbers[to]).sort((a, b) => a - b);
        return mapped.join() === [...other.neighbours[numbers[from]]].join();
      });
    return left.some((each) =>
      place(
        [...numbers, each],
        left.filter((number) => number !== each),
      ),
    );
  };
  return place(
    [0],
    Array.from({ length: around }, (_, at) => at + 1),
  );
}
