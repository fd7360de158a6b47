/** Turns the text of one file into documents, chunk by chunk. Throws a `BadInput` with the line where the text is not what it should be. */
export interface DocumentReader {
  push(text: string): readonly string[];
  /** What is left when the text has ended. */
  end(): readonly string[];
}

/** In characters. Something longer than this is not one document but a file of another kind. */
export const LONGEST_DOCUMENT = 1 << 26;
