import { compress, INITIAL } from './sha256.ts';

const BLOCK = 64;
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
    load(block, head, from);
    compress(inner, block);
  }

  return (message, length = message.length) => {
    state.set(inner);
    absorb(state, block, message, length, BLOCK + head.length);
    for (let word = 0; word < 8; word += 1) block[word] = state[word] as number;
    // The outer message is one block of the key and the 32 bytes of the inner digest: its padding never changes.
    block[8] = 0x80000000 | 0;
    block.fill(0, 9, 15);
    block[15] = (BLOCK + 32) * 8;
    state.set(outer);
    compress(state, block);
    const key16 = new Uint8Array(16);
    for (let at = 0; at < 16; at += 1) key16[at] = (state[at >> 2] as number) >>> (24 - (at & 3) * 8);
    return key16;
  };
}

/** The state after the key's own block. */
function padded(key: Uint8Array, pad: number): Int32Array {
  const bytes = new Uint8Array(BLOCK).fill(pad);
  for (let at = 0; at < key.length; at += 1) bytes[at] = (key[at] as number) ^ pad;
  const state = Int32Array.from(INITIAL);
  const block = new Int32Array(16);
  load(block, bytes, 0);
  compress(state, block);
  return state;
}

function load(block: Int32Array, bytes: Uint8Array, from: number): void {
  for (let word = 0, at = from; word < 16; word += 1, at += 4) {
    block[word] =
      ((bytes[at] as number) << 24) | ((bytes[at + 1] as number) << 16) | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number);
  }
}

/** The rest of the inner message, after the `before` bytes that are compressed already, with SHA-256's padding. */
function absorb(state: Int32Array, block: Int32Array, message: Uint8Array, length: number, before: number): void {
  let from = 0;
  for (; from + BLOCK <= length; from += BLOCK) {
    load(block, message, from);
    compress(state, block);
  }
  block.fill(0);
  for (let at = from; at < length; at += 1) {
    const left = at - from;
    block[left >> 2] = (block[left >> 2] as number) | ((message[at] as number) << (24 - (left & 3) * 8));
  }
  const left = length - from;
  block[left >> 2] = (block[left >> 2] as number) | (0x80 << (24 - (left & 3) * 8));
  if (left >= BLOCK - 8) {
    compress(state, block);
    block.fill(0);
  }
  const bits = (before + length) * 8;
  block[14] = Math.floor(bits / 0x100000000);
  block[15] = bits | 0;
  compress(state, block);
}
