/** A list with at least one piece in 32 is smaller as bits than as numbers. */
const DENSE = 32;
/** Bits of the marked pieces of one list, their low bits where a corpus has more: the processor's cache holds them. Zero between uses. */
const MARKS = new Int32Array(1 << 16);
const LAST = MARKS.length - 1;

/** The pieces of one term: sorted numbers, or bits if it is dense. */
export class PieceList {
  readonly count: number;
  /** Number of pieces in the corpus. */
  readonly size: number;
  /** Null for a dense list: then there are bits. */
  readonly pieces: Uint32Array | null;
  /** Null for a list of numbers. */
  readonly bits: Int32Array | null;

  constructor(pieces: Uint32Array, size: number) {
    this.count = pieces.length;
    this.size = size;
    const isDense = pieces.length * DENSE >= size && size > 0;
    this.pieces = isDense ? null : pieces;
    this.bits = isDense ? bitsOf(pieces, Math.ceil(size / 32)) : null;
  }

  /** Bytes of memory, without a filter. */
  get bytes(): number {
    return this.bits === null ? 4 * this.count : this.bits.byteLength;
  }

  /** Sorted piece numbers; computed on each call if the list is kept as bits. */
  toPieces(): Uint32Array {
    if (this.bits === null) return this.pieces as Uint32Array;
    return piecesOf(this.bits, this.count);
  }
}

function piecesOf(bits: Int32Array, count: number): Uint32Array {
  const pieces = new Uint32Array(count);
  let put = 0;
  for (let word = 0; word < bits.length; word += 1) {
    for (let rest = bits[word]; rest !== 0; rest &= rest - 1) {
      pieces[put] = 32 * word + 31 - Math.clz32(rest & -rest);
      put += 1;
    }
  }
  return pieces;
}

function bitsOf(pieces: Uint32Array, words: number): Int32Array {
  const bits = new Int32Array(words);
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    bits[piece >>> 5] |= 1 << (piece & 31);
  }
  return bits;
}

/** Number of pieces that two lists share. */
export function countBoth(x: PieceList, y: PieceList): number {
  const few = x.count <= y.count ? x : y;
  const many = few === x ? y : x;
  if (few.count === 0) return 0;
  // If the shorter list has bits, the longer one has.
  if (few.pieces === null) return commonBits(few.bits as Int32Array, many.bits as Int32Array);
  return many.pieces === null ? probed(few.pieces, many.bits as Int32Array) : searched(few.pieces, many.pieces);
}

/** A list whose pieces are marked. One at a time. */
type Marked = Uint32Array;

/** Whether marking a list takes fewer steps than searching it for this many pieces of shorter ones. */
export const paysToMark = ({ pieces, count }: PieceList, sought: number): boolean =>
  pieces !== null && 2 * count < sought * (31 - Math.clz32(count | 1));

export function mark({ pieces }: PieceList): Marked {
  const marked = pieces as Uint32Array;
  for (let at = 0; at < marked.length; at += 1) {
    const piece = marked[at];
    MARKS[(piece >>> 5) & LAST] |= 1 << (piece & 31);
  }
  return marked;
}

export function unmark(marked: Marked): void {
  for (let at = 0; at < marked.length; at += 1) MARKS[(marked[at] >>> 5) & LAST] = 0;
}

/** Number of pieces that a shorter list shares with the marked one. */
export const countMarked = ({ pieces, size }: PieceList, marked: Marked): number =>
  size <= 32 * MARKS.length ? probed(pieces as Uint32Array, MARKS) : sieved(pieces as Uint32Array, marked);

/** Carry-save addition (Harley and Seal): carries of four words are added up, so that bits are counted in one word of four. */
function commonBits(x: Int32Array, y: Int32Array): number {
  let [fours, twos, ones] = [0, 0, 0];
  let at = 0;
  for (; at + 4 <= x.length; at += 4) {
    const a = x[at] & y[at];
    const b = x[at + 1] & y[at + 1];
    const c = x[at + 2] & y[at + 2];
    const d = x[at + 3] & y[at + 3];
    const one = ones ^ a;
    const carried = (ones & a) | (one & b);
    const two = one ^ b;
    const three = two ^ c;
    const carriedAgain = (two & c) | (three & d);
    ones = three ^ d;
    const either = twos ^ carried;
    fours += bitsIn((twos & carried) | (either & carriedAgain));
    twos = either ^ carriedAgain;
  }
  let count = 4 * fours + 2 * bitsIn(twos) + bitsIn(ones);
  for (; at < x.length; at += 1) count += bitsIn(x[at] & y[at]);
  return count;
}

/** Sums of two bits, of four, of eight; the product adds up the bytes. */
function bitsIn(word: number): number {
  const twos = word - ((word >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function probed(pieces: Uint32Array, bits: Int32Array): number {
  let count = 0;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    count += (bits[piece >>> 5] >>> (piece & 31)) & 1;
  }
  return count;
}

/** Looks up what is marked by its low bits. */
function sieved(pieces: Uint32Array, others: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if ((MARKS[(piece >>> 5) & LAST] >>> (piece & 31)) & 1) count += has(others, piece);
  }
  return count;
}

function searched(pieces: Uint32Array, others: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < pieces.length; at += 1) count += has(others, pieces[at]);
  return count;
}

/** 1 or 0. Binary search without branches: the number of steps depends on the length alone. */
function has(sorted: Uint32Array, wanted: number): number {
  let from = 0;
  for (let left = sorted.length; left > 1; ) {
    const half = left >>> 1;
    if (sorted[from + half] <= wanted) from += half;
    left -= half;
  }
  return sorted[from] === wanted ? 1 : 0;
}
