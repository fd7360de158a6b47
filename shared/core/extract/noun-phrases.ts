/** A word with its part of speech, as a tagger gives it (universal tags). */
export interface TaggedWord {
  readonly text: string;
  readonly tag: string;
  readonly isStopWord: boolean;
}

/**
 * The phrases of one sentence in order of appearance, each the one or two words of an item: Noun+Noun, else
 * Adjective+Noun, else Noun. A noun serves in one phrase only. Where the patterns compete, nouns pair with nouns
 * ("high blood pressure" holds "blood pressure", not "high blood"); an adjective joins the noun that is odd in its run
 * ("saphenous vein bypass graft" is two phrases).
 */
export function nounPhrases(sentence: readonly TaggedWord[]): readonly (readonly string[])[] {
  const phrases: string[][] = [];
  for (let at = 0; at < sentence.length; ) {
    if (!isNoun(sentence[at])) {
      at += 1;
      continue;
    }
    let end = at;
    while (isNoun(sentence[end])) end += 1;
    const odd = (end - at) % 2 === 1;
    if (odd && isAdjective(sentence[at - 1])) {
      phrases.push([lower(sentence[at - 1]), lower(sentence[at])]);
      at += 1;
    }
    for (; at + 1 < end; at += 2) phrases.push([lower(sentence[at]), lower(sentence[at + 1])]);
    if (at < end) phrases.push([lower(sentence[at])]);
    at = end;
  }
  return phrases;
}

/** Starts with a letter and has two: "b.c", "x-ray", "tnf-α" are words; "^^^", "3d" and "a" are not. */
const WORD = /^\p{L}[\p{L}\p{M}\p{N}.'’-]*[\p{L}\p{N}]$/u;

const usable = (word: TaggedWord): boolean => !word.isStopWord && WORD.test(word.text);
const isNoun = (word: TaggedWord | undefined): word is TaggedWord =>
  word !== undefined && (word.tag === 'NOUN' || word.tag === 'PROPN') && usable(word);
const isAdjective = (word: TaggedWord | undefined): word is TaggedWord => word !== undefined && word.tag === 'ADJ' && usable(word);
const lower = (word: TaggedWord | undefined): string => (word?.text ?? '').toLowerCase().normalize('NFC');
