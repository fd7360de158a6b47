import { singular } from '../../../core/extract/singular.ts';
import type { KeptTerm } from './sanitised-file.ts';

/** A word of a text and where it stands: `from` to `end`, in UTF-16 units. */
interface Word {
  readonly word: string;
  readonly from: number;
  readonly end: number;
}

/**
 * A word: a run of letters and digits. Scripts that put no space between words have a word for each character, so that a term is found anywhere in
 * a run of them. The 's of an owner is no word.
 */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]`;
const OWNER = String.raw`(?<=[\p{L}\p{N}\p{M}]['’])s(?![\p{L}\p{N}])`;
const WORD = new RegExp(String.raw`${UNSPACED}\p{M}*|(?!${OWNER})(?:(?!${UNSPACED})[\p{L}\p{N}]\p{M}*)+`, 'gu');

/** Allowed between the words of a term: 's, then white space with at most one line break, a hyphen, or an apostrophe. */
const BETWEEN = /^(?:['’]s)?(?:[^\S\n]*\n?[^\S\n]*|[-\u2010\u2011'’])$/u;

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(WORD), (match) => ({
    word: match[0].toLowerCase().normalize('NFC'),
    from: match.index,
    end: match.index + match[0].length,
  }));

/**
 * Terms by their words, lower case, the last word in its singular. Finding them in a text does not depend on the order in which they were told: the
 * longest at a place is taken, and of two spellings of the same words the first by code point.
 */
export class TermFinder {
  readonly #terms = new Map<string, string>();
  /** Words that terms begin with, and the most words that follow one. */
  readonly #longest = new Map<string, number>();

  constructor(terms: Iterable<string>) {
    for (const term of terms) {
      const words = wordsOf(term).map(({ word }) => word);
      const [first] = words;
      if (first === undefined) continue;
      const key = keyOf(words);
      const known = this.#terms.get(key);
      if (known === undefined || term < known) this.#terms.set(key, term);
      for (const begin of words.length === 1 ? [first, singular(first)] : [first])
        this.#longest.set(begin, Math.max(words.length, this.#longest.get(begin) ?? 0));
    }
  }

  /** Positions of terms. Overlaps: the longest at the earliest place wins. */
  *places(text: string): Generator<{ readonly term: string; readonly from: number; readonly end: number }> {
    const words = wordsOf(text);
    for (let at = 0; at < words.length; ) {
      const found = this.#at(text, words, at);
      if (found === null) {
        at += 1;
        continue;
      }
      yield { term: found.term, from: words[at].from, end: words[at + found.words - 1].end };
      at += found.words;
    }
  }

  /** A text in pieces, alternating terms and plain text. */
  pieces(text: string): readonly (string | KeptTerm)[] {
    const pieces: (string | KeptTerm)[] = [];
    let done = 0;
    for (const { term, from, end } of this.places(text)) {
      if (from > done) pieces.push(text.slice(done, from));
      const written = text.slice(from, end);
      pieces.push(written === term ? { term } : { term, as: written });
      done = end;
    }
    if (done < text.length) pieces.push(text.slice(done));
    return pieces;
  }

  #at(text: string, words: readonly Word[], at: number): { readonly term: string; readonly words: number } | null {
    const first = words[at].word;
    const most = Math.max(this.#longest.get(first) ?? 0, this.#longest.get(singular(first)) ?? 0);
    let run = 0;
    while (run < most && at + run < words.length) {
      if (run > 0 && !BETWEEN.test(text.slice(words[at + run - 1].end, words[at + run].from))) break;
      run += 1;
    }
    for (let size = run; size > 0; size -= 1) {
      const own = words.slice(at, at + size).map(({ word }) => word);
      const term = this.#terms.get(keyOf(own));
      if (term !== undefined) return { term, words: size };
    }
    return null;
  }
}

/** The last word carries number. */
const keyOf = (words: readonly string[]): string => [...words.slice(0, -1), singular(words.at(-1) as string)].join(' ');
