import { pieceKey } from '../attack/reassociation/pieces.ts';
import { NORMAL_975 } from '../measure/student.ts';
import type { Cluster } from '../model/disassociated.ts';
import type { Random } from '../random/random.ts';
import { coverProblems } from './cover-problems.ts';
import { type Deals, dealsOf, eachWorld, sampleWorld, type World } from './deals.ts';

interface WorldsOptions {
  readonly k: number;
  /** What the attacker asks about: itemsets of the background knowledge. */
  readonly itemsets: readonly (readonly string[])[];
  /** Up to so many deals every world is looked at; beyond, worlds are drawn. */
  readonly limit?: number;
  readonly samples?: number;
  readonly random: Random;
}

/** In how many rows an itemset stands, over the worlds that are valid. */
export interface ItemsetWorlds {
  readonly items: readonly string[];
  readonly least: number;
  readonly mean: number;
  /** The guarantee is that this is at least k. */
  readonly greatest: number;
  /** Share of the worlds with at least k rows; sampled, with its 95 % interval (Wilson). */
  readonly share: number;
  readonly interval: readonly [low: number, high: number] | null;
}

interface PossibleWorlds {
  /** False: drawn; `total` and `valid` then count draws. */
  readonly exact: boolean;
  readonly total: number;
  /** Worlds that the method would not have published otherwise. */
  readonly valid: number;
  /** Null if no world is valid. */
  readonly itemsets: readonly ItemsetWorlds[] | null;
}

/** Exact up to this many deals: about a second. */
const WORLDS_LIMIT = 200_000;
const SAMPLES = 20_000;

/**
 * The datasets that one cluster may stand for: every deal of the later chunks' sub-records to the rows of the anchoring chunk.
 * An attacker who knows the method leaves out those in which an item of a later chunk meets an item that covers it k times
 * or more: the method would have published the two in one chunk. Pairs that meet so often in every world tell nothing.
 */
export function possibleWorlds(cluster: Cluster, options: WorldsOptions): PossibleWorlds {
  const { k, itemsets, limit = WORLDS_LIMIT, samples = SAMPLES, random } = options;
  const terms = new Set(itemsets.flat().filter((item) => cluster.termChunk.includes(item)));
  const deals = dealsOf(cluster, k, [...terms]);
  const exact = deals.count <= limit;
  const forbidden = coverProblems(cluster)
    .filter(({ support, coveredSupport }) => support + coveredSupport - cluster.size < k)
    .flatMap(({ item, covered }) => covered.map((other) => [item, other] as const));
  const pairs = distinct(forbidden);
  const tallies = itemsets.map(() => ({ least: Infinity, greatest: 0, sum: 0, atLeast: 0 }));
  let total = 0;
  let valid = 0;
  const take = (world: World): void => {
    total += 1;
    if (pairs.some((pair) => rowsWith(world, pair) >= k)) return;
    valid += 1;
    itemsets.forEach((items, at) => {
      const tally = tallies[at] as (typeof tallies)[number];
      const rows = rowsWith(world, items);
      tally.least = Math.min(tally.least, rows);
      tally.greatest = Math.max(tally.greatest, rows);
      tally.sum += rows;
      if (rows >= k) tally.atLeast += 1;
    });
  };
  if (exact) eachWorld(deals, take);
  else for (let draw = 0; draw < samples; draw += 1) tryDraw(deals, random, take);
  return {
    exact,
    total,
    valid,
    itemsets:
      valid === 0
        ? null
        : tallies.map(({ least, greatest, sum, atLeast }, at) => ({
            items: itemsets[at] as readonly string[],
            least,
            mean: sum / valid,
            greatest,
            share: atLeast / valid,
            interval: exact ? null : wilson(atLeast, valid),
          })),
  };
}

function tryDraw(deals: Deals, random: Random, take: (world: World) => void): void {
  const world = sampleWorld(deals, random);
  if (world !== null) take(world);
}

const rowsWith = (world: World, items: readonly string[]): number =>
  world.reduce((count, row) => count + (items.every((item) => row.has(item)) ? 1 : 0), 0);

function distinct(pairs: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  return [...new Map(pairs.map((pair) => [pieceKey(pair), pair])).values()];
}

/** The 95 % interval of a share after Wilson: it does not collapse at 0 and 1. */
function wilson(hits: number, draws: number): readonly [number, number] {
  const z = NORMAL_975;
  const share = hits / draws;
  const middle = (share + (z * z) / (2 * draws)) / (1 + (z * z) / draws);
  const half = (z * Math.sqrt((share * (1 - share)) / draws + (z * z) / (4 * draws * draws))) / (1 + (z * z) / draws);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
