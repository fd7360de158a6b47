import { macUnder } from './hmac.ts';

/** Derives the key of a count: of one term, or of two together in whatever order. */
interface CountKeys {
  one(term: string): Uint8Array;
  pair(first: string, second: string): Uint8Array;
}

/** A new version of what is hashed means a cold cache, never a wrong count. */
const KEY_VERSION = 'unveil-count/1';
const SEPARATOR = 0;
const BLOCK = 64;
const ENCODER = new TextEncoder();

/**
 * Keys for one source and version: 16 bytes of HMAC-SHA-256, so the cache never holds a term's text, and a term that can
 * be guessed cannot be looked for without the secret. Terms come normalised, hence without control characters: a zero
 * byte parts them. At 10^10 keys the odds of any collision are about 1.5e-19.
 */
export function countKeys(secret: Uint8Array, source: { readonly id: string; readonly version: string }): CountKeys {
  const mac = macUnder(secret, wholeBlocks(ENCODER.encode(`${KEY_VERSION}\0${source.id}\0${source.version}\0`)));
  let buffer = new Uint8Array(1024);

  const key = (first: string, second: string | null): Uint8Array => {
    // A UTF-16 unit is at most three bytes of UTF-8.
    const need = 1 + (first.length + (second?.length ?? 0)) * 3;
    if (need > buffer.length) buffer = new Uint8Array(need * 2);
    let end = append(buffer, 0, first);
    if (second !== null) {
      buffer[end] = SEPARATOR;
      end = append(buffer, end + 1, second);
    }
    return mac(buffer, end);
  };
  return {
    one: (term) => key(term, null),
    pair: (first, second) => (first <= second ? key(first, second) : key(second, first)),
  };
}

/** Zero bytes to the end of the block: no version ends in one, so two heads stay two. */
function wholeBlocks(head: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil(head.length / BLOCK) * BLOCK);
  padded.set(head);
  return padded;
}

/** ASCII by hand: the encoder's call costs more than a short term. */
function append(buffer: Uint8Array, from: number, text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return from + ENCODER.encodeInto(text, buffer.subarray(from)).written;
    buffer[from + at] = unit;
  }
  return from + text.length;
}
