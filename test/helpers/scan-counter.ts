import { EXACT, type Normalisation, tokensOf } from '../../shared/core/text/tokens.ts';

/** Counts by sets of documents, in memory: the plain form, for small corpora. Phrases of any length are exact. */
export class ScanCounter {
  readonly size: number;
  readonly #documents: readonly (readonly string[])[];
  readonly #normalisation: Normalisation;
  readonly #holders = new Map<string, number[]>();
  readonly #terms = new Map<string, ReadonlySet<number> | null>();

  constructor(texts: Iterable<string>, normalisation: Normalisation = EXACT) {
    this.#normalisation = normalisation;
    this.#documents = Array.from(texts, (text) => tokensOf(text, normalisation));
    this.size = this.#documents.length;
    for (const [at, tokens] of this.#documents.entries()) {
      for (const token of new Set(tokens)) {
        const holders = this.#holders.get(token);
        if (holders === undefined) this.#holders.set(token, [at]);
        else holders.push(at);
      }
    }
  }

  /** The documents that hold the term; null if it has no token. */
  documentsWith(term: string): ReadonlySet<number> | null {
    let found = this.#terms.get(term);
    if (found === undefined) {
      found = this.#find(tokensOf(term, this.#normalisation));
      this.#terms.set(term, found);
    }
    return found;
  }

  #find(tokens: readonly string[]): ReadonlySet<number> | null {
    const [first] = tokens;
    if (first === undefined) return null;
    const holders = this.#holders.get(first) ?? [];
    return new Set(holders.filter((at) => holdsPhrase(this.#documents[at] ?? [], tokens)));
  }
}

const holdsPhrase = (document: readonly string[], phrase: readonly string[]): boolean =>
  document.some((_, start) => phrase.every((token, offset) => document[start + offset] === token));
