import type { SourceVersion } from './hit-counter.ts';

/** Word vectors, looked up in batches. Phrases are made of words in core (`relatedness/phrase-vector`). */
export interface Embeddings {
  readonly source: SourceVersion;
  readonly dimensions: number;
  /** Phrases may have vectors of their own: words with one space between them. Left out: only words have. */
  readonly phrases?: boolean;
  /** The unit vector of each word, in order; null where the source does not have it. */
  vectors(words: readonly string[]): Promise<readonly (Float32Array | null)[]>;
}
