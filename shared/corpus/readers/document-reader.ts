import { BadInput } from '../../core/model/bad-input.ts';

/** Splits the text of one file into documents, chunk by chunk. Throws BadInput with the line if the text is malformed. */
export interface DocumentReader {
  push(text: string): readonly string[];
  /** The remaining documents. */
  end(): readonly string[];
}

/** Characters. A longer document means a file of another format. */
export const LONGEST_DOCUMENT = 1 << 26;

/** The whole file is one document. */
export function wholeDocument(file: string): DocumentReader {
  const parts: string[] = [];
  let length = 0;
  return {
    push(text) {
      length += text.length;
      if (length > LONGEST_DOCUMENT) throw new BadInput('this text is longer than 64 MiB; give it with one document a line', { file });
      parts.push(text);
      return [];
    },
    end: () => [parts.join('')].filter((text) => text.trim() !== ''),
  };
}
