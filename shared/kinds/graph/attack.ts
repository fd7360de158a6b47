import * as z from 'zod';
import { many } from '../../contracts/work-blob.ts';
import { compareCodePoints } from '../../core/model/code-points.ts';
import { seeded } from '../../core/random/random.ts';
import type { PlainShapes } from '../../kit/plain/blobs.ts';
import type { CutRelease, Guess } from '../../kit/plain/plain-kind.ts';
import type { StoredUnit } from '../../kit/plan/unit-writer.ts';
import type { Graph } from './core/graph.ts';
import { originalDegreeAttack, SIGNATURES } from './core/graph-attacks.ts';
import { missingEdges } from './core/k-degree.ts';
import type { GivenGraph } from './open.ts';

/** Knowledge about a person's neighbourhood. Which kind reveals more depends on the graph. */
export const AROUND = ['neighbour degrees', 'neighbourhood'] as const;
type Around = (typeof AROUND)[number];
/** From the least to the most. */
export const KNOWN = ['degree', ...AROUND] as const;
export type Known = (typeof KNOWN)[number];

/** Nodes whose surroundings look alike: who knows a person's finds these, and no fewer. */
interface AlikeUnit {
  readonly knows: Around;
  readonly people: readonly number[];
  readonly ids: readonly string[];
  /** How many nodes have the degree of these. */
  readonly sameDegree: number;
  readonly seed: string;
}

/** Nodes whose surroundings were the same before edges were added. Measures alone read it. */
export interface AlikeTruth {
  readonly unchanged: readonly string[];
}

export interface WholeGraph {
  readonly graph: { readonly names: readonly string[]; readonly neighbours: readonly (readonly number[])[]; readonly edges: number };
  readonly attributes: readonly (readonly [node: string, attribute: string])[];
  /** Of each node. */
  readonly signatures: Readonly<Record<Around, readonly string[]>>;
  /** The knowledge that distinguishes most nodes. */
  readonly strongest: Around;
  readonly method: 'k-degree' | null;
  readonly k: number | null;
  readonly dropped: { readonly loops: number; readonly repeats: number };
}

export interface OriginalGraph {
  /** Success of who knows the degree that somebody had: nodes of that very degree, and of at least it. */
  readonly equal: number;
  readonly atLeast: number;
  readonly edges: number;
  readonly missing: number;
  /** By node of the release, how it looked before edges were added; null where the original does not have it. */
  readonly before: Readonly<Record<Known, readonly (string | null)[]>>;
  /** By node of the release, whom it was linked with: nodes of the release. */
  readonly neighbours: readonly (readonly number[])[];
}

const node = z.int().min(0);
const bySort = <T>(each: z.ZodType<T>) => z.strictObject({ 'neighbour degrees': each, neighbourhood: each });
export const SHAPES: PlainShapes<AlikeUnit, AlikeTruth, WholeGraph, OriginalGraph, never> = {
  version: 2,
  unit: z.strictObject({ knows: z.enum(AROUND), people: many(node), ids: many(z.string()), sameDegree: node, seed: z.string() }),
  truth: z.strictObject({ unchanged: many(z.string()) }),
  whole: z.strictObject({
    graph: z.strictObject({ names: many(z.string()), neighbours: many(many(node)), edges: node }),
    attributes: many(z.tuple([z.string(), z.string()])),
    signatures: bySort(many(z.string())),
    strongest: z.enum(AROUND),
    method: z.literal('k-degree').nullable(),
    k: node.nullable(),
    dropped: z.strictObject({ loops: node, repeats: node }),
  }),
  original: z.strictObject({
    equal: z.number(),
    atLeast: z.number(),
    edges: node,
    missing: node,
    before: z.strictObject({ degree: many(z.string().nullable()), ...bySort(many(z.string().nullable())).shape }),
    neighbours: many(many(node)),
  }),
};

