import { EXACT, type Normalisation } from './normalisation.ts';
import { foldPlural } from './plurals.ts';
import { canonical } from './term.ts';

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** In UTF-16 units. What is longer (encoded data, sequences of bases) is no word: it separates. */
export const LONGEST_TOKEN = 64;

/**
 * The tokens of a text in order: runs of letters, digits and their marks in any script, after NFKC, each in lower case.
 * Everything else separates: `crohn's` is two tokens, `beta-blocker` too. With a segmenter, words are what it calls words.
 */
export function tokensOf(text: string, normalisation: Normalisation = EXACT): string[] {
  const clean = canonical(text);
  const words = normalisation.segmenter === null ? (clean.match(WORD) ?? []) : segmented(clean, normalisation.segmenter);
  // Lower case is taken word by word: it depends on the neighbours only for the Greek final sigma, and there the word is what counts.
  const tokens = words.map((word) => word.toLowerCase().normalize('NFKC')).filter((token) => token.length <= LONGEST_TOKEN);
  return normalisation.plurals === 'folded' ? tokens.map(foldPlural) : tokens;
}

/** What a segmenter calls a word may still hold apostrophes or dots: those separate here as everywhere. */
function segmented(clean: string, segmenter: NonNullable<Normalisation['segmenter']>): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(clean)) {
    if (isWordLike !== false) words.push(...(segment.match(WORD) ?? []));
  }
  return words;
}
