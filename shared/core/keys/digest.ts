import { hexWords } from '../random/random.ts';
import { compress, INITIAL, loadBlock } from './sha256.ts';

/** SHA-256 of a stream, fed in chunks: the name of content, and the proof of each file in `_SUCCESS.json`. */
export interface Digest {
  update(bytes: Uint8Array): void;
  /** 64 hexadecimal digits. Ends the digest. */
  hex(): string;
}

const BLOCK = 64;

export function startDigest(): Digest {
  const state = Int32Array.from(INITIAL);
  const words = new Int32Array(16);
  const held = new Uint8Array(BLOCK);
  let filled = 0;
  let total = 0;

  const absorb = (bytes: Uint8Array, from: number): void => {
    loadBlock(words, bytes, from);
    compress(state, words);
  };
  const update = (bytes: Uint8Array): void => {
    let from = 0;
    total += bytes.length;
    if (filled > 0) {
      from = Math.min(BLOCK - filled, bytes.length);
      held.set(bytes.subarray(0, from), filled);
      filled += from;
      if (filled < BLOCK) return;
      absorb(held, 0);
    }
    for (; from + BLOCK <= bytes.length; from += BLOCK) absorb(bytes, from);
    held.set(bytes.subarray(from));
    filled = bytes.length - from;
  };
  return {
    update,
    hex() {
      const bits = total * 8;
      const padding = new Uint8Array(filled < BLOCK - 8 ? BLOCK - filled : 2 * BLOCK - filled);
      padding[0] = 0x80;
      const view = new DataView(padding.buffer);
      view.setUint32(padding.length - 8, Math.floor(bits / 0x100000000));
      view.setUint32(padding.length - 4, bits >>> 0);
      update(padding);
      return hexWords(state);
    },
  };
}

export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function digestText(text: string): string {
  const digest = startDigest();
  digest.update(new TextEncoder().encode(text));
  return digest.hex();
}
