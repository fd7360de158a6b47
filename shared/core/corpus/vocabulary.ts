/**
 * Numbers tokens by their UTF-8 bytes in the order of their first appearance. Open addressing over one arena of bytes:
 * a `Map` of strings would cost a string a token, which is most of the time of a build.
 */
export class Vocabulary {
  size = 0;
  /**
   * For each token its id, its bytes and END: what a look-up touches lies together, and most of its time is waiting for memory.
   */
  bytes: Uint8Array = new Uint8Array(1 << 16);
  /** Where what belongs to each id begins. */
  starts: Uint32Array = new Uint32Array(1 << 12);
  /** Slots of two words: the hash, and the place of the token in `bytes` (0 is empty). Kept at most half full. */
  #slots = new Uint32Array(1 << 14);

  /** Forgets all tokens. What they took is kept for the next: arrays of this size would wait long for the garbage collector. */
  clear(): void {
    this.size = 0;
    this.#slots.fill(0);
  }

  /** The id of the token `text[start, end)`, given its hash by `hashByte` over each byte. */
  idOf(text: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 2;
    const wanted = hash >>> 0;
    for (let slot = spread(hash) & mask; ; slot = (slot + 2) & mask) {
      const place = slots[slot + 1] as number;
      if (place === 0) return this.#add(text, start, end, wanted, slot);
      if (slots[slot] === wanted && this.#holds(place, text, start, end)) return idAt(this.bytes, place);
    }
  }

  startOf(id: number): number {
    return (this.starts[id] as number) + BEFORE;
  }

  endOf(id: number): number {
    return (this.starts[id + 1] as number) - 1;
  }

  /** Ids in the byte order of their tokens, which is the order of the dictionary. */
  sorted(): Uint32Array {
    const ids = Uint32Array.from({ length: this.size }, (_, id) => id);
    const { bytes } = this;
    // Six bytes decide nearly every comparison, as one number.
    const keys = new Float64Array(this.size);
    for (let id = 0; id < this.size; id += 1) {
      const start = this.startOf(id);
      const end = this.endOf(id);
      let key = 0;
      for (let at = start; at < start + 6; at += 1) key = key * 256 + (at < end ? (bytes[at] as number) : 0);
      keys[id] = key;
    }
    return ids.sort(
      (a, b) =>
        (keys[a] as number) - (keys[b] as number) ||
        compareBytes(bytes, this.startOf(a), this.endOf(a), bytes, this.startOf(b), this.endOf(b)),
    );
  }

  #holds(place: number, text: Uint8Array, start: number, end: number): boolean {
    const { bytes } = this;
    let at = place;
    for (let read = start; read < end; read += 1, at += 1) if (bytes[at] !== text[read]) return false;
    return bytes[at] === END;
  }

  #add(text: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const id = this.size;
    const place = (this.starts[id] as number) + BEFORE;
    const after = place + end - start + 1;
    if (after > this.bytes.length) this.bytes = grown(this.bytes, new Uint8Array(Math.max(after, this.bytes.length * 2)));
    if (id + 2 > this.starts.length) this.starts = grown(this.starts, new Uint32Array(this.starts.length * 2));
    const { bytes } = this;
    for (let byte = 0; byte < BEFORE; byte += 1) bytes[place - BEFORE + byte] = id >>> (8 * byte);
    for (let read = start; read < end; read += 1) bytes[place + read - start] = text[read] as number;
    bytes[after - 1] = END;
    this.starts[id + 1] = after;
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = place;
    this.size = id + 1;
    if (this.size * 4 > this.#slots.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    const before = this.#slots;
    const after = new Uint32Array(before.length * 2);
    const mask = after.length - 2;
    for (let from = 0; from < before.length; from += 2) {
      if (before[from + 1] === 0) continue;
      let slot = spread(before[from] as number) & mask;
      while (after[slot + 1] !== 0) slot = (slot + 2) & mask;
      after[slot] = before[from] as number;
      after[slot + 1] = before[from + 1] as number;
    }
    this.#slots = after;
  }
}

export const HASH_SEED = 0x2f0b4c47;
/** Times 131, by shifts: the look-up of a global costs more than the product inside a test's context. */
export const hashByte = (hash: number, byte: number): number => ((hash << 7) + (hash << 1) + hash + byte) | 0;

/** The bytes of an id, before its token; four of them. */
const BEFORE = 4;
/** No byte of a token: UTF-8 of letters and digits has no control character. */
const END = 0;

const idAt = (bytes: Uint8Array, place: number): number =>
  (bytes[place - 4] as number) |
  ((bytes[place - 3] as number) << 8) |
  ((bytes[place - 2] as number) << 16) |
  ((bytes[place - 1] as number) << 24);

/** A place in the table, which is even: the last bytes of a token must reach all bits of it. */
function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) << 1;
}

function grown<T extends Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Negative, zero or positive, as the first range comes before, with or after the second in byte order. */
export function compareBytes(a: Uint8Array, aStart: number, aEnd: number, b: Uint8Array, bStart: number, bEnd: number): number {
  const common = Math.min(aEnd - aStart, bEnd - bStart);
  for (let at = 0; at < common; at += 1) {
    const difference = (a[aStart + at] as number) - (b[bStart + at] as number);
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - (bEnd - bStart);
}
