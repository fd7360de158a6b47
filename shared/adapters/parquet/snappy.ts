import type { Bytes } from './hybrid.ts';

// The same compression as hyparquet-writer's (after the reference implementation), byte for byte, which a test holds it to. There every byte
// goes through a call that looks for room; here room is made once, since what comes out has a bound: a third of the time.

const MOST_BITS = 14;
const FARTHEST = 0xffff;
/** The last bytes are not looked up: four at a time are read. */
const MARGIN = 15;

const TABLE = new Uint32Array(1 << MOST_BITS);

/** Appends the input, compressed. */
export function snappy(into: Bytes, input: Uint8Array): void {
  into.varint(input.length);
  const out = into.reserve(32 + input.length + Math.ceil(input.length / 6));
  let at = into.length;
  const size = input.length;
  let bits = 1;
  while (1 << bits <= size && bits <= MOST_BITS) bits += 1;
  bits -= 1;
  const shift = 32 - bits;
  const table = TABLE.subarray(0, 1 << bits).fill(0);
  const last = size - MARGIN;
  /** From here on nothing has been written yet. */
  let unwritten = 0;
  let place = 1;
  let word = size < MARGIN ? 0 : wordAt(input, 1);
  search: while (size >= MARGIN) {
    // The longer nothing is found, the longer the steps.
    let skip = 32;
    let next = place;
    let candidate = 0;
    for (;;) {
      place = next;
      const here = word;
      next = place + (skip >>> 5);
      skip += 1;
      if (place > last) break search;
      word = wordAt(input, next);
      const slot = Math.imul(here, PRIME) >>> shift;
      candidate = table[slot] as number;
      table[slot] = place;
      if (place - candidate <= FARTHEST && here === wordAt(input, candidate)) break;
    }
    at = literal(out, at, input, unwritten, place);
    for (;;) {
      const start = place;
      const offset = start - candidate;
      place += 4;
      while (place < size && input[place] === input[place - offset]) place += 1;
      at = copy(out, at, offset, place - start);
      unwritten = place;
      if (place >= last) break search;
      table[Math.imul(wordAt(input, place - 1), PRIME) >>> shift] = place - 1;
      const here = wordAt(input, place);
      const slot = Math.imul(here, PRIME) >>> shift;
      candidate = table[slot] as number;
      table[slot] = place;
      if (place - candidate > FARTHEST || here !== wordAt(input, candidate)) break;
    }
    place += 1;
    word = wordAt(input, place);
  }
  if (unwritten < size) at = literal(out, at, input, unwritten, size);
  into.length = at;
}

const PRIME = 0x1e35a7bd;

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
}

function literal(out: Uint8Array, from: number, input: Uint8Array, start: number, end: number): number {
  let at = from;
  const length = end - start - 1;
  if (length < 60) out[at++] = length << 2;
  else {
    const bytes = length < 0x100 ? 1 : length < 0x10000 ? 2 : length < 0x1000000 ? 3 : 4;
    out[at++] = (59 + bytes) << 2;
    for (let byte = 0; byte < bytes; byte += 1) out[at++] = (length >>> (8 * byte)) & 0xff;
  }
  // Most are short: a loop costs less than a view of them.
  if (length < 32) for (let place = start; place < end; place += 1) out[at++] = input[place] as number;
  else {
    out.set(input.subarray(start, end), at);
    at += end - start;
  }
  return at;
}

function copy(out: Uint8Array, from: number, offset: number, length: number): number {
  let at = from;
  let left = length;
  for (; left >= 68; left -= 64) at = shortCopy(out, at, offset, 64);
  if (left > 64) {
    at = shortCopy(out, at, offset, 60);
    left -= 60;
  }
  return shortCopy(out, at, offset, left);
}

function shortCopy(out: Uint8Array, from: number, offset: number, length: number): number {
  let at = from;
  if (length < 12 && offset < 2048) {
    out[at++] = 1 + ((length - 4) << 2) + ((offset >>> 8) << 5);
    out[at++] = offset & 0xff;
  } else {
    out[at++] = 2 + ((length - 1) << 2);
    out[at++] = offset & 0xff;
    out[at++] = offset >>> 8;
  }
  return at;
}
