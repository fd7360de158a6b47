import { BadInput } from '../../model/bad-input.ts';

/*
 * A decoder of bzip2. The kept libraries for it are either unmaintained or decode whole files into memory; the format has not
 * changed since 1997. Blocks are decoded one at a time, so memory is bounded by the block size (at most 900,000 bytes, four words
 * each); streams that follow each other in one file (multistream dumps, pbzip2) are one text.
 */

const BLOCK = 0x314159265359;
const END = 0x177245385090;
/** No block takes more compressed bytes: 900,000 symbols of at most 20 bits, the tables, and room to spare. */
const LONGEST_BLOCK = 2_400_000;
const GROUP_SYMBOLS = 50;
const LONGEST_CODE = 20;

// CRC-32 with the high bit first, as bzip2 has it: not the one of gzip.
const CRC = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});

class BitReader {
  readonly bytes: Uint8Array;
  #at: number;
  #held = 0;
  #bits = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#at = 0;
  }

  /** Up to 24 bits. */
  read(count: number): number {
    while (this.#bits < count) {
      if (this.#at >= this.bytes.length) throw new RangeError('the data ends in the middle of a block');
      this.#held = (this.#held << 8) | (this.bytes[this.#at] as number);
      this.#at += 1;
      this.#bits += 8;
    }
    this.#bits -= count;
    const value = (this.#held >>> this.#bits) & ((1 << count) - 1);
    return value;
  }

  read48(): number {
    return this.read(24) * 0x1000000 + this.read(24);
  }

  alignToByte(): void {
    this.#bits -= this.#bits % 8;
  }

  /** Bytes of which every bit was read. */
  get wholeBytes(): number {
    return this.#at - Math.ceil(this.#bits / 8);
  }

  get bitsLeftInByte(): number {
    return this.#bits % 8;
  }

  skip(bits: number): void {
    this.read(bits);
  }
}

/** Decodes bzip2 as the bytes come in. */
export class Bunzip2 {
  readonly #file: string;
  #input = new Uint8Array(0);
  /** Bytes of the file before it. */
  #passed = 0;
  /** Bits of the first byte that belong to the block before. */
  #bitsDone = 0;
  #streamCrc = 0;
  #level = 0;
  #streams = 0;
  #inStream = false;

  constructor(file: string) {
    this.#file = file;
  }

  push(bytes: Uint8Array): Uint8Array[] {
    this.#input = joined(this.#input, bytes);
    // A block that may reach beyond what is here waits for more.
    return this.#decodeWhile(() => this.#input.length >= LONGEST_BLOCK);
  }

  end(): Uint8Array[] {
    const decoded = this.#decodeWhile(() => this.#input.length > 0);
    if (this.#inStream || this.#streams === 0) throw this.#bad('it was cut off');
    return decoded;
  }

  #decodeWhile(more: () => boolean): Uint8Array[] {
    const decoded: Uint8Array[] = [];
    try {
      while (more()) {
        const block = this.#inStream ? this.#decodeBlock() : this.#beginStream();
        if (block !== null) decoded.push(block);
      }
    } catch (error) {
      if (error instanceof RangeError) throw this.#bad(error.message);
      throw error;
    }
    return decoded;
  }

  #beginStream(): null {
    const [b, z, h, level = 0] = this.#input;
    if (b !== 0x42 || z !== 0x5a || h !== 0x68 || level < 0x31 || level > 0x39) {
      throw this.#bad(this.#streams === 0 ? 'it does not begin like one' : 'something else follows its end');
    }
    this.#level = level - 0x30;
    this.#input = this.#input.subarray(4);
    this.#passed += 4;
    this.#inStream = true;
    this.#streamCrc = 0;
    this.#streams += 1;
    return null;
  }

  /** The next block, or null at the end of a stream. */
  #decodeBlock(): Uint8Array | null {
    const bits = new BitReader(this.#input);
    bits.skip(this.#bitsDone);
    const magic = bits.read48();
    const crc = (bits.read(16) << 16) | bits.read(16);
    if (magic === END) {
      if (crc !== this.#streamCrc) throw new RangeError('its checksum is wrong');
      bits.alignToByte();
      this.#inStream = false;
      this.#consume(bits);
      return null;
    }
    if (magic !== BLOCK) throw new RangeError('a block does not begin like one');
    const block = decodeBlock(bits, 100_000 * this.#level);
    if (crcOf(block) !== crc) throw new RangeError('the checksum of a block is wrong');
    this.#streamCrc = ((this.#streamCrc << 1) | (this.#streamCrc >>> 31)) ^ crc;
    this.#consume(bits);
    return block;
  }

  #consume(bits: BitReader): void {
    this.#bitsDone = (8 - bits.bitsLeftInByte) % 8;
    this.#input = this.#input.subarray(bits.wholeBytes);
    this.#passed += bits.wholeBytes;
  }

  #bad(why: string): BadInput {
    return new BadInput(`this is not a whole bzip2 file: ${why} (from byte ${this.#passed} on)`, { file: this.#file });
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(head.length + tail.length);
  both.set(head);
  both.set(tail, head.length);
  return both;
}

function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (let at = 0; at < bytes.length; at += 1) crc = (crc << 8) ^ (CRC[(crc >>> 24) ^ (bytes[at] as number)] as number);
  return ~crc;
}

function decodeBlock(bits: BitReader, limit: number): Uint8Array {
  if (bits.read(1) === 1) throw new RangeError('it is of the randomised kind that was given up in 1999');
  const origin = bits.read(24);
  const { symbols, length, counts } = decodeSymbols(bits, limit);
  if (origin >= length) throw new RangeError('a block points beyond itself');
  return expandRuns(symbols, invertTransform(symbols, length, counts, origin), length);
}

/** Huffman codes, runs of zero and move-to-front: back to the last column of the sorted rotations. */
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
    const table = tables[selectors[group] as number];
    if (table === undefined) throw new RangeError('a block has more symbols than it says');
    for (let index = 0; index < GROUP_SYMBOLS; index += 1) {
      const symbol = readSymbol(bits, table);
      if (symbol <= 1) {
        // Runs of the front byte, in a number system with the digits 1 and 2.
        run += weight << symbol;
        weight *= 2;
        if (run > limit) throw new RangeError('a block is longer than it may be');
        continue;
      }
      if (run > 0) {
        const byte = front[0] as number;
        if (length + run > limit) throw new RangeError('a block is longer than it may be');
        symbols.fill(byte, length, length + run);
        counts[byte] = (counts[byte] as number) + run;
        length += run;
        run = 0;
        weight = 1;
      }
      if (symbol === endOfBlock) return { symbols, length, counts };
      if (length === limit) throw new RangeError('a block is longer than it may be');
      const byte = front[symbol - 1] as number;
      front.copyWithin(1, 0, symbol - 1);
      front[0] = byte;
      symbols[length] = byte;
      counts[byte] = (counts[byte] as number) + 1;
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

interface CodeTable {
  /** By length of code: the greatest code of it, and what to take from a code for its place in `symbols`. */
  readonly limits: Int32Array;
  readonly bases: Int32Array;
  readonly symbols: Uint16Array;
  readonly shortest: number;
}

function readTable(bits: BitReader, size: number): CodeTable {
  const lengths = new Uint8Array(size);
  let length = bits.read(5);
  for (let symbol = 0; symbol < size; symbol += 1) {
    while (bits.read(1) === 1) length += bits.read(1) === 0 ? 1 : -1;
    if (length < 1 || length > LONGEST_CODE) throw new RangeError('the tables of a block are wrong');
    lengths[symbol] = length;
  }
  const limits = new Int32Array(LONGEST_CODE + 2).fill(-1);
  const bases = new Int32Array(LONGEST_CODE + 2);
  const symbols = new Uint16Array(size);
  let code = 0;
  let place = 0;
  for (let bitsOfCode = 1; bitsOfCode <= LONGEST_CODE; bitsOfCode += 1) {
    bases[bitsOfCode] = code - place;
    for (let symbol = 0; symbol < size; symbol += 1) {
      if (lengths[symbol] !== bitsOfCode) continue;
      symbols[place] = symbol;
      place += 1;
      code += 1;
    }
    limits[bitsOfCode] = code - 1;
    code *= 2;
  }
  return { limits, bases, symbols, shortest: Math.min(...lengths) };
}

function readSymbol(bits: BitReader, { limits, bases, symbols, shortest }: CodeTable): number {
  let code = bits.read(shortest);
  for (let length = shortest; length <= LONGEST_CODE; length += 1) {
    if (code <= (limits[length] as number)) {
      const place = code - (bases[length] as number);
      if (place >= 0 && place < symbols.length) return symbols[place] as number;
    }
    code = code * 2 + bits.read(1);
  }
  throw new RangeError('a code that stands for nothing');
}

/** Links each row to the next in the high bits of `symbols`; answers where to begin. */
function invertTransform(symbols: Uint32Array, length: number, counts: Uint32Array, origin: number): number {
  const next = new Uint32Array(256);
  let total = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    next[byte] = total;
    total += counts[byte] as number;
  }
  for (let row = 0; row < length; row += 1) {
    const byte = (symbols[row] as number) & 255;
    const place = next[byte] as number;
    symbols[place] = ((symbols[place] as number) | (row << 8)) >>> 0;
    next[byte] = place + 1;
  }
  return (symbols[origin] as number) >>> 8;
}

/** Follows the links, and writes four equal bytes and a count as so many more of them. */
function expandRuns(symbols: Uint32Array, start: number, length: number): Uint8Array {
  let out = new Uint8Array(2 * length + 256);
  let size = 0;
  let row = start;
  let last = -1;
  let same = 0;
  for (let index = 0; index < length; index += 1) {
    const entry = symbols[row] as number;
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
