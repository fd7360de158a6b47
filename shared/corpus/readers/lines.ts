import { BadInput } from '../../core/model/bad-input.ts';
import { type DocumentReader, LONGEST_DOCUMENT } from './document-reader.ts';

/** One document a line. */
export const plainLines = (file: string): DocumentReader => byLine(file, (line) => line);

/** One JSON object a line: its `title`, if any, and its `text`. */
export const jsonLineDocuments = (file: string): DocumentReader =>
  byLine(file, (line, number) => {
    const record = parsed(line, file, number);
    if (typeof record !== 'object' || record === null || !('text' in record) || typeof record.text !== 'string') {
      throw new BadInput('each line is a JSON object with a "text"', { file, line: number });
    }
    return 'title' in record && typeof record.title === 'string' ? `${record.title}\n${record.text}` : record.text;
  });

function parsed(line: string, file: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The parser's own message would quote the text.
    throw new BadInput('this line is not JSON', { file, line: number });
  }
}

function byLine(file: string, documentOf: (line: string, number: number) => string): DocumentReader {
  let rest = '';
  let number = 0;
  const document = (line: string): string[] => {
    number += 1;
    // A byte order mark is not part of the text.
    const text = number === 1 && line.startsWith('\ufeff') ? line.slice(1) : line;
    return text.trim() === '' ? [] : [documentOf(text, number)];
  };
  return {
    push(text) {
      const documents: string[] = [];
      let from = 0;
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
        documents.push(...document(rest + text.slice(from, at)));
        rest = '';
        from = at + 1;
      }
      rest += text.slice(from);
      if (rest.length > LONGEST_DOCUMENT) throw new BadInput('this line is longer than 64 MiB', { file, line: number + 1 });
      return documents;
    },
    end: () => (rest === '' ? [] : document(rest)),
  };
}
