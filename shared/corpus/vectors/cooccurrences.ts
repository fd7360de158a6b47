import type { RunningText } from '../corpus.ts';

/** Words on each side of a term that count as its context. */
export const WINDOW = 10;
/** Context words: the most frequent ones, except those in more than a quarter of the pieces. */
const CONTEXTS = 6_000;
const COMMON = 4;

/** Occurrences of a term of `length` words in the text: `places[from]` to `places[to - 1]`. */
export interface TermPlaces {
  readonly places: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/**
 * Co-occurrence of terms with context words, as positive pointwise mutual information. Nearer words count more, and rare contexts less than they would
 * (Levy, Goldberg and Dagan, 2015). One row at a time: no matrix is held.
 */
export class Cooccurrences {
  /** Numbers of the words that are not too common, the most frequent first. */
  readonly frequent: readonly number[];
  readonly width: number;
  readonly #text: Int16Array;
  readonly #counts: Float64Array;
  readonly #touched: Int32Array;
  readonly #logShare: Float64Array;
  readonly #words: { readonly places: Uint32Array; readonly from: Uint32Array };

  constructor({ words, holders, text, pieces }: RunningText) {
    this.frequent = Array.from(words.keys())
      .filter((word) => word > 0 && holders[word] * COMMON <= pieces)
      .sort((a, b) => holders[b] - holders[a] || a - b);
    const contexts = this.frequent.slice(0, CONTEXTS);
    const contextOf = new Int16Array(words.length).fill(-1);
    for (const [at, word] of contexts.entries()) contextOf[word] = at;
    this.width = contexts.length;
    // A loop: `from` would hold a long text once more, at eight bytes a word.
    this.#text = new Int16Array(text.length);
    for (let at = 0; at < text.length; at += 1) this.#text[at] = contextOf[text[at]];
    this.#counts = new Float64Array(this.width);
    this.#touched = new Int32Array(this.width);
    this.#words = placesOf(text, words.length);
    const shares = Float64Array.from(contexts, (word) => this.#shareOf(word));
    const all = shares.reduce((total, each) => total + each, 0);
    this.#logShare = shares.map((each) => Math.log(each / all));
  }

  ofWord(word: number): TermPlaces {
    const { places, from } = this.#words;
    return { places, from: from[word], to: from[word + 1], length: 1 };
  }

  /** Visits each context word with positive information, in an order that depends on the text alone. */
  row(term: TermPlaces, visit: (context: number, information: number) => void): void {
    const { touched, total } = this.#count(term);
    const logTotal = Math.log(total);
    for (let at = 0; at < touched; at += 1) {
      const context = this.#touched[at];
      const information = Math.log(this.#counts[context]) - logTotal - this.#logShare[context];
      this.#counts[context] = 0;
      if (information > 0) visit(context, information);
    }
  }

  /** Weight of a context: its total co-occurrence, to the power of three quarters. */
  #shareOf(word: number): number {
    const { touched, total } = this.#count(this.ofWord(word));
    for (let at = 0; at < touched; at += 1) this.#counts[this.#touched[at]] = 0;
    return Math.sqrt(total) * Math.sqrt(Math.sqrt(total));
  }

  #count({ places, from, to, length }: TermPlaces): { readonly touched: number; readonly total: number } {
    let [touched, total] = [0, 0];
    const near = (at: number, distance: number): void => {
      const context = this.#text[at];
      if (context < 0) return;
      const before = this.#counts[context];
      if (before === 0) {
        this.#touched[touched] = context;
        touched += 1;
      }
      this.#counts[context] = before + 1 / distance;
      total += 1 / distance;
    };
    for (let nth = from; nth < to; nth += 1) {
      const place = places[nth];
      for (let distance = 1; distance <= WINDOW && distance <= place; distance += 1) near(place - distance, distance);
      for (let distance = 1; distance <= WINDOW; distance += 1) {
        const at = place + length - 1 + distance;
        if (at < this.#text.length) near(at, distance);
      }
    }
    return { touched, total };
  }
}

/** Positions of each word, word after word. */
function placesOf(text: Uint32Array, words: number): { readonly places: Uint32Array; readonly from: Uint32Array } {
  const from = new Uint32Array(words + 1);
  for (const word of text) if (word > 0) from[word + 1] += 1;
  for (let at = 1; at < from.length; at += 1) from[at] += from[at - 1];
  const places = new Uint32Array(from.at(-1) as number);
  const next = from.slice();
  for (let place = 0; place < text.length; place += 1) {
    const word = text[place];
    if (word === 0) continue;
    places[next[word]] = place;
    next[word] += 1;
  }
  return { places, from };
}
