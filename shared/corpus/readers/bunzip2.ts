import { joined } from '../../core/format/columns.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { BitReader } from './bzip2/bit-reader.ts';
import { decodeBlock } from './bzip2/block.ts';

/*
 * A bzip2 decoder of our own (reasons in docs/adr/dependencies.md). Blocks are decoded one at a time, on demand: a block of zeros unfolds to 46 MB,
 * and a small file may hold thousands. Streams that follow each other in one file (multistream dumps, pbzip2) are one text.
 */

const BLOCK = 0x314159265359;
const END = 0x177245385090;
/** Upper bound on a compressed block: 900,000 symbols of at most 20 bits, and the tables. */
const LONGEST_BLOCK = 2_400_000;

// CRC-32 with the high bit first: bzip2 differs from gzip here.
const CRC = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});

/** Decodes bzip2 as the bytes come in. */
export class Bunzip2 {
  readonly #file: string;
  #input: Uint8Array = new Uint8Array(0);
  /** Bytes of the file before `#input`. */
  #passed = 0;
  /** Bits of the first byte that belong to the previous block. */
  #bitsDone = 0;
  #streamCrc = 0;
  #level = 0;
  #streams = 0;
  #inStream = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Yields the complete blocks. The caller takes all of them before the next call. */
  *push(bytes: Uint8Array): Generator<Uint8Array> {
    this.#input = joined(Uint8Array, [this.#input, bytes]);
    // A block may reach beyond the bytes that are here.
    while (this.#input.length >= LONGEST_BLOCK) yield* this.#next();
  }

  *end(): Generator<Uint8Array> {
    while (this.#input.length > 0) yield* this.#next();
    if (this.#inStream || this.#streams === 0) throw this.#bad('it was cut off');
  }

  /** A block, or nothing at the beginning and the end of a stream. */
  #next(): readonly Uint8Array[] {
    try {
      const block = this.#inStream ? this.#decodeBlock() : this.#beginStream();
      return block === null ? [] : [block];
    } catch (error) {
      if (error instanceof RangeError) throw this.#bad(error.message);
      throw error;
    }
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
    bits.read(this.#bitsDone);
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

function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (let at = 0; at < bytes.length; at += 1) crc = (crc << 8) ^ CRC[(crc >>> 24) ^ bytes[at]];
  return ~crc;
}
