import { gallop } from './phrase.ts';

/** One word of bits in so many pieces: lists denser than that are smaller as bits than as numbers. */
const DENSE = 32;
/** From this share on, a list is worth a set of bits beside its numbers, if the memory for them is there. */
const PROBED = 512;

/** Memory for sets of bits beside lists; taken when a list is first probed. */
export interface BitBudget {
  left: number;
}

/** The pieces of one term, decoded: as sorted numbers, or as bits where it holds many of all pieces. */
export class PieceList {
  readonly count: number;
  /** Null for a dense list: then there are bits. */
  readonly pieces: Uint32Array | null;
  #bits: Int32Array | null = null;
  readonly #size: number;
  readonly #budget: BitBudget;

  constructor(pieces: Uint32Array, size: number, budget: BitBudget) {
    this.count = pieces.length;
    this.#size = size;
    this.#budget = budget;
    const isDense = pieces.length * DENSE >= size && size > 0;
    this.pieces = isDense ? null : pieces;
    if (isDense) this.#bits = toBits(pieces, size);
  }

  /** Its memory while it is resident, without bits that were added later. */
  get bytes(): number {
    return this.pieces === null ? this.#size / 8 : 4 * this.count;
  }

  /** Bits to probe, if the list is long enough to deserve them and the budget allows. */
  bits(): Int32Array | null {
    if (this.#bits !== null || this.pieces === null || this.count * PROBED < this.#size) return this.#bits;
    const cost = this.#size / 8;
    if (this.#budget.left < cost) return null;
    this.#budget.left -= cost;
    this.#bits = toBits(this.pieces, this.#size);
    return this.#bits;
  }

  /** Gives added bits back to the budget, when the list is dropped. */
  release(): void {
    if (this.pieces === null || this.#bits === null) return;
    this.#budget.left += this.#size / 8;
    this.#bits = null;
  }

  /** Calls with each piece in order. */
  forEach(visit: (piece: number) => void): void {
    if (this.pieces !== null) {
      for (let at = 0; at < this.pieces.length; at += 1) visit(this.pieces[at] as number);
      return;
    }
    const bits = this.#bits as Int32Array;
    for (let word = 0; word < bits.length; word += 1) {
      for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1) visit(32 * word + 31 - Math.clz32(rest & -rest));
    }
  }
}

function toBits(pieces: Uint32Array, size: number): Int32Array {
  const bits = new Int32Array((size + 31) >>> 5);
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as number;
    bits[piece >>> 5] = (bits[piece >>> 5] as number) | (1 << (piece & 31));
  }
  return bits;
}

/** How many pieces two lists share: bits against bits, numbers against bits, or numbers against numbers, whichever is least work. */
export function countBoth(x: PieceList, y: PieceList): number {
  const [few, many] = x.count <= y.count ? [x, y] : [y, x];
  const manyBits = many.bits();
  if (few.pieces === null) return manyBits === null ? 0 : countCommonBits(few.bits() as Int32Array, manyBits);
  if (manyBits !== null) {
    const fewBits = few.count > manyBits.length ? few.bits() : null;
    return fewBits === null ? countProbed(few.pieces, manyBits) : countCommonBits(fewBits, manyBits);
  }
  const pieces = many.pieces as Uint32Array;
  return pieces.length > 16 * few.count ? countGalloped(few.pieces, pieces) : countMerged(few.pieces, pieces);
}

export function countProbed(pieces: Uint32Array, bits: Int32Array): number {
  let both = 0;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as number;
    both += ((bits[piece >>> 5] as number) >>> (piece & 31)) & 1;
  }
  return both;
}

/** Set bits are added up byte by byte within a word, 31 words at a time, before a byte can overflow. */
export function countCommonBits(x: Int32Array, y: Int32Array): number {
  let both = 0;
  for (let from = 0; from < x.length; ) {
    const to = Math.min(x.length, from + 31);
    let sums = 0;
    for (; from < to; from += 1) {
      let word = (x[from] as number) & (y[from] as number);
      word -= (word >>> 1) & 0x55555555;
      word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
      sums += (word + (word >>> 4)) & 0x0f0f0f0f;
    }
    both += (sums & 255) + ((sums >>> 8) & 255) + ((sums >>> 16) & 255) + (sums >>> 24);
  }
  return both;
}

export function countMerged(x: Uint32Array, y: Uint32Array): number {
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

export function countGalloped(few: Uint32Array, many: Uint32Array): number {
  let both = 0;
  let at = 0;
  for (let index = 0; index < few.length; index += 1) {
    at = gallop(many, few[index] as number, at);
    if (at === many.length) break;
    if (many[at] === few[index]) both += 1;
  }
  return both;
}
