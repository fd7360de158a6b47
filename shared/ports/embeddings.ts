import type { SourceVersion } from './hit-counter.ts';

/** Word vectors, looked up in batches. Phrase vectors are means of word vectors (`relatedness/phrase-vector`). */
export interface Embeddings {
  readonly source: SourceVersion;
  readonly dimensions: number;
  /** True if phrases, as words with one space between them, have vectors of their own. */
  readonly phrases?: boolean;
  /** The unit vector of each word, in order; null if the source lacks it. */
  vectors(words: readonly string[]): Promise<readonly (Float32Array | null)[]>;
}
