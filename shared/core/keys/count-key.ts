import { compress, INITIAL, loadBlock } from './sha256.ts';

/** Keys of counts: of one term, or of two terms in either order. */
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
 * Keys for one source and version: 16 bytes of HMAC-SHA-256. The cache never holds a term's text, and a term that can be guessed cannot be searched for
 * without the secret. Normalised terms have no control characters, so a zero byte separates them. At 10^10 keys the odds of a collision are 1.5e-19.
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

/** Pads with zero bytes to whole blocks: no version ends in one, so different heads stay different. */
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

/** Keys of other texts under the same secret: what is hashed names itself first, so no count has such a key. */
export function textKeys(secret: Uint8Array): (text: string) => Uint8Array {
  const mac = macUnder(secret);
  return (text) => mac(ENCODER.encode(text));
}

const IPAD = 0x36;
const OPAD = 0x5c;

/**
 * HMAC-SHA-256 (RFC 2104) under one key, cut to its first 16 bytes. Reuses its buffers: not re-entrant, which synchronous
 * code is not. A `head` that all messages share is compressed once: it must fill whole blocks.
 */
type Mac = (message: Uint8Array, length?: number) => Uint8Array;

export function macUnder(key: Uint8Array, head: Uint8Array = new Uint8Array(0)): Mac {
  if (key.length > BLOCK) throw new RangeError(`a key of at most ${BLOCK} bytes is wanted, not ${key.length}`);
  if (head.length % BLOCK !== 0) throw new RangeError(`a head of whole blocks of ${BLOCK} bytes is wanted, not ${head.length} bytes`);
  const inner = padded(key, IPAD);
  const outer = padded(key, OPAD);
  const state = new Int32Array(8);
  const block = new Int32Array(16);
  for (let from = 0; from < head.length; from += BLOCK) {
    loadBlock(block, head, from);
    compress(inner, block);
  }

  return (message, length = message.length) => {
    state.set(inner);
    absorb(state, block, message, length, BLOCK + head.length);
    for (let word = 0; word < 8; word += 1) block[word] = state[word];
    // The outer message is one block of the key and the 32 bytes of the inner digest: its padding never changes.
    block[8] = 0x80000000 | 0;
    block.fill(0, 9, 15);
    block[15] = (BLOCK + 32) * 8;
    state.set(outer);
    compress(state, block);
    const key16 = new Uint8Array(16);
    for (let at = 0; at < 16; at += 1) key16[at] = state[at >> 2] >>> (24 - (at & 3) * 8);
    return key16;
  };
}

/** The state after the key's own block. */
function padded(key: Uint8Array, pad: number): Int32Array {
  const bytes = new Uint8Array(BLOCK).fill(pad);
  for (let at = 0; at < key.length; at += 1) bytes[at] = key[at] ^ pad;
  const state = Int32Array.from(INITIAL);
  const block = new Int32Array(16);
  loadBlock(block, bytes, 0);
  compress(state, block);
  return state;
}

/** Compresses the rest of the inner message, after `before` compressed bytes, with SHA-256's padding. */
function absorb(state: Int32Array, block: Int32Array, message: Uint8Array, length: number, before: number): void {
  let from = 0;
  for (; from + BLOCK <= length; from += BLOCK) {
    loadBlock(block, message, from);
    compress(state, block);
  }
  block.fill(0);
  for (let at = from; at < length; at += 1) {
    const left = at - from;
    block[left >> 2] |= message[at] << (24 - (left & 3) * 8);
  }
  const left = length - from;
  block[left >> 2] |= 0x80 << (24 - (left & 3) * 8);
  if (left >= BLOCK - 8) {
    compress(state, block);
    block.fill(0);
  }
  const bits = (before + length) * 8;
  block[14] = Math.floor(bits / 0x100000000);
  block[15] = bits | 0;
  compress(state, block);
}
