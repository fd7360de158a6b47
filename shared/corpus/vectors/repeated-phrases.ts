import type { RunningText } from '../corpus.ts';

/** Repeated sequences of words and their places. */
interface RepeatedPhrases {
  readonly terms: readonly string[];
  /** First places in the text: phrase n has `[from[n], from[n + 1])`. */
  readonly places: Uint32Array;
  readonly from: Uint32Array;
  /** Number of words of each phrase. */
  readonly lengths: Uint8Array;
}

interface PhraseOptions {
  /** Minimum number of occurrences. */
  readonly least: number;
  /** Maximum number of phrases; the most frequent are kept. */
  readonly most: number;
}

const LONGEST = 4;
/** A word in more than one piece of eight neither begins nor ends a phrase. */
const COMMON = 8;
/** The sieve drops rare phrases before anything is stored of them. It has one byte for each counter, two counters for each word of text, and no more than this. */
const MOST_SIEVE = 1 << 25;

export function repeatedPhrases({ words, holders, text, pieces }: RunningText, { least, most }: PhraseOptions): RepeatedPhrases {
  const isEnd = Uint8Array.from(holders, (held, word) => (word > 0 && held * COMMON <= pieces ? 1 : 0));
  const each = (visit: (place: number, length: number, hash: number) => void): void => {
    for (let place = 0; place < text.length; place += 1) {
      let word = text[place];
      if (isEnd[word] !== 1) continue;
      let hash = word;
      const last = Math.min(text.length, place + LONGEST);
      for (let next = place + 1; next < last; next += 1) {
        word = text[next];
        if (word === 0) break;
        hash = mixed(hash, word);
        if (isEnd[word] === 1) visit(place, next + 1 - place, hash);
      }
    }
  };
  let counters = 1;
  while (counters < 2 * text.length && counters < MOST_SIEVE) counters *= 2;
  const sieve = new Uint8Array(counters);
  each((_place, _length, hash) => {
    const slot = hash & (counters - 1);
    if (sieve[slot] < 255) sieve[slot] += 1;
  });
  const enough = Math.min(255, least);
  const table = new PhraseTable(text);
  each((place, length, hash) => {
    if (sieve[hash & (counters - 1)] >= enough) table.count(place, length, hash);
  });
  const kept = Array.from(table.counts.keys())
    .filter((number) => table.counts[number] >= least)
    // Ties: the phrase that came first.
    .sort((a, b) => table.counts[b] - table.counts[a] || table.places[a] - table.places[b] || a - b)
    .slice(0, most);
  const nth = new Int32Array(table.counts.length).fill(-1);
  const from = new Uint32Array(kept.length + 1);
  for (const [at, number] of kept.entries()) {
    nth[number] = at;
    from[at + 1] = from[at] + table.counts[number];
  }
  const places = new Uint32Array(from.at(-1) as number);
  const next = from.slice();
  each((place, length, hash) => {
    if (sieve[hash & (counters - 1)] < enough) return;
    const at = nth[table.find(place, length, hash)];
    if (at < 0) return;
    places[next[at]] = place;
    next[at] += 1;
  });
  const terms = kept.map((number) => {
    const place = table.places[number];
    return Array.from(text.subarray(place, place + table.lengths[number]), (word) => words[word]).join(' ');
  });
  return { terms, places, from, lengths: Uint8Array.from(kept, (number) => table.lengths[number]) };
}

function mixed(hash: number, word: number): number {
  const next = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) + Math.imul(word, 0x9e3779b1);
  return (next ^ (next >>> 13)) >>> 0;
}

/** Counts phrases by their first place. Open addressing, at most half full. */
class PhraseTable {
  readonly counts: number[] = [];
  readonly places: number[] = [];
  readonly lengths: number[] = [];
  readonly #hashes: number[] = [];
  readonly #text: Uint32Array;
  #slots = new Int32Array(1 << 16).fill(-1);

  constructor(text: Uint32Array) {
    this.#text = text;
  }

  count(place: number, length: number, hash: number): void {
    const number = this.find(place, length, hash);
    if (number >= 0) {
      this.counts[number] += 1;
      return;
    }
    this.#slots[~number] = this.counts.length;
    this.counts.push(1);
    this.places.push(place);
    this.lengths.push(length);
    this.#hashes.push(hash);
    if (2 * this.counts.length > this.#slots.length) this.#grow();
  }

  /** The phrase's number, or the complement of the slot for it. */
  find(place: number, length: number, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot];
      if (number < 0) return ~slot;
      if (this.#hashes[number] === hash && this.lengths[number] === length && this.#same(this.places[number], place, length)) {
        return number;
      }
    }
  }

  #same(one: number, other: number, length: number): boolean {
    for (let at = 0; at < length; at += 1) if (this.#text[one + at] !== this.#text[other + at]) return false;
    return true;
  }

  #grow(): void {
    const slots = new Int32Array(2 * this.#slots.length).fill(-1);
    for (const [number, hash] of this.#hashes.entries()) {
      let slot = hash & (slots.length - 1);
      while (slots[slot] >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}
