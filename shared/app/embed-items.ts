import { phraseVector, wordsOfPhrase } from '../core/relatedness/phrase-vector.ts';
import type { Embeddings } from '../ports/embeddings.ts';

/** The unit vector of each item in one batch of look-ups: that of the phrase, or the mean of its words; null where no word of it has one. */
export async function embedItems(items: readonly string[], embeddings: Embeddings): Promise<readonly (Float32Array | null)[]> {
  const words = items.map(wordsOfPhrase);
  const phrases = embeddings.phrases === true ? words.map((each) => each.join(' ')) : [];
  const distinct = [...new Set([...words.flat(), ...phrases])];
  const vectors = await embeddings.vectors(distinct);
  const vectorOf = new Map(distinct.map((term, at) => [term, vectors[at] ?? null]));
  const found = (term: string): Float32Array | null => vectorOf.get(term) ?? null;
  return words.map((each, at) => found(phrases[at] ?? '') ?? phraseVector(each.map(found)));
}
