import { bitKernel, WORDS_A_TURN } from './bit-kernel.ts';
import { gallop } from './phrase.ts';

/** One word of bits in so many pieces: lists denser than that are smaller as bits than as numbers. */
const DENSE = 32;
const ALL_BITS = 0xffffffff;
/** Copying bits for the kernel takes as long as it gains by one probe for so many words. */
const PROBES_TO_COPY = 10;

/** Memory for filters beside lists; taken when a list is first probed. */
export interface FilterBudget {
  left: number;
}

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
  #filter: Int32Array | null = null;
  /** Whether the filter holds all bits of a piece, so that what passes need not be looked up. */
  isExact = false;
  /** Whether it is resident beyond the batch that asked for it. */
  isKept = false;
  readonly #allWords: number;
  readonly #budget: FilterBudget;

  constructor(pieces: Uint32Array, size: number, budget: FilterBudget) {
    this.count = pieces.length;
    this.#budget = budget;
    this.#allWords = WORDS_A_TURN * Math.ceil(size / (32 * WORDS_A_TURN));
    const isDense = pieces.length * DENSE >= size && size > 0;
    this.pieces = isDense ? null : pieces;
    this.bits = isDense ? bitsOf(pieces, this.#allWords, ALL_BITS) : null;
  }

  /** Its memory while it is resident, without a filter that was added later. */
  get bytes(): number {
    return this.bits === null ? 4 * this.count : this.bits.byteLength;
  }

  /** Words of bits, a power of two of them, addressed by the low bits of a piece, or one for each piece; null where the budget is spent. */
  filter(): Int32Array | null {
    if (this.#filter !== null || this.pieces === null || this.count === 0) return this.#filter;
    const low = 1 << (32 - Math.clz32(this.count - 1));
    this.isExact = this.#allWords <= 4 * low;
    const words = this.isExact ? this.#allWords : low;
    if (this.#budget.left < 4 * words) return null;
    this.#budget.left -= 4 * words;
    this.#filter = bitsOf(this.pieces, words, this.isExact ? ALL_BITS : 32 * words - 1);
    return this.#filter;
  }

  /** Gives the filter back to the budget, when the list is dropped. */
  release(): void {
    this.#budget.left += this.#filter?.byteLength ?? 0;
    this.#filter = null;
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

function bitsOf(pieces: Uint32Array, words: number, mask: number): Int32Array {
  const bits = new Int32Array(words);
  for (let at = 0; at < pieces.length; at += 1) {
    const place = ((pieces[at] as number) & mask) >>> 0;
    bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31));
  }
  return bits;
}

/** How many pieces two lists share: bits against bits, numbers against bits or a filter, or numbers against numbers. */
export function countBoth(x: PieceList, y: PieceList): number {
  const few = x.count <= y.count ? x : y;
  const many = few === x ? y : x;
  if (few.count === 0) return 0;
  if (few.pieces === null) return bitKernel().common(x.bits as Int32Array, y.bits as Int32Array);
  if (many.bits !== null) return countProbed(few.pieces, many.bits);
  const pieces = many.pieces as Uint32Array;
  const filter = many.filter();
  if (filter !== null) return many.isExact ? countProbed(few.pieces, filter) : countFiltered(few.pieces, filter, pieces);
  return pieces.length > 16 * few.count ? countGalloped(few.pieces, pieces) : countMerged(few.pieces, pieces);
}

function countProbed(pieces: Uint32Array, bits: Int32Array): number {
  if (pieces.length * PROBES_TO_COPY >= bits.length) return bitKernel().probed(pieces, bits);
  let both = 0;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as number;
    both += ((bits[piece >>> 5] as number) >>> (piece & 31)) & 1;
  }
  return both;
}

/** Few pieces pass the filter by chance, at most one in 32; those that pass are looked up. */
function countFiltered(few: Uint32Array, filter: Int32Array, many: Uint32Array): number {
  const mask = filter.length - 1;
  let both = 0;
  let from = 0;
  for (let at = 0; at < few.length; at += 1) {
    const piece = few[at] as number;
    if ((((filter[(piece >>> 5) & mask] as number) >>> (piece & 31)) & 1) === 0) continue;
    from = gallop(many, piece, from);
    if (many[from] === piece) both += 1;
  }
  return both;
}

function countMerged(x: Uint32Array, y: Uint32Array): number {
  let both = 0;
  let i = 0;
  let j = 0;
  while (i < x.length && j < y.length) {
    const a = x[i] as number;
    const b = y[j] as number;
    if (a === b) both += 1;
    // Without a branch on which is smaller, which no processor can foresee.
    i += a <= b ? 1 : 0;
    j += b <= a ? 1 : 0;
  }
  return both;
}

function countGalloped(few: Uint32Array, many: Uint32Array): number {
  let both = 0;
  let at = 0;
  for (let index = 0; index < few.length; index += 1) {
    at = gallop(many, few[index] as number, at);
    if (at === many.length) break;
    if (many[at] === few[index]) both += 1;
  }
  return both;
}
