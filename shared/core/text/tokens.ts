const SOFT_HYPHEN = /\u00AD/g;

/** NFKC without soft hyphens, which only hint at line breaks. */
const canonical = (text: string): string => text.normalize('NFKC').replace(SOFT_HYPHEN, '');

/** Already normalised, as most items are: lower case ASCII letters and digits, in words with one space between them. */
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/**
 * The form under which items are matched to terms and cached: NFKC, lower case, hyphens and underscores to spaces, single spaces.
 * Applying it twice changes nothing.
 */
export const normaliseTerm = (text: string): string =>
  PLAIN.test(text)
    ? text
    : canonical(canonical(text).toLowerCase())
        .replace(/[-_\u2010\s]+/g, ' ')
        .trim();

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** UTF-16 units. Anything longer (encoded data, sequences of bases) is no word and separates. */
export const LONGEST_TOKEN = 64;

/**
 * The tokens of a text in order: runs of letters, digits and their marks in any script, after NFKC, each in lower case.
 * Everything else separates: `crohn's` is two tokens, `beta-blocker` too. With a segmenter, words are what it calls words.
 */
export function tokensOf(text: string, { segmenter, plurals }: Normalisation = EXACT): string[] {
  const words = segmenter === null && PLAIN.test(text) ? text.split(' ') : wordsOf(canonical(text), segmenter);
  const tokens = words.filter((token) => token.length <= LONGEST_TOKEN);
  return plurals === 'folded' ? tokens.map(foldPlural) : tokens;
}

/** Lower case is applied to each word: it depends on neighbours only for the Greek final sigma. */
const wordsOf = (clean: string, segmenter: Normalisation['segmenter']): string[] =>
  (segmenter === null ? (clean.match(WORD) ?? []) : segmented(clean, segmenter)).map((word) => word.toLowerCase().normalize('NFKC'));

/** A segmenter's word may still contain apostrophes or dots, which separate here as everywhere. */
function segmented(clean: string, segmenter: NonNullable<Normalisation['segmenter']>): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(clean)) {
    if (isWordLike !== false) words.push(...(segment.match(WORD) ?? []));
  }
  return words;
}

const SIBILANT = /(?:ss|sh|ch|x|zz)es$/;

/**
 * Folds an English plural to its singular by its ending alone: `injuries` to `injury`, `boxes` to `box`, `knees` to `knee`.
 * Both sides of a comparison are folded, so a wrong singular (`diabetes` to `diabete`) costs nothing unless two words
 * meet in it. Words of up to three letters and those in -ss, -us, -is stay as they are.
 */
export function foldPlural(token: string): string {
  if (token.length < 4 || !token.endsWith('s')) return token;
  if (token.endsWith('ies')) return token.length > 4 ? `${token.slice(0, -3)}y` : token.slice(0, -1);
  if (SIBILANT.test(token)) return token.slice(0, -2);
  const before = token[token.length - 2];
  return before === 's' || before === 'u' || before === 'i' ? token : token.slice(0, -1);
}

/** Finds words where spaces do not. Structurally an `Intl.Segmenter`, handed in because its dictionaries differ between versions of ICU. */
export interface WordSegmenter {
  /** Language and version of the dictionaries, `ja-icu77.1`: counts under another one are other counts. */
  readonly id: string;
  segment(text: string): Iterable<{ readonly segment: string; readonly isWordLike?: boolean | undefined }>;
}

/** How text becomes tokens. The same for documents and for the terms that are asked for. */
export interface Normalisation {
  readonly plurals: 'exact' | 'folded';
  readonly segmenter: WordSegmenter | null;
}

export const EXACT: Normalisation = { plurals: 'exact', segmenter: null };

/** Part of a source's version. The number changes when any rule of `core/text` does. */
export const normalisationId = ({ plurals, segmenter }: Normalisation): string =>
  ['nfkc-lower-1', ...(plurals === 'folded' ? ['plurals-en-1'] : []), ...(segmenter === null ? [] : [`words-${segmenter.id}`])].join('+');
