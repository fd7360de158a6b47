import { singular } from '../../../../core/extract/singular.ts';
import type { NounGraph } from '../../../../core/text/noun-graph.ts';

/** A word in more definitions than this share ("the", "of") says nothing of what is defined. */
const COMMON = 0.04;
/** A word in fewer definitions than this is no feature: it relates nothing. */
const RARE = 2;
/** Features of a vector that are kept, the greatest. */
const MOST_FEATURES = 400;
/** Definitions of hypernyms count, each half as much as the one below. */
const GENERATIONS = 3;

/** A sparse unit vector: features ascending. */
export interface SparseVector {
  readonly features: Int32Array;
  readonly weights: Float64Array;
}

/**
 * Gloss vectors of second order (Patwardhan and Pedersen 2006): the words of a definition, each with the words next to which it is found in all other
 * definitions. Two diseases of the stomach are near each other, although no definition names both.
 */
export class GlossVectors {
  readonly #graph: NounGraph;
  readonly #ids = new Map<string, number>();
  readonly #starts: Uint32Array;
  readonly #words: Uint32Array;
  readonly #docStarts: Uint32Array;
  readonly #docs: Uint32Array;
  readonly #ofWord = new Map<number, SparseVector>();

  constructor(graph: NounGraph) {
    this.#graph = graph;
    const starts = new Uint32Array(graph.synsets + 1);
    const words: number[] = [];
    const last: number[] = [];
    for (let synset = 0; synset < graph.synsets; synset += 1) {
      for (const word of wordsOf(graph.definition(synset))) {
        const id = this.#ids.get(word) ?? this.#ids.size;
        if (id === this.#ids.size) this.#ids.set(word, id);
        // A word counts once in a definition.
        if (last[id] === synset) continue;
        last[id] = synset;
        words.push(id);
      }
      starts[synset + 1] = words.length;
    }
    this.#starts = starts;
    this.#words = Uint32Array.from(words);
    const docStarts = new Uint32Array(this.#ids.size + 1);
    for (const id of words) docStarts[id + 1] += 1;
    for (let id = 0; id < this.#ids.size; id += 1) docStarts[id + 1] += docStarts[id];
    const next = docStarts.slice();
    const docs = new Uint32Array(words.length);
    for (let synset = 0; synset < graph.synsets; synset += 1)
      for (let at = starts[synset]; at < starts[synset + 1]; at += 1) {
        const id = words[at] as number;
        docs[next[id]] = synset;
        next[id] += 1;
      }
    this.#docStarts = docStarts;
    this.#docs = docs;
  }

  /** The vector of a term in one of its senses, or of its words alone; null if no definition has them. */
  of(term: string, synset: number | null): SparseVector | null {
    const bag = new Map<number, number>();
    const add = (text: string, weight: number): void => {
      for (const word of new Set(wordsOf(text))) {
        const id = this.#ids.get(word);
        if (id !== undefined && this.#says(id)) bag.set(id, (bag.get(id) ?? 0) + weight);
      }
    };
    add(term, 1);
    const chain = synset === null ? [] : this.#graph.chain(synset).toReversed();
    let weight = 1;
    for (const each of chain.slice(0, 1 + GENERATIONS)) {
      add(this.#graph.definition(each), weight);
      weight /= 2;
    }
    const sums = new Map<number, number>();
    for (const [id, own] of bag) {
      const idf = own * this.#idf(id);
      sums.set(id, (sums.get(id) ?? 0) + idf);
      const { features, weights } = this.#near(id);
      for (const [at, feature] of features.entries()) sums.set(feature, (sums.get(feature) ?? 0) + idf * weights[at]);
    }
    return sums.size === 0 ? null : unitVector(sums);
  }

  /** The words that share definitions with a word, by how much more often than by chance. */
  #near(id: number): SparseVector {
    const known = this.#ofWord.get(id);
    if (known !== undefined) return known;
    const together = new Map<number, number>();
    for (let at = this.#docStarts[id]; at < this.#docStarts[id + 1]; at += 1) {
      const synset = this.#docs[at];
      for (let word = this.#starts[synset]; word < this.#starts[synset + 1]; word += 1) {
        const other = this.#words[word];
        if (other !== id) together.set(other, (together.get(other) ?? 0) + 1);
      }
    }
    const own = this.#frequency(id);
    const weighed = new Map<number, number>();
    for (const [other, count] of together) {
      if (!this.#says(other)) continue;
      const more = Math.log((count * this.#graph.synsets) / (own * this.#frequency(other)));
      // A single meeting of two rare words is mostly an accident.
      if (more > 0) weighed.set(other, (more * count) / (count + 1));
    }
    const vector = unitVector(weighed);
    this.#ofWord.set(id, vector);
    return vector;
  }

  #frequency(id: number): number {
    return this.#docStarts[id + 1] - this.#docStarts[id];
  }

  #says(id: number): boolean {
    const often = this.#frequency(id);
    return often >= RARE && often <= COMMON * this.#graph.synsets;
  }

  #idf(id: number): number {
    return Math.log(this.#graph.synsets / this.#frequency(id));
  }
}

export function dot(a: SparseVector, b: SparseVector): number {
  let [at, other, sum] = [0, 0, 0];
  while (at < a.features.length && other < b.features.length) {
    const difference = a.features[at] - b.features[other];
    if (difference === 0) sum += a.weights[at] * b.weights[other];
    if (difference <= 0) at += 1;
    if (difference >= 0) other += 1;
  }
  return sum;
}

function unitVector(sums: ReadonlyMap<number, number>): SparseVector {
  const kept = [...sums].sort(([a, own], [b, others]) => others - own || a - b).slice(0, MOST_FEATURES);
  kept.sort(([a], [b]) => a - b);
  const norm = Math.sqrt(kept.reduce((sum, [, weight]) => sum + weight * weight, 0));
  return {
    features: Int32Array.from(kept, ([feature]) => feature),
    weights: Float64Array.from(kept, ([, weight]) => (norm > 0 ? weight / norm : 0)),
  };
}

const singulars = (text: string): string[] => text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
const wordsOf = (text: string): string[] => singulars(text).map(singular);
