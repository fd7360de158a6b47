import { EXACT, foldPlural, LONGEST_TOKEN, type Normalisation, tokensOf } from '../core/text/tokens.ts';
import { SHORT, TokenNumbers } from './vocabulary.ts';

const SEPARATOR = 32;
// Whether a byte is an ASCII letter or digit.
const ASCII = new Uint8Array(256);
for (let byte = 48; byte <= 57; byte += 1) ASCII[byte] = 1;
for (let byte = 97; byte <= 122; byte += 1) {
  ASCII[byte] = 1;
  ASCII[byte - 32] = 1;
}
/** The bit that makes an ASCII letter lower case; digits have it already. */
const LOWER = 0x20;
const LOWER_WORD = 0x20202020;
// By length of a token up to SHORT: masks of the bytes of its three words.
const BELONGS = new Int32Array(4 * (SHORT + 1));
for (let length = 0; length <= SHORT; length += 1) {
  for (let byte = 0; byte < length; byte += 1) BELONGS[4 * length + (byte >> 2)] |= 255 << (24 - 8 * (byte & 3));
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/**
 * Cuts text into the ids of its tokens, exactly as `tokensOf` cuts it into strings (a property test compares them). ASCII is cut byte by byte. Other
 * letters go through `tokensOf`, from the last ASCII separator to the next, because neither normalisation nor lower case reaches across a separator.
 */
export class TextScanner {
  readonly vocabulary = new TokenNumbers();
  /** The ids of the last text's tokens: `[0, count)`. */
  ids = new Uint32Array(1 << 12);
  count = 0;
  readonly #normalisation: Normalisation;
  /** By id of a token: the id of its singular plus one; 0 while unknown. */
  #singulars = new Uint32Array(1 << 12);
  #text = new Uint8Array(1 << 16);
  #view = new DataView(this.#text.buffer);
  readonly #token = new Uint8Array(3 * LONGEST_TOKEN);

  constructor(normalisation: Normalisation) {
    this.#normalisation = normalisation;
  }

  /** Restarts the numbers of tokens at 0. */
  clear(): void {
    this.vocabulary.clear();
    this.#singulars.fill(0);
    this.count = 0;
  }

  /** The id of a token; a new token gets the next one. */
  idOfToken(token: Uint8Array): number {
    return this.vocabulary.idOf(token, 0, token.length);
  }

  scan(text: string): void {
    this.count = 0;
    if (this.#normalisation.segmenter !== null) {
      this.#addSlowly(text);
      return;
    }
    // A token is read as three words, which may reach beyond its end.
    if (text.length * 3 + SHORT > this.#text.length) {
      this.#text = new Uint8Array(text.length * 4 + SHORT);
      this.#view = new DataView(this.#text.buffer);
    }
    this.#scanBytes(ENCODER.encodeInto(text, this.#text).written);
  }

  #scanBytes(length: number): void {
    const text = this.#text;
    const view = this.#view;
    const { vocabulary } = this;
    const folds = this.#normalisation.plurals === 'folded';
    // An ASCII token takes at least a byte and a separator.
    this.#reserve((length >> 1) + 1);
    // A sentinel ends the last token, so that the loop need not compare with the length.
    text[length] = SEPARATOR;
    for (let at = 0; at < length; ) {
      const start = at;
      while (ASCII[text[at]] !== 0) at += 1;
      const skipped = text[at] < 128 ? 1 : separatorWidth(text, at);
      if (skipped === 0) {
        at = this.#scanOther(start, at, length);
        continue;
      }
      const size = at - start;
      at += skipped;
      if (size === 0 || size > LONGEST_TOKEN) continue;
      const id =
        size > SHORT
          ? vocabulary.idOf(this.#token, 0, this.#lowered(start, size))
          : vocabulary.idOfWords(
              (view.getInt32(start) | LOWER_WORD) & BELONGS[4 * size],
              (view.getInt32(start + 4) | LOWER_WORD) & BELONGS[4 * size + 1],
              (view.getInt32(start + 8) | LOWER_WORD) & BELONGS[4 * size + 2],
            );
      this.ids[this.count] = folds ? (this.#singularOf(id) ?? this.#fold(id, this.#lowered(start, size))) : id;
      this.count += 1;
    }
  }

  /** Copies an ASCII token in lower case and returns its length. */
  #lowered(start: number, size: number): number {
    for (let at = 0; at < size; at += 1) this.#token[at] = this.#text[start + at] | LOWER;
    return size;
  }

  /** The byte at `at` is not ASCII: everything from `start` to the next ASCII separator goes through `tokensOf`. Returns the end. */
  #scanOther(start: number, at: number, length: number): number {
    const text = this.#text;
    let end = at;
    while (text[end] >= 128 || ASCII[text[end]] !== 0) end += 1;
    this.#addSlowly(DECODER.decode(text.subarray(start, end)));
    this.#reserve(((length - end) >> 1) + 1);
    return end;
  }

  #addSlowly(text: string): void {
    const tokens = tokensOf(text, { ...this.#normalisation, plurals: EXACT.plurals });
    this.#reserve(tokens.length);
    const folds = this.#normalisation.plurals === 'folded';
    for (const token of tokens) {
      const size = ENCODER.encodeInto(token, this.#token).written;
      const id = this.vocabulary.idOf(this.#token, 0, size);
      this.ids[this.count] = folds ? (this.#singularOf(id) ?? this.#fold(id, size)) : id;
      this.count += 1;
    }
  }

  #singularOf(id: number): number | null {
    const known = this.#singulars[id] ?? 0;
    return known > 0 ? known - 1 : null;
  }

  /** Folds each distinct token once, from its bytes in `#token`. */
  #fold(id: number, size: number): number {
    const singular = this.idOfToken(ENCODER.encode(foldPlural(DECODER.decode(this.#token.subarray(0, size)))));
    if (id >= this.#singulars.length) {
      const grown = new Uint32Array(2 * id);
      grown.set(this.#singulars);
      this.#singulars = grown;
    }
    this.#singulars[id] = singular + 1;
    return singular;
  }

  #reserve(more: number): void {
    if (this.count + more <= this.ids.length) return;
    const grown = new Uint32Array(2 * (this.count + more));
    grown.set(this.ids.subarray(0, this.count));
    this.ids = grown;
  }
}

/**
 * Bytes of a separator that is common in running text and combines with nothing: the no-break space, and from U+2010 to U+2027 the dashes, quotation
 * marks, bullets and dots. 0 for everything else.
 */
function separatorWidth(text: Uint8Array, at: number): number {
  const second = text[at + 1];
  if (text[at] === 0xc2) return second === 0xa0 ? 2 : 0;
  if (text[at] !== 0xe2 || second !== 0x80) return 0;
  const third = text[at + 2];
  return third >= 0x90 && third <= 0xa7 ? 3 : 0;
}
