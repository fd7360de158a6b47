import { EXACT, type Normalisation } from '../text/normalisation.ts';
import { foldPlural } from '../text/plurals.ts';
import { LONGEST_TOKEN, tokensOf } from '../text/tokens.ts';
import { HASH_SEED, hashByte, Vocabulary } from './vocabulary.ts';

const SEPARATOR = 32;
// What a byte is to a token: an ASCII letter or digit in lower case, 0 for all else.
const ASCII = new Uint8Array(256);
for (let byte = 48; byte <= 57; byte += 1) ASCII[byte] = byte;
for (let byte = 97; byte <= 122; byte += 1) {
  ASCII[byte] = byte;
  ASCII[byte - 32] = byte;
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/**
 * Cuts text into the ids of its tokens, exactly as `tokensOf` cuts it into strings (a property test holds them together).
 * ASCII is cut byte by byte. What touches any other letter goes through `tokensOf`, from the last ASCII separator to the next:
 * neither normalisation nor lower case reaches across one of those.
 */
export class TextScanner {
  readonly vocabulary = new Vocabulary();
  /** The ids of the last text's tokens: `[0, count)`. */
  ids = new Uint32Array(1 << 12);
  count = 0;
  readonly #normalisation: Normalisation;
  /** By the id of a token as it stands in the text, the id of its singular plus one; 0 while unknown. */
  #singulars = new Uint32Array(1 << 12);
  #text = new Uint8Array(1 << 16);
  readonly #token = new Uint8Array(3 * LONGEST_TOKEN);

  constructor(normalisation: Normalisation) {
    this.#normalisation = normalisation;
  }

  /** Numbers tokens from 0 again. */
  clear(): void {
    this.vocabulary.clear();
    this.#singulars.fill(0);
    this.count = 0;
  }

  /** The id of a token given by its bytes; it gets one if the text did not have it yet. */
  idOfToken(token: Uint8Array): number {
    let hash = HASH_SEED;
    for (let at = 0; at < token.length; at += 1) hash = hashByte(hash, token[at] as number);
    return this.vocabulary.idOf(token, 0, token.length, hash);
  }

  scan(text: string): void {
    this.count = 0;
    if (this.#normalisation.segmenter !== null) {
      this.#addSlowly(text);
      return;
    }
    if (text.length * 3 >= this.#text.length) this.#text = new Uint8Array(text.length * 4 + 1);
    this.#scanBytes(ENCODER.encodeInto(text, this.#text).written);
  }

  #scanBytes(length: number): void {
    const text = this.#text;
    const { vocabulary } = this;
    const folds = this.#normalisation.plurals === 'folded';
    // A token in ASCII takes at least a byte and a separator.
    this.#reserve((length >> 1) + 1);
    // Ends the last token without asking for the length at each byte.
    text[length] = SEPARATOR;
    for (let at = 0; at < length; ) {
      const start = at;
      let hash = HASH_SEED;
      for (let kept = ASCII[text[at] as number] as number; kept !== 0; kept = ASCII[text[at] as number] as number) {
        text[at] = kept;
        hash = hashByte(hash, kept);
        at += 1;
      }
      const skipped = (text[at] as number) < 128 ? 1 : separatorWidth(text, at);
      if (skipped === 0) {
        at = this.#scanOther(start, at, length);
        continue;
      }
      if (at > start && at - start <= LONGEST_TOKEN) {
        const id = vocabulary.idOf(text, start, at, hash);
        this.ids[this.count] = folds ? this.#singularOf(id) : id;
        this.count += 1;
      }
      at += skipped;
    }
  }

  /** From `start`, with something other than ASCII at `at`: everything up to the next ASCII separator. Answers its place. */
  #scanOther(start: number, at: number, length: number): number {
    const text = this.#text;
    let end = at;
    while ((text[end] as number) >= 128 || ASCII[text[end] as number] !== 0) end += 1;
    this.#addSlowly(DECODER.decode(text.subarray(start, end)));
    this.#reserve(((length - end) >> 1) + 1);
    return end;
  }

  #addSlowly(text: string): void {
    const tokens = tokensOf(text, { ...this.#normalisation, plurals: EXACT.plurals });
    this.#reserve(tokens.length);
    const folds = this.#normalisation.plurals === 'folded';
    for (const token of tokens) {
      const id = this.#idOf(token);
      this.ids[this.count] = folds ? this.#singularOf(id) : id;
      this.count += 1;
    }
  }

  #idOf(token: string): number {
    return this.idOfToken(this.#token.subarray(0, ENCODER.encodeInto(token, this.#token).written));
  }

  /** Each distinct token is folded once. */
  #singularOf(id: number): number {
    const known = this.#singulars[id] ?? 0;
    if (known > 0) return known - 1;
    const { vocabulary } = this;
    const token = DECODER.decode(vocabulary.bytes.subarray(vocabulary.startOf(id), vocabulary.endOf(id)));
    const singular = this.#idOf(foldPlural(token));
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
 * The bytes of a separator that is common in running text and composes with nothing: the no-break space, and from
 * U+2010 to U+2027 the dashes, quotation marks, bullets and dots. 0 for everything else.
 */
function separatorWidth(text: Uint8Array, at: number): number {
  const second = text[at + 1] as number;
  if (text[at] === 0xc2) return second === 0xa0 ? 2 : 0;
  if (text[at] !== 0xe2 || second !== 0x80) return 0;
  const third = text[at + 2] as number;
  return third >= 0x90 && third <= 0xa7 ? 3 : 0;
}
