import type { BitReader } from './bit-reader.ts';
import { readSymbol, readTable } from './huffman.ts';

/** Symbols that are coded by one table. */
const GROUP_SYMBOLS = 50;

/** A block behind its magic and checksum. `limit` is its size before runs are expanded. Throws RangeError if it is malformed. */
export function decodeBlock(bits: BitReader, limit: number): Uint8Array {
  if (bits.read(1) === 1) throw new RangeError('it is of the randomised kind that was given up in 1999');
  const origin = bits.read(24);
  const { symbols, length, counts } = decodeSymbols(bits, limit);
  if (origin >= length) throw new RangeError('a block points beyond itself');
  return expandRuns(symbols, invertTransform(symbols, length, counts, origin), length);
}

/** Undoes the Huffman code, the runs of zero and move-to-front; yields the last column of the sorted rotations. */
function decodeSymbols(bits: BitReader, limit: number): { symbols: Uint32Array; length: number; counts: Uint32Array } {
  const used = usedBytes(bits);
  const groups = bits.read(3);
  const selectorCount = bits.read(15);
  if (groups < 2 || groups > 6 || selectorCount === 0 || used.length === 0) throw new RangeError('the tables of a block are wrong');
  const selectors = readSelectors(bits, groups, selectorCount);
  const tables = Array.from({ length: groups }, () => readTable(bits, used.length + 2));
  const front = Uint8Array.from(used);
  const symbols = new Uint32Array(limit);
  const counts = new Uint32Array(256);
  const endOfBlock = used.length + 1;
  let length = 0;
  let run = 0;
  let weight = 1;
  for (let group = 0; ; group += 1) {
    const table = tables[selectors[group]];
    if (table === undefined) throw new RangeError('a block has more symbols than it says');
    for (let index = 0; index < GROUP_SYMBOLS; index += 1) {
      const symbol = readSymbol(bits, table);
      if (symbol <= 1) {
        // Runs of the front byte, in bijective base 2.
        run += weight << symbol;
        weight *= 2;
        if (run > limit) throw new RangeError('a block is longer than it may be');
        continue;
      }
      if (run > 0) {
        const byte = front[0];
        if (length + run > limit) throw new RangeError('a block is longer than it may be');
        symbols.fill(byte, length, length + run);
        counts[byte] += run;
        length += run;
        run = 0;
        weight = 1;
      }
      if (symbol === endOfBlock) return { symbols, length, counts };
      if (length === limit) throw new RangeError('a block is longer than it may be');
      const byte = front[symbol - 1];
      front.copyWithin(1, 0, symbol - 1);
      front[0] = byte;
      symbols[length] = byte;
      counts[byte] += 1;
      length += 1;
    }
  }
}

function usedBytes(bits: BitReader): number[] {
  const rows = bits.read(16);
  const used: number[] = [];
  for (let row = 0; row < 16; row += 1) {
    if (((rows >>> (15 - row)) & 1) === 0) continue;
    const columns = bits.read(16);
    for (let column = 0; column < 16; column += 1) if ((columns >>> (15 - column)) & 1) used.push(16 * row + column);
  }
  return used;
}

function readSelectors(bits: BitReader, groups: number, count: number): Uint8Array {
  const order = Array.from({ length: groups }, (_, group) => group);
  const selectors = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    let place = 0;
    while (bits.read(1) === 1) {
      place += 1;
      if (place >= groups) throw new RangeError('the tables of a block are wrong');
    }
    const [group] = order.splice(place, 1) as [number];
    order.unshift(group);
    selectors[index] = group;
  }
  return selectors;
}

/** Links each row to the next in the high bits of `symbols`; returns the first row. */
function invertTransform(symbols: Uint32Array, length: number, counts: Uint32Array, origin: number): number {
  const next = new Uint32Array(256);
  let total = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    next[byte] = total;
    total += counts[byte];
  }
  for (let row = 0; row < length; row += 1) {
    const byte = symbols[row] & 255;
    const place = next[byte];
    symbols[place] = (symbols[place] | (row << 8)) >>> 0;
    next[byte] = place + 1;
  }
  return symbols[origin] >>> 8;
}

/** Follows the links and expands runs: four equal bytes are followed by the number of further ones. */
function expandRuns(symbols: Uint32Array, start: number, length: number): Uint8Array {
  let out = new Uint8Array(2 * length + 256);
  let size = 0;
  let row = start;
  let last = -1;
  let same = 0;
  for (let index = 0; index < length; index += 1) {
    const entry = symbols[row];
    const byte = entry & 255;
    row = entry >>> 8;
    if (size + 256 > out.length) {
      const grown = new Uint8Array(2 * out.length);
      grown.set(out);
      out = grown;
    }
    if (same === 4) {
      out.fill(last, size, size + byte);
      size += byte;
      same = 0;
      last = -1;
      continue;
    }
    same = byte === last ? same + 1 : 1;
    last = byte;
    out[size] = byte;
    size += 1;
  }
  return out.subarray(0, size);
}
