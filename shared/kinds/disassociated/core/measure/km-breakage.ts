import type { DisassociatedRelease } from '../model.ts';

export interface KmBreakage {
  /** Itemsets of 2 to m items with a support of 1 to k - 1 in the original that no chunk shows. */
  readonly hidden: number;
  /** Of these, the ones put together in a reconstructed transaction whose partner holds them. */
  readonly exposed: number;
  /** Hidden itemsets put together, each in each reconstructed transaction; and those of them whose partner does not hold them. */
  readonly joined: number;
  readonly wrong: number;
  /** Itemsets put together that no original transaction holds. */
  readonly invented: number;
  /** As rare, but shown by a chunk: the release is unsound. */
  readonly shown: number;
}

/** Itemsets looked at, at most: beyond it the measure is not computable in bounded memory. */
const MOST_ITEMSETS = 20_000_000;

/** Every itemset of the whole original is counted once; a counter for each attack takes its reconstructed transactions, pair by pair. */
export class KmBreakageCounter {
  readonly #index: ItemsetIndex;
  readonly #exposed = new Set<string>();
  #joined = 0;
  #wrong = 0;
  #invented = 0;

  private constructor(index: ItemsetIndex) {
    this.#index = index;
  }

  static of(originals: readonly (readonly string[])[], release: DisassociatedRelease, k: number, m: number): KmBreakageCounter | null {
    let itemsets = 0;
    for (const { length } of originals) {
      let combinations = 1;
      for (let size = 1; size <= Math.min(m, length); size += 1) {
        combinations = (combinations * (length - size + 1)) / size;
        if (size > 1) itemsets += combinations;
      }
      if (itemsets > MOST_ITEMSETS) return null;
    }
    return new KmBreakageCounter(new ItemsetIndex(originals, release, k, m));
  }

  /** One more over the same original, for another attack. */
  another(): KmBreakageCounter {
    return new KmBreakageCounter(this.#index);
  }

  add(row: readonly string[], partner: readonly string[]): void {
    const own = new Set(this.#index.itemsets(partner));
    for (const key of this.#index.itemsets(row)) {
      if (!this.#index.support.has(key)) this.#invented += 1;
      else if (this.#index.isRare(key) && !this.#index.shown.has(key)) {
        this.#joined += 1;
        if (own.has(key)) this.#exposed.add(key);
        else this.#wrong += 1;
      }
    }
  }

  result(): KmBreakage {
    return {
      hidden: this.#index.hidden,
      exposed: this.#exposed.size,
      joined: this.#joined,
      wrong: this.#wrong,
      invented: this.#invented,
      shown: this.#index.shown.size,
    };
  }
}

/** The itemsets of 2 to m items of the original with their supports, and which rare ones a chunk shows. */
class ItemsetIndex {
  readonly support = new Map<string, number>();
  readonly shown = new Set<string>();
  readonly hidden: number;
  readonly #k: number;
  readonly #m: number;
  readonly #numberOf = new Map<string, number>();

  constructor(originals: readonly (readonly string[])[], release: DisassociatedRelease, k: number, m: number) {
    this.#k = k;
    this.#m = m;
    for (const items of originals) for (const key of this.itemsets(items)) this.support.set(key, (this.support.get(key) ?? 0) + 1);
    const chunks = [
      ...release.clusters.flatMap(({ recordChunks }) => recordChunks),
      ...release.jointClusters.flatMap(({ sharedChunks }) => sharedChunks),
    ];
    for (const chunk of chunks) {
      for (const subRecord of chunk) for (const key of this.itemsets(subRecord)) if (this.isRare(key)) this.shown.add(key);
    }
    let rare = 0;
    for (const count of this.support.values()) if (count < k) rare += 1;
    this.hidden = rare - this.shown.size;
  }

  isRare(key: string): boolean {
    const support = this.support.get(key) ?? 0;
    return support > 0 && support < this.#k;
  }

  /** As a text of their numbers, ascending. */
  *itemsets(items: readonly string[]): Generator<string> {
    const numbers = items
      .map((item) => {
        const known = this.#numberOf.get(item) ?? this.#numberOf.size;
        this.#numberOf.set(item, known);
        return known;
      })
      .sort((a, b) => a - b);
    yield* combinations(numbers, 0, '', this.#m, 0);
  }
}

function* combinations(numbers: readonly number[], from: number, prefix: string, most: number, size: number): Generator<string> {
  for (let at = from; at < numbers.length; at += 1) {
    const key = size === 0 ? String(numbers[at]) : `${prefix} ${numbers[at]}`;
    if (size > 0) yield key;
    if (size + 1 < most) yield* combinations(numbers, at + 1, key, most, size + 1);
  }
}
