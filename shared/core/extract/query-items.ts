import { type Candidate, distinctItems } from './document-items.ts';
import { nounPhrases, type TaggedWord } from './noun-phrases.ts';

/**
 * The items of one user's queries. A query of at most two words is one item, lower-cased and without punctuation; a longer one is tagged.
 * `tag` is asked for the longer ones only.
 */
export function queryItems(queries: readonly string[], tag: (query: string) => readonly (readonly TaggedWord[])[]): readonly string[] {
  return distinctItems(
    queries.flatMap((query): Candidate[] => {
      const words = queryWords(query);
      if (words.length === 0) return [];
      if (words.length <= 2) return [{ words, kept: true }];
      return tag(query)
        .flatMap(nounPhrases)
        .map((phrase) => ({ words: phrase, kept: false }));
    }),
  );
}

/** Words between white space, without the punctuation around them; a piece without a letter or digit is no word. */
function queryWords(query: string): readonly string[] {
  return query
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '');
}
