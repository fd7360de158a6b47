import type { Entry, Transaction } from '../../../shared/core/model/transaction.ts';
import { hashText, type Random, seeded, shuffle } from '../../../shared/core/random/random.ts';
import type { HitCounter } from '../../../shared/ports/hit-counter.ts';

export interface PlantedWish {
  /** From 0, where items stand anywhere, to 1, where each stands only in transactions of its own topic. */
  readonly association: number;
  readonly groups: number;
  readonly seed: string;
}

/** A release whose exposure by a source is known. */
export interface PlantedLeak {
  readonly release: readonly Transaction[];
  readonly original: readonly (readonly string[])[];
  /** Counts that always follow the topics; whether the release does too is the association. */
  readonly source: HitCounter;
}

const TOPICS = 40;
const MEMBERS = 4;
/** Rare items that are published alone for each one that is generalised: what the attack practises on. */
const ALONE = 4;
/** Frequent items of each topic: the context. */
const FREQUENT = 5;
const FREQUENT_EACH = 8;
const DOCUMENTS = 50_000;
/** How much more often than by chance two items of one topic come together in the source. */
const TOGETHER = 25;

/**
 * Rare items of many topics in one or two transactions each; a share `association` of all items stands in transactions of its own topic,
 * the rest anywhere. Generalised items are rare items at random. Frequencies say nothing of the truth, so without association there is
 * nothing to find.
 */
export function plantedLeak({ association, groups, seed }: PlantedWish): PlantedLeak {
  const random = seeded('planted', seed);
  const size = 4 * groups;
  const topicOf = Array.from({ length: size }, (_, at) => at % TOPICS);
  const rare = groups * MEMBERS * (1 + ALONE);
  const items = rare + TOPICS * FREQUENT;
  const names = Array.from({ length: items }, (_, item) => `item ${item}`);
  const anywhere = [...topicOf.keys()];
  const ofTopic = Array.from({ length: TOPICS }, (_, topic) => topicOf.flatMap((own, at) => (own === topic ? [at] : [])));
  const held: number[][] = topicOf.map((topic) => frequentItems(topic, rare, association, random));
  for (let item = 0; item < rare; item += 1) {
    const about = random.unit() < association ? ofTopic[item % TOPICS] : anywhere;
    for (const at of chosen(about, 1 + random.below(2), random)) held[at]?.push(item);
  }
  const generalised = shuffle(
    Array.from({ length: rare }, (_, item) => item),
    random,
  ).slice(0, groups * MEMBERS);
  const groupOf = new Map(generalised.map((item, at) => [item, Math.floor(at / MEMBERS)]));
  const members = Array.from({ length: groups }, (_, group) =>
    generalised
      .slice(group * MEMBERS, (group + 1) * MEMBERS)
      .sort((a, b) => a - b)
      .map((item) => names[item]),
  );
  const shuffled = held.map((own) => shuffle(own, random));
  return {
    original: shuffled.map((own) => own.map((item) => names[item])),
    release: shuffled.map((own): Transaction => {
      const entries = new Set<Entry>();
      for (const item of own) entries.add(groupOf.has(item) ? members[groupOf.get(item) as number] : names[item]);
      return { items: [...entries] };
    }),
    source: plantedCounts(names, seed),
  };
}

function frequentItems(topic: number, from: number, association: number, random: Random): number[] {
  const found = new Set<number>();
  while (found.size < FREQUENT_EACH) {
    const own = random.unit() < association && found.size < FREQUENT;
    found.add(from + random.below(FREQUENT) * TOPICS + (own ? topic : random.below(TOPICS)));
  }
  return [...found];
}

/** Distinct items, as many as available. */
function chosen(from: readonly number[], count: number, random: Random): ReadonlySet<number> {
  const found = new Set<number>();
  while (found.size < Math.min(count, from.length)) found.add(from[random.below(from.length)]);
  return found;
}

/** Counts with noise. An item's topic is its number modulo the topics, for rare and frequent items alike when the rare are a multiple of them. */
function plantedCounts(names: readonly string[], seed: string): HitCounter {
  const numberOf = new Map(names.map((name, item) => [name, item]));
  const [salt] = hashText(`planted counts ${seed}`);
  const noise = (x: number, y: number): number => {
    let word = Math.imul(x ^ salt, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d);
    word = Math.imul(word ^ (word >>> 13), 0x297a2d39);
    return ((word ^ (word >>> 16)) >>> 0) / 0x100000000;
  };
  const single = (item: number): number => 100 + Math.floor(200 * noise(item, item));
  const both = (x: number, y: number): number => {
    const [low, high] = [Math.min(x, y), Math.max(x, y)];
    const expected = (single(x) * single(y)) / DOCUMENTS;
    return Math.floor(expected * (x % TOPICS === y % TOPICS ? TOGETHER : 1) * 2 * noise(low, high) + 0.5);
  };
  const place = (term: string): number => numberOf.get(term) ?? -1;
  const count = (term: number, other = term): number => (term < 0 || other < 0 ? 0 : term === other ? single(term) : both(term, other));
  return {
    source: { id: 'corpus:planted', version: seed },
    size: async () => DOCUMENTS,
    count: async (term, other) => count(place(term), other === undefined ? undefined : place(other)),
    async countAll({ terms, pairs }) {
      const places = terms.map(place);
      return {
        terms: Float64Array.from(places, (each) => count(each)),
        termFlags: new Uint8Array(terms.length),
        pairs: Float64Array.from({ length: pairs.length / 2 }, (_, at) => count(places[pairs[2 * at]], places[pairs[2 * at + 1]])),
        pairFlags: new Uint8Array(pairs.length / 2),
      };
    },
  };
}
