import { type Random, shuffle } from '../../../../core/random/random.ts';
import { NORMAL_975 } from '../../../../core/statistics/student.ts';
import type { Cluster, SubRecord } from '../model.ts';
import { pieceKey } from '../reassociation/pieces.ts';
import { coverProblems } from './cover-problems.ts';

interface WorldsOptions {
  readonly k: number;
  readonly itemsets: readonly (readonly string[])[];
  readonly limit?: number;
  readonly samples?: number;
  readonly random: Random;
}

/** In how many rows an itemset stands, over the worlds that are valid. */
interface ItemsetWorlds {
  readonly items: readonly string[];
  readonly least: number;
  readonly mean: number;
  /** The guarantee is that this is at least k. */
  readonly greatest: number;
  /** Share of the worlds with at least k rows; sampled, with its 95 % interval (Wilson). */
  readonly share: number;
  readonly interval: readonly [low: number, high: number] | null;
}

export interface PossibleWorlds {
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
  const pairs = [...new Map(forbidden.map((pair) => [pieceKey(pair), pair])).values()];
  const tallies = itemsets.map(() => ({ least: Infinity, greatest: 0, sum: 0, atLeast: 0 }));
  let total = 0;
  let valid = 0;
  const take = (world: World): void => {
    total += 1;
    if (pairs.some((pair) => rowsWith(world, pair) >= k)) return;
    valid += 1;
    itemsets.forEach((items, at) => {
      const tally = tallies[at];
      const rows = rowsWith(world, items);
      tally.least = Math.min(tally.least, rows);
      tally.greatest = Math.max(tally.greatest, rows);
      tally.sum += rows;
      if (rows >= k) tally.atLeast += 1;
    });
  };
  if (exact) eachWorld(deals, take);
  else
    for (let draw = 0; draw < samples; draw += 1) {
      const world = sampleWorld(deals, random);
      if (world !== null) take(world);
    }
  return {
    exact,
    total,
    valid,
    itemsets:
      valid === 0
        ? null
        : tallies.map(({ least, greatest, sum, atLeast }, at) => ({
            items: itemsets[at],
            least,
            mean: sum / valid,
            greatest,
            share: atLeast / valid,
            interval: exact ? null : wilson(atLeast, valid),
          })),
  };
}

const rowsWith = (world: World, items: readonly string[]): number =>
  world.reduce((count, row) => count + (items.every((item) => row.has(item)) ? 1 : 0), 0);

