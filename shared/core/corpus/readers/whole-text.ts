import { BadInput } from '../../model/bad-input.ts';
import { type DocumentReader, LONGEST_DOCUMENT } from './document-reader.ts';

/** The whole file is one document: a text among others in a folder. */
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
