import type { RunningText } from '../../corpus/corpus.ts';

/** Words on either side of a term that keep it company. */
export const WINDOW = 10;
/** The words that company is counted over: the most frequent ones but those in more than one of so many pieces. */
const CONTEXTS = 6_000;
const COMMON = 4;

/** Where a term stands in the text: at `places` from `from` to `to`, so many words each. */
export interface Standing {
  readonly places: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/**
 * What company terms keep: for each context word how much more often than by chance it stands near the term, as positive pointwise mutual
 * information. Nearer words count more, rare contexts less than they would (Levy, Goldberg and Dagan, 2015). One row at a time: no matrix is held.
 */
export class Company {
  /** Words by number, the most frequent first: those that are neither too common nor too rare. */
  readonly frequent: readonly number[];
  readonly width: number;
  readonly #text: Int16Array;
  readonly #counts: Float64Array;
  readonly #touched: Int32Array;
  readonly #logShare: Float64Array;
  readonly #words: { readonly places: Uint32Array; readonly from: Uint32Array };

  constructor({ words, holders, text, pieces }: RunningText) {
    this.frequent = Array.from(words.keys())
      .filter((word) => word > 0 && (holders[word] as number) * COMMON <= pieces)
      .sort((a, b) => (holders[b] as number) - (holders[a] as number) || a - b);
    const contexts = this.frequent.slice(0, CONTEXTS);
    const contextOf = new Int16Array(words.length).fill(-1);
    for (const [at, word] of contexts.entries()) contextOf[word] = at;
    this.width = contexts.length;
    // By hand: `from` would hold all of a long text once more, eight bytes a word.
    this.#text = new Int16Array(text.length);
    for (let at = 0; at < text.length; at += 1) this.#text[at] = contextOf[text[at] as number] as number;
    this.#counts = new Float64Array(this.width);
    this.#touched = new Int32Array(this.width);
    this.#words = placesOf(text, words.length);
    const shares = Float64Array.from(contexts, (word) => this.#shareOf(word));
    const all = shares.reduce((total, each) => total + each, 0);
    this.#logShare = shares.map((each) => Math.log(each / all));
  }

  ofWord(word: number): Standing {
    const { places, from } = this.#words;
    return { places, from: from[word] as number, to: from[word + 1] as number, length: 1 };
  }

  /** Calls for each context that stands near the term more often than by chance, in an order that the text alone decides. */
  row(standing: Standing, visit: (context: number, information: number) => void): void {
    const { touched, total } = this.#count(standing);
    const logTotal = Math.log(total);
    for (let at = 0; at < touched; at += 1) {
      const context = this.#touched[at] as number;
      const information = Math.log(this.#counts[context] as number) - logTotal - (this.#logShare[context] as number);
      this.#counts[context] = 0;
      if (information > 0) visit(context, information);
    }
  }

  /** How much of all company a context keeps, to the power of three quarters. */
  #shareOf(word: number): number {
    const { touched, total } = this.#count(this.ofWord(word));
    for (let at = 0; at < touched; at += 1) this.#counts[this.#touched[at] as number] = 0;
    return Math.sqrt(total) * Math.sqrt(Math.sqrt(total));
  }

  #count({ places, from, to, length }: Standing): { readonly touched: number; readonly total: number } {
    let [touched, total] = [0, 0];
    const near = (at: number, distance: number): void => {
      const context = this.#text[at] as number;
      if (context < 0) return;
      const before = this.#counts[context] as number;
      if (before === 0) {
        this.#touched[touched] = context;
        touched += 1;
      }
      this.#counts[context] = before + 1 / distance;
      total += 1 / distance;
    };
    for (let nth = from; nth < to; nth += 1) {
      const place = places[nth] as number;
      for (let distance = 1; distance <= WINDOW && distance <= place; distance += 1) near(place - distance, distance);
      for (let distance = 1; distance <= WINDOW; distance += 1) {
        const at = place + length - 1 + distance;
        if (at < this.#text.length) near(at, distance);
      }
    }
    return { touched, total };
  }
}

/** Where each word stands, word after word. */
function placesOf(text: Uint32Array, words: number): { readonly places: Uint32Array; readonly from: Uint32Array } {
  const from = new Uint32Array(words + 1);
  for (const word of text) if (word > 0) from[word + 1] = (from[word + 1] as number) + 1;
  for (let at = 1; at < from.length; at += 1) from[at] = (from[at] as number) + (from[at - 1] as number);
  const places = new Uint32Array(from.at(-1) as number);
  const next = from.slice();
  for (let place = 0; place < text.length; place += 1) {
    const word = text[place] as number;
    if (word === 0) continue;
    places[next[word] as number] = place;
    next[word] = (next[word] as number) + 1;
  }
  return { places, from };
}
