/** Called for each word, in file order. Both arguments are overwritten by the next call. */
export type OnWord = (word: Uint8Array, values: Float64Array) => void;

/** Reads a file of word vectors in chunks. Each method throws BadInput with the place. */
export interface VectorReader {
  /** Takes the next bytes and returns how many it has used; the rest is passed again, with more after it. */
  push(bytes: Uint8Array): number;
  /** Takes the rest at the end of the file. */
  end(rest: Uint8Array): void;
}
