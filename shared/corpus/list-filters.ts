/** A filter has all bits of the list if they take at most this many times the memory of hashed bits. */
const EXACT_TIMES = 4;
/** Maximum bytes of all filters. */
const BOUND = 64 << 20;

/** Filter for a list's pieces, small enough for the processor's cache: the low bits of each, 32 to 64 bits a piece, or an exact bit set. */
interface ListFilter {
  /** Its length is a power of two, or one word for each 32 pieces of the corpus if it is exact. */
  readonly bits: Int32Array;
  /** A hit needs no look-up in the list. */
  readonly isExact: boolean;
}

let held = new WeakMap<Uint32Array, ListFilter>();
let bytes = 0;

/** Filter of a sorted list of pieces below `size`, made on first use. All filters are dropped when they exceed the bound. */
export function filterOf(pieces: Uint32Array, size: number): ListFilter {
  const known = held.get(pieces);
  if (known !== undefined) return known;
  const low = 1 << (32 - Math.clz32(Math.max(0, pieces.length - 1)));
  const all = Math.ceil(size / 32);
  const isExact = all <= EXACT_TIMES * low;
  const bits = new Int32Array(isExact ? all : low);
  const mask = isExact ? -1 : low - 1;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    const word = (piece >>> 5) & mask;
    bits[word] |= 1 << (piece & 31);
  }
  if (bytes + bits.byteLength > BOUND) {
    held = new WeakMap();
    bytes = 0;
  }
  bytes += bits.byteLength;
  const made = { bits, isExact };
  held.set(pieces, made);
  return made;
}
