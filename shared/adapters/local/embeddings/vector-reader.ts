/** What a reader of vectors calls for each word, in file order. Both arguments are overwritten by the next call. */
export type OnWord = (word: Uint8Array, values: Float64Array) => void;

/** Reads a file of word vectors piece by piece. Each method throws a BadInput that names the place. */
export interface VectorReader {
  /** Takes the bytes that come next; says how many it is done with. The others come again, with more after them. */
  push(bytes: Uint8Array): number;
  /** The end of the file, with what was left. */
  end(rest: Uint8Array): void;
}
