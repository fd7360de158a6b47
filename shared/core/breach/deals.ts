import { pieceKey } from '../attack/reassociation/pieces.ts';
import type { Cluster, SubRecord } from '../model/disassociated.ts';
import { type Random, shuffle } from '../random/random.ts';

/** One dataset that a cluster may stand for: the items of each row. */
export type World = readonly ReadonlySet<string>[];

/** What is dealt to the rows: equal cards are not told apart, rows are. */
interface Deck {
  readonly cards: readonly { readonly items: SubRecord; readonly count: number }[];
}

/** All ways to deal the later chunks, and the terms that were asked about, to the rows of the anchoring chunk. */
export interface Deals {
  readonly rows: readonly SubRecord[];
  readonly decks: readonly Deck[];
  /** Each in 1 to k - 1 rows. */
  readonly terms: readonly string[];
  readonly most: number;
  /** Empty rows that the other terms of the term chunk can fill: k - 1 each. */
  readonly fillable: number;
  /** How many deals there are, those with too many empty rows included. */
  readonly count: number;
}

export function dealsOf({ size, recordChunks, termChunk }: Cluster, k: number, terms: readonly string[]): Deals {
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
export function eachWorld(deals: Deals, visit: (world: World) => void): void {
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
    const own = world[row] as Set<string>;
    const counts = left[deck] as number[];
    deals.decks[deck]?.cards.forEach(({ items }, card) => {
      if (counts[card] === 0) return;
      counts[card] = (counts[card] as number) - 1;
      const added = items.filter((item) => !own.has(item));
      for (const item of added) own.add(item);
      dealRow(deck, row + 1);
      for (const item of added) own.delete(item);
      counts[card] = (counts[card] as number) + 1;
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
export function sampleWorld(deals: Deals, random: Random): World | null {
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
    while (chosen < ways.length - 1 && pick >= (ways[chosen] as number)) pick -= ways[chosen++] as number;
    const rows = shuffle(
      world.map((_, row) => row),
      random,
    ).slice(0, chosen + 1);
    for (const row of rows) world[row]?.add(term);
  }
  return isPossible(deals, world) ? world : null;
}
