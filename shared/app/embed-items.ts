import { phraseVector, wordsOfPhrase } from '../core/relatedness/phrase-vector.ts';
import type { Embeddings } from '../ports/embeddings.ts';

/** The unit vector of each item, words and phrases alike, in one batch of look-ups; null where no word of it has one. */
export async function embedItems(items: readonly string[], embeddings: Embeddings): Promise<readonly (Float32Array | null)[]> {
  const words = items.map(wordsOfPhrase);
  const distinct = [...new Set(words.flat())];
  const vectors = await embeddings.vectors(distinct);
  const vectorOf = new Map(distinct.map((word, at) => [word, vectors[at] ?? null]));
  return words.map((each) => phraseVector(each.map((word) => vectorOf.get(word) ?? null)));
}
