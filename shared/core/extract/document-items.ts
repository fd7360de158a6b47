import { nounPhrases, type TaggedWord } from './noun-phrases.ts';
import { singular, singularPhrase } from './singular.ts';

/** A candidate item: its words, and whether it is kept whatever else is there (a whole query is, a noun in a phrase is not). */
export interface Candidate {
  readonly words: readonly string[];
  readonly kept: boolean;
}

/** The items of one document in order of first appearance. */
export function documentItems(sentences: readonly (readonly TaggedWord[])[]): readonly string[] {
  return distinctItems(sentences.flatMap(nounPhrases).map((words) => ({ words, kept: false })));
}

/** Singular and plural are one item, and a noun that a phrase of the same transaction contains is dropped, wherever it stands. */
export function distinctItems(candidates: readonly Candidate[]): readonly string[] {
  const inPhrases = new Set(candidates.filter(({ words }) => words.length > 1).flatMap(({ words }) => words.map(singular)));
  const items = new Set<string>();
  for (const { words, kept } of candidates) {
    const item = singularPhrase(words);
    if (kept || words.length > 1 || !inPhrases.has(item)) items.add(item);
  }
  return [...items];
}
