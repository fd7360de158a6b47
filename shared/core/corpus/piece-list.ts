import { WORDS_A_TURN } from './list-kernel.ts';
import { listMemory } from './list-memory.ts';

/** One word of bits in so many pieces: lists denser than that are smaller as bits than as numbers. */
const DENSE = 32;
/** All bits are taken for a filter where that is at most so many times as much. */
const EXACT_TIMES = 4;
/** A list that is so many times as long as the other is searched: a filter for it would take longer to make. */
const TIMES_TO_SEARCH = 32;

/** All bits of two lists are compared as soon as one probe for so many words of them takes as long. */
const WORDS_TO_PROBE = 5;

/**
 * The pieces of one term, decoded: as sorted numbers, or as bits where it holds many of all pieces. A list of numbers that is
 * probed gets a filter: a set of the low bits of its pieces, 32 to 64 bits for each, small enough to stay near the processor.
 */
export class PieceList {
  readonly count: number;
  /** Null for a dense list: then there are bits. */
  readonly pieces: Uint32Array | null;
  /** Null for a list of numbers. */
  readonly bits: Int32Array | null;
  /** Words of its filter, a power of two; or one for each 32 pieces, and what passes need not be looked up. */
  readonly filterWords: number;
  readonly isExact: boolean;
  /** Where the kernel has it, its filter (0: nowhere) and the bits that the filter knows; true of one generation of `list-memory.ts`. */
  heldIn = 0;
  address = 0;
  filter = 0;
  filterMask = 0;

  constructor(pieces: Uint32Array, size: number) {
    this.count = pieces.length;
    const wordsOfAll = WORDS_A_TURN * Math.ceil(size / (32 * WORDS_A_TURN));
    const isDense = pieces.length * DENSE >= size && size > 0;
    this.pieces = isDense ? null : pieces;
    this.bits = isDense ? bitsOf(pieces, wordsOfAll) : null;
    const low = 1 << (32 - Math.clz32(Math.max(0, this.count - 1)));
    this.isExact = isDense || wordsOfAll <= EXACT_TIMES * low;
    this.filterWords = this.isExact ? wordsOfAll : low;
  }

  /** Its memory, without a filter. */
  get bytes(): number {
    return this.bits === null ? 4 * this.count : this.bits.byteLength;
  }

  /** The pieces as sorted numbers; made anew where the list is kept as bits. */
  toPieces(): Uint32Array {
    if (this.bits === null) return this.pieces as Uint32Array;
    return piecesOf(this.bits, this.count);
  }
}

function piecesOf(bits: Int32Array, count: number): Uint32Array {
  const pieces = new Uint32Array(count);
  let put = 0;
  for (let word = 0; word < bits.length; word += 1) {
    for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1) {
      pieces[put] = 32 * word + 31 - Math.clz32(rest & -rest);
      put += 1;
    }
  }
  return pieces;
}

function bitsOf(pieces: Uint32Array, words: number): Int32Array {
  const bits = new Int32Array(words);
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as number;
    bits[piece >>> 5] = (bits[piece >>> 5] as number) | (1 << (piece & 31));
  }
  return bits;
}

/** Where the kernel has a bit for each of all pieces; 0 is nowhere. */
const bitsOfAll = (list: PieceList): number => (list.bits !== null ? list.address : list.isExact ? list.filter : 0);

/** How many pieces two lists share: bits against bits, or numbers against bits, a filter, or numbers. */
export function countBoth(x: PieceList, y: PieceList): number {
  const few = x.count <= y.count ? x : y;
  const many = few === x ? y : x;
  if (few.count === 0) return 0;
  const memory = listMemory();
  const { run } = memory;
  memory.holdBoth(few, many, few.count * TIMES_TO_SEARCH >= many.count);
  const from = few.address;
  const end = from + few.bytes;
  const bits = bitsOfAll(many);
  if (bits !== 0) {
    const others = bitsOfAll(few);
    const isLong = few.pieces === null || few.count * WORDS_TO_PROBE > few.filterWords;
    return others !== 0 && isLong ? run.common(others, bits, others + 4 * few.filterWords) : run.probed(from, end, bits);
  }
  if (many.filter === 0) return run.searched(from, end, many.address, many.count);
  return run.searched(0, run.sieved(from, end, many.filter, many.filterMask, 0), many.address, many.count);
}