export function cutGraph({ release, original }: GivenGraph, seed: string): CutRelease<AlikeUnit, AlikeTruth, WholeGraph, OriginalGraph> {
  const { graph, attributes, method, k, dropped } = release;
  const signatures = around(graph);
  const sorts = (knows: Around): number => new Set(signatures[knows]).size;
  const strongest = sorts('neighbour degrees') > sorts('neighbourhood') ? 'neighbour degrees' : 'neighbourhood';
  const was = original === null ? null : asItWas(graph, original);
  const byDegree = Map.groupBy(graph.names.keys(), (node) => graph.neighbours[node]?.length ?? 0);
  const classes = Map.groupBy(graph.names.keys(), (node) => signatures[strongest][node]);
  const units = Array.from(classes.values(), (people): StoredUnit<AlikeUnit, AlikeTruth> => {
    const ids = people.map((node) => graph.names[node]);
    const sameDegree = byDegree.get(graph.neighbours[people[0]]?.length ?? 0)?.length ?? 0;
    return {
      unit: { knows: strongest, people, ids, sameDegree, seed },
      cells: people.length,
      truth:
        was === null
          ? null
          : {
              unchanged: ids.filter((_, at) => was.before[strongest][people[at]] === signatures[strongest][people[at]]),
            },
    };
  });
  return {
    people: graph.names.map((id) => ({ id })),
    units,
    whole: {
      graph: { names: graph.names, neighbours: graph.neighbours.map((list) => [...list]), edges: graph.edges },
      attributes: [...attributes],
      signatures,
      strongest,
      method,
      k,
      dropped,
    },
    original:
      original === null || was === null
        ? null
        : { ...originalDegreeAttack(original, graph), edges: original.edges, missing: missingEdges(graph, original), ...was },
  };
}

const around = (graph: Graph): Readonly<Record<Around, readonly string[]>> => ({
  'neighbour degrees': SIGNATURES.neighbourDegrees(graph),
  neighbourhood: SIGNATURES.neighbourhood(graph),
});

/** How each node of the release looked before: who knows people from life looks for them as they were. */
function asItWas(graph: Graph, original: Graph): Pick<OriginalGraph, 'before' | 'neighbours'> {
  const looked = looksOf(original, around(original));
  const numbers = new Map(original.names.map((name, node) => [name, node]));
  const numbersNow = new Map(graph.names.map((name, node) => [name, node]));
  const own = graph.names.map((name) => numbers.get(name));
  const before = (known: Known): (string | null)[] => own.map((node) => (node === undefined ? null : looked[known][node]));
  return {
    before: { degree: before('degree'), 'neighbour degrees': before('neighbour degrees'), neighbourhood: before('neighbourhood') },
    neighbours: own.map((node) =>
      node === undefined ? [] : [...original.neighbours[node]].flatMap((other) => numbersNow.get(original.names[other]) ?? []),
    ),
  };
}

export const looksOf = (graph: Graph, signatures: WholeGraph['signatures']): Readonly<Record<Known, readonly string[]>> => ({
  degree: SIGNATURES.degree(graph),
  ...signatures,
});

/** One of those who look alike; for one of them it is right. */
export function exposeAlike({ knows, people, ids, sameDegree, seed }: AlikeUnit): Guess[] {
  const sorted = ids.toSorted(compareCodePoints);
  const guess = sorted[seeded(seed, 'alike', ...sorted).below(sorted.length)];
  return people.map((person, at) => ({
    person,
    id: ids[at],
    target: `node ${guess}`,
    probability: 1 / people.length,
    without: 1 / sameDegree,
    decision: 'named',
    betrayedBy: knows === 'neighbourhood' ? 'which of their friends know each other' : 'how many friends each friend has',
    isProtected: false,
  }));
}

export const judgeAlike = ({ unchanged }: AlikeTruth, { id, target }: Guess): boolean =>
  target === `node ${id}` && unchanged.includes(id ?? '');
