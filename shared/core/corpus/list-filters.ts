/** All bits are taken for a filter where that is at most so many times as much. */
const EXACT_TIMES = 4;
/** Bytes of filters that are held. */
const BOUND = 64 << 20;

/** A set of the low bits of a list's pieces, 32 to 64 bits for each, small enough to stay near the processor; or of all their bits. */
interface ListFilter {
  /** As many words as a power of two, or one for each 32 pieces. */
  readonly bits: Int32Array;
  /** What passes need not be looked up. */
  readonly isExact: boolean;
}

let held = new WeakMap<Uint32Array, ListFilter>();
let bytes = 0;

/** The filter of a sorted list of some of so many pieces, made when it is first asked for; when there are too many, all are let go. */
export function filterOf(pieces: Uint32Array, size: number): ListFilter {
  const known = held.get(pieces);
  if (known !== undefined) return known;
  const low = 1 << (32 - Math.clz32(Math.max(0, pieces.length - 1)));
  const all = Math.ceil(size / 32);
  const isExact = all <= EXACT_TIMES * low;
  const bits = new Int32Array(isExact ? all : low);
  const mask = isExact ? -1 : low - 1;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as number;
    const word = (piece >>> 5) & mask;
    bits[word] = (bits[word] as number) | (1 << (piece & 31));
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
