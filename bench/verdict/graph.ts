import { type Random, seeded } from '../../shared/core/random/random.ts';
import { graphOf } from '../../shared/kinds/graph/core/graph.ts';
import { SIGNATURES } from '../../shared/kinds/graph/core/graph-attacks.ts';
import type { MadeRelease, PlantedLeak, VerdictTrials } from './made-release.ts';

type Edge = readonly [string, string];
interface Made {
  readonly edges: Edge[];
  readonly attributes: Map<string, string>;
}

const VALUES = ['red', 'green', 'blue'];
const drawn = (random: Random): string => VALUES[random.below(VALUES.length)];

/** A tree of five nodes with some edges more. */
function shape(random: Random): (readonly [number, number])[] {
  const edges: [number, number][] = [];
  for (let node = 1; node < 5; node += 1) edges.push([random.below(node), node]);
  for (let a = 0; a < 5; a += 1)
    for (let b = a + 1; b < 5; b += 1) if (!edges.some(([x, y]) => x === a && y === b) && random.unit() < 0.2) edges.push([a, b]);
  return edges;
}

/** Small components, each repeated, so nobody is unique. Attributes are random. */
function shapes(random: Random, kinds = 16, copies = 8): Made {
  const made: Made = { edges: [], attributes: new Map() };
  for (let kind = 0; kind < kinds; kind += 1) {
    const edges = shape(random);
    for (let copy = 0; copy < copies; copy += 1) {
      const name = (node: number): string => `s${kind}c${copy}n${node}`;
      for (const [a, b] of edges) made.edges.push([name(a), name(b)]);
      for (let node = 0; node < 5; node += 1) made.attributes.set(name(node), drawn(random));
    }
  }
  return made;
}

/** Similar nodes share an attribute, in some of the component types. */
function told(made: Made, random: Random, share: number): Made {
  const { graph } = graphOf(made.edges);
  const ofLook = new Map<string, string | null>();
  const looks = SIGNATURES.neighbourDegrees(graph);
  for (const [node, name] of graph.names.entries()) {
    const look = looks[node];
    if (!ofLook.has(look)) ofLook.set(look, random.unit() < share ? VALUES[ofLook.size % VALUES.length] : null);
    const own = ofLook.get(look);
    if (own != null) made.attributes.set(name, own);
  }
  return made;
}

function file({ edges, attributes }: Made, original: Made | null): MadeRelease {
  const lines = (graph: readonly Edge[]): string =>
    `${[{ graph: 'undirected' }, ...graph.map((edge) => ({ edge }))].map((line) => JSON.stringify(line)).join('\n')}\n`;
  const named = [...attributes].map(([node, attribute]) => `${JSON.stringify({ node, attribute })}\n`).join('');
  return {
    files: { 'release.jsonl': `${lines(edges)}${named}`, ...(original === null ? {} : { 'original.jsonl': lines(original.edges) }) },
    request: { release: 'release.jsonl', ...(original === null ? {} : { original: 'original.jsonl' }) },
  };
}

const star = (edges: Edge[], hub: string, leaves: number): void => {
  for (let leaf = 0; leaf < leaves; leaf += 1) edges.push([hub, `${hub}l${leaf}`]);
};

/** Hubs, each with a degree of its own. */
function hubs(edges: Edge[], count: number): void {
  for (let at = 0; at < count; at += 1) star(edges, `hub${at}`, 5 + at);
}

/** Nodes between two stars, each with a pair of sizes of its own; every size is that of several stars. */
function between(edges: Edge[]): void {
  for (let a = 4; a <= 8; a += 1)
    for (let b = a + 1; b <= 8; b += 1) {
      for (const size of [a, b]) {
        star(edges, `of${a}and${b}size${size}`, size - 1);
        edges.push([`between${a}and${b}`, `of${a}and${b}size${size}`]);
      }
    }
}

/** Edges among six friends, each pattern once. Friends have seven links in any case. */
const CIRCLES: readonly string[] = [
  '01',
  '01 23',
  '01 12',
  '01 23 45',
  '01 12 23',
  '01 12 02',
  '01 02 03 12 13 23',
  '01 12 23 03',
  '01 12 23 34',
  '01 12 23 34 04',
  '01 12 23 34 45 05',
  '01 12 02 34 45 35',
];
function circles(edges: Edge[]): void {
  for (const [at, circle] of CIRCLES.entries()) {
    const pairs = circle.split(' ');
    for (let friend = 0; friend < 6; friend += 1) {
      edges.push([`v${at}`, `v${at}f${friend}`]);
      star(edges, `v${at}f${friend}`, 6 - pairs.filter((pair) => pair.includes(String(friend))).length);
    }
    for (const pair of pairs) edges.push([`v${at}f${pair[0]}`, `v${at}f${pair[1]}`]);
  }
}

/** Two nodes of one degree, both linked with both of another. */
function squares(edges: Edge[]): void {
  for (let at = 0; at < 6; at += 1)
    for (const [side, degree] of [10 + at, 16 + at].entries())
      for (const one of [0, 1]) {
        star(edges, `q${at}s${side}n${one}`, degree - 2);
        if (side === 0) for (const other of [0, 1]) edges.push([`q${at}s0n${one}`, `q${at}s1n${other}`]);
      }
}

const planted = (
  attack: string,
  way: PlantedLeak['way'],
  add: (edges: Edge[]) => void,
  family: readonly string[] = [],
  kinds = 8,
): PlantedLeak => ({
  attack,
  way,
  family,
  make(seed, withOriginal) {
    const made = shapes(seeded(seed), kinds);
    add(made.edges);
    return file(made, withOriginal ? made : null);
  },
});

export const TRIALS: VerdictTrials = {
  kind: 'graph',
  planted: [
    // Unique by degree implies unique by more knowledge.
    planted('degree', 'singled out', (edges) => hubs(edges, 14), ['neighbour degrees', 'neighbourhood']),
    planted('neighbour degrees', 'singled out', between),
    planted('neighbourhood', 'singled out', circles, [], 1),
    planted('friend', 'linked', (edges) => hubs(edges, 14)),
    planted('links', 'learned', squares),
    {
      attack: 'content',
      way: 'learned',
      make(seed, withOriginal) {
        const made = told(shapes(seeded(seed), 24, 3), seeded(seed, 'told'), 1);
        return file(made, withOriginal ? made : null);
      },
    },
  ],
  clean: (['singled out', 'linked', 'learned'] as const).map((way) => ({
    way,
    make(seed) {
      const made = shapes(seeded(seed));
      return file(made, made);
    },
  })),
  sized: [
    {
      way: 'learned',
      make(seed, share) {
        // A guess at random is right of a third.
        const made = told(shapes(seeded(seed)), seeded(seed, 'told'), 1.5 * share);
        return file(made, made);
      },
    },
  ],
};