/** The 95 % interval of a share after Wilson: it does not collapse at 0 and 1. */
function wilson(hits: number, draws: number): readonly [number, number] {
  const z = NORMAL_975;
  const share = hits / draws;
  const middle = (share + (z * z) / (2 * draws)) / (1 + (z * z) / draws);
  const half = (z * Math.sqrt((share * (1 - share)) / draws + (z * z) / (4 * draws * draws))) / (1 + (z * z) / draws);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

type World = readonly ReadonlySet<string>[];

/** The cards dealt to rows. Equal cards are indistinguishable, rows are not. */
interface Deck {
  readonly cards: readonly { readonly items: SubRecord; readonly count: number }[];
}

/** All ways to deal the later chunks, and the terms that were asked about, to the rows of the anchoring chunk. */
interface Deals {
  readonly rows: readonly SubRecord[];
  readonly decks: readonly Deck[];
  readonly terms: readonly string[];
  readonly most: number;
  /** Empty rows that the other terms of the term chunk can fill: k - 1 each. */
  readonly fillable: number;
  /** How many deals there are, those with too many empty rows included. */
  readonly count: number;
}

function dealsOf({ size, recordChunks, termChunk }: Cluster, k: number, terms: readonly string[]): Deals {
  const [anchoring = [], ...later] = recordChunks;
  const rows = [...anchoring, ...Array.from({ length: size - anchoring.length }, () => [])];
  const decks = later.map((chunk): Deck => {
    const cards = new Map<string, { readonly items: SubRecord; count: number }>();
    const add = (items: SubRecord, count: number): void => {
      const known = cards.get(pieceKey(items));
      if (known === undefined) cards.set(pieceKey(items), { items, count });
      else known.count += count;
    };
    for (const items of chunk) add(items, 1);
    if (chunk.length < size) add([], size - chunk.length);
    return { cards: [...cards.values()] };
  });
  const most = Math.min(k - 1, size);
  let count = 1;
  for (const { cards } of decks) {
    let free = size;
    for (const card of cards) {
      count *= choose(free, card.count);
      free -= card.count;
    }
  }
  let placings = 0;
  for (let chosen = 1; chosen <= most; chosen += 1) placings += choose(size, chosen);
  for (const _ of terms) count *= placings;
  return { rows, decks, terms, most, fillable: (k - 1) * (termChunk.length - terms.length), count };
}

function choose(from: number, many: number): number {
  let ways = 1;
  for (let at = 1; at <= many; at += 1) ways = (ways * (from - many + at)) / at;
  return Math.round(ways);
}

/** Visits every world once. The same sets are used again: a visitor keeps none of them. */
function eachWorld(deals: Deals, visit: (world: World) => void): void {
  const world = deals.rows.map((row) => new Set(row));
  const left = deals.decks.map(({ cards }) => cards.map(({ count }) => count));

  const dealDeck = (deck: number): void => {
    if (deck === deals.decks.length) placeTerm(0);
    else dealRow(deck, 0);
  };
  const dealRow = (deck: number, row: number): void => {
    if (row === world.length) {
      dealDeck(deck + 1);
      return;
    }
    const own = world[row];
    const counts = left[deck];
    deals.decks[deck]?.cards.forEach(({ items }, card) => {
      if (counts[card] === 0) return;
      counts[card] -= 1;
      const added = items.filter((item) => !own.has(item));
      for (const item of added) own.add(item);
      dealRow(deck, row + 1);
      for (const item of added) own.delete(item);
      counts[card] += 1;
    });
  };
  const placeTerm = (at: number): void => {
    const term = deals.terms[at];
    if (term === undefined) {
      if (isPossible(deals, world)) visit(world);
      return;
    }
    const choose = (from: number, chosen: number): void => {
      if (chosen > 0) placeTerm(at + 1);
      if (chosen === deals.most) return;
      for (let row = from; row < world.length; row += 1) {
        world[row]?.add(term);
        choose(row + 1, chosen + 1);
        world[row]?.delete(term);
      }
    };
    choose(0, 0);
  };
  dealDeck(0);
}

/** No transaction is empty: what is, a term of the term chunk must fill. */
const isPossible = ({ fillable }: Deals, world: World): boolean =>
  world.reduce((empty, row) => empty + (row.size === 0 ? 1 : 0), 0) <= fillable;

/** One deal, each as likely as every other; null if too many of its rows are empty. */
function sampleWorld(deals: Deals, random: Random): World | null {
  const world = deals.rows.map((row) => new Set(row));
  for (const { cards } of deals.decks) {
    const dealt = shuffle(
      cards.flatMap(({ items, count }) => new Array<SubRecord>(count).fill(items)),
      random,
    );
    dealt.forEach((items, row) => {
      for (const item of items) world[row]?.add(item);
    });
  }
  for (const term of deals.terms) {
    const ways = Array.from({ length: deals.most }, (_, at) => choose(world.length, at + 1));
    let pick = random.unit() * ways.reduce((sum, each) => sum + each, 0);
    let chosen = 0;
    while (chosen < ways.length - 1 && pick >= ways[chosen]) pick -= ways[chosen++];
    const rows = shuffle(
      world.map((_, row) => row),
      random,
    ).slice(0, chosen + 1);
    for (const row of rows) world[row]?.add(term);
  }
  return isPossible(deals, world) ? world : null;
}
