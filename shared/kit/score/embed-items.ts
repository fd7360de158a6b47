import { phraseVector } from '../../core/relatedness/relatedness.ts';
import { tokensOf } from '../../core/text/tokens.ts';
import type { Embeddings } from '../../ports/embeddings.ts';

/** The unit vector of each item in one batch of look-ups: that of the phrase, or the mean of its words; null where no word of it has one. */
export async function embedItems(items: readonly string[], embeddings: Embeddings): Promise<readonly (Float32Array | null)[]> {
  const words = items.map((item) => tokensOf(item));
  const phrases = embeddings.phrases === true ? words.map((each) => each.join(' ')) : [];
  const distinct = [...new Set([...words.flat(), ...phrases])];
  const vectors = await embeddings.vectors(distinct);
  const vectorOf = new Map(distinct.map((term, at) => [term, vectors[at] ?? null]));
  const found = (term: string): Float32Array | null => vectorOf.get(term) ?? null;
  return words.map((each, at) => found(phrases[at] ?? '') ?? phraseVector(each.map(found)));
}

/**
 * Several sets of vectors as one, side by side: the cosine of two terms is the mean of what each set says, where each knows both. A phrase that a set has no
 * vector of is the mean of its words there; a term that a set does not know is nothing in its part.
 */
export function joinedEmbeddings(parts: readonly Embeddings[]): Embeddings {
  const dimensions = parts.reduce((total, part) => total + part.dimensions, 0);
  return {
    source: {
      id: parts.map(({ source }) => source.id).join('+'),
      version: parts.map(({ source }) => source.version).join('+'),
    },
    dimensions,
    phrases: true,
    async vectors(terms) {
      const found = await Promise.all(parts.map((part) => embedItems(terms, part)));
      return terms.map((_, term) => {
        const known = found.filter((each) => each[term] !== null).length;
        if (known === 0) return null;
        const joined = new Float32Array(dimensions);
        const scale = 1 / Math.sqrt(known);
        let from = 0;
        for (const [at, part] of parts.entries()) {
          for (const [axis, value] of (found[at]?.[term] ?? new Float32Array()).entries()) joined[from + axis] = value * scale;
          from += part.dimensions;
        }
        return joined;
      });
    },
  };
}
