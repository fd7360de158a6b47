import type { NounGraph } from '../../../../core/text/noun-graph.ts';
import { simplerForms } from '../../../../core/text/simpler-forms.ts';
import { dot, GlossVectors, type SparseVector } from './gloss-vectors.ts';

/** How far values are apart, by position; null: unknown. */
export type ValueDistance = (a: number, b: number) => number | null;

/** What WordNet tells of a column's values. */
interface NounLikeness {
  /** Groups that have a name: the values under one noun. */
  readonly named: readonly { readonly name: string; readonly members: readonly number[] }[];
  /** By their definitions. */
  readonly distance: ValueDistance;
}

interface Meaning {
  readonly synset: number | null;
  readonly vector: SparseVector;
}

/** A process reads the definitions once. */
const GLOSSES = new WeakMap<NounGraph, GlossVectors>();

/** Relates the values of a column as nouns, each in the sense that is nearest to the other values. */
export class NounRelations {
  readonly #graph: NounGraph;
  readonly #glosses: GlossVectors;

  constructor(graph: NounGraph) {
    this.#graph = graph;
    this.#glosses = GLOSSES.get(graph) ?? new GlossVectors(graph);
    GLOSSES.set(graph, this.#glosses);
  }

  of(terms: readonly string[]): NounLikeness {
    const meanings = this.#meanings(terms);
    return { named: this.#named(meanings), distance: centred(meanings.map((each) => each?.vector ?? null)) };
  }

  /** A value's sense is the one nearest to all senses of the others; of equally near ones the commonest. */
  #meanings(terms: readonly string[]): readonly (Meaning | null)[] {
    const options = terms.map((term) => {
      const senses = [...this.#senses(term)].map((synset) => ({ synset, vector: this.#glosses.of(term, synset) }));
      const known = senses.length > 0 ? senses : [{ synset: null, vector: this.#glosses.of(term, null) }];
      return known.filter((each): each is Meaning => each.vector !== null);
    });
    const theme = new Map<number, number>();
    const shares = options.map((own) => meanOf(own.map(({ vector }) => vector)));
    for (const share of shares) for (const [feature, weight] of share) theme.set(feature, (theme.get(feature) ?? 0) + weight);
    return options.map((own, at) => {
      let best: { readonly meaning: Meaning; readonly near: number } | null = null;
      for (const meaning of own) {
        let near = 0;
        const { features, weights } = meaning.vector;
        for (const [each, feature] of features.entries())
          near += weights[each] * ((theme.get(feature) ?? 0) - (shares[at]?.get(feature) ?? 0));
        if (best === null || near > best.near + TIE) best = { meaning, near };
      }
      return best?.meaning ?? null;
    });
  }

  /** Senses of the term, of a simpler form of it, or of the noun that ends it ("stomach cancer" is a cancer). */
  #senses(term: string): Uint32Array {
    for (const form of [term, ...simplerForms(term)]) {
      const words = form.split(/[\s_-]+/);
      for (let from = 0; from < words.length; from += 1) {
        const found = this.#graph.senses(words.slice(from).join(' '));
        if (found.length > 0) return found;
      }
    }
    return new Uint32Array(0);
  }

  /** Smallest groups first; of equal groups the nearest noun above them. */
  #named(meanings: readonly (Meaning | null)[]): NounLikeness['named'] {
    const members = new Map<number, number[]>();
    for (const [at, meaning] of meanings.entries())
      for (const synset of meaning?.synset == null ? [] : this.#graph.ancestors(meaning.synset)) {
        const held = members.get(synset);
        if (held === undefined) members.set(synset, [at]);
        else held.push(at);
      }
    return [...members]
      .filter(([, held]) => held.length > 1)
      .sort(([a, own], [b, others]) => own.length - others.length || this.#graph.depth(b) - this.#graph.depth(a) || a - b)
      .map(([synset, held]) => ({ name: this.#graph.name(synset), members: held }));
  }
}

const TIE = 1e-9;

function meanOf(vectors: readonly SparseVector[]): ReadonlyMap<number, number> {
  const mean = new Map<number, number>();
  for (const { features, weights } of vectors)
    for (const [at, feature] of features.entries()) mean.set(feature, (mean.get(feature) ?? 0) + weights[at] / vectors.length);
  return mean;
}

/** Half of 1 less the cosine of vectors from whose products the mean of the column is taken: all values of a column of diseases are about disease. */
function centred(vectors: readonly (SparseVector | null)[]): ValueDistance {
  const known = [...vectors.keys()].filter((at) => vectors[at] !== null);
  const place = new Map(known.map((at, own) => [at, own]));
  const size = known.length;
  const products = new Float64Array(size * size);
  for (let a = 0; a < size; a += 1)
    for (let b = a; b < size; b += 1) {
      const own = dot(vectors[known[a] as number] as SparseVector, vectors[known[b] as number] as SparseVector);
      products[a * size + b] = products[b * size + a] = own;
    }
  const means = known.map((_, a) => products.subarray(a * size, (a + 1) * size).reduce((sum, each) => sum + each, 0) / size);
  const mean = means.reduce((sum, each) => sum + each, 0) / Math.max(1, size);
  const own = (a: number, b: number): number => products[a * size + b] - (means[a] ?? 0) - (means[b] ?? 0) + mean;
  return (one, other) => {
    const [a, b] = [place.get(one), place.get(other)];
    if (a === undefined || b === undefined) return null;
    const norm = Math.sqrt(Math.max(0, own(a, a)) * Math.max(0, own(b, b)));
    return norm > TIE ? (1 - own(a, b) / norm) / 2 : 0;
  };
}
