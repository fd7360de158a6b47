/** A growing byte array. Hot loops reserve once and write into `bytes` themselves. */
export class ByteBuffer {
  bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 1 << 12) {
    this.bytes = new Uint8Array(capacity);
  }

  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length] = value;
    this.length += 1;
  }

  /** Seven bits a byte, low ones first; whole numbers up to 2^53. */
  varint(value: number): void {
    this.reserve(8);
    this.length = putVarint(this.bytes, this.length, value);
  }

  append(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    copyBytes(from, start, end, this.bytes, this.length);
    this.length += end - start;
  }

  written(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length);
  }
}

/** Returns the place after the number. */
export function putVarint(bytes: Uint8Array, at: number, value: number): number {
  let left = value;
  let to = at;
  // Bit operators work on 32 bits: divide above 2^31.
  while (left >= 0x80000000) {
    bytes[to] = (left % 128) | 128;
    left = Math.floor(left / 128);
    to += 1;
  }
  while (left > 127) {
    bytes[to] = (left & 127) | 128;
    left >>>= 7;
    to += 1;
  }
  bytes[to] = left;
  return to + 1;
}

/** Copies short ranges in a loop: `subarray` and `set` cost more than the copy itself, and most postings are a few bytes. */
function copyBytes(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): void {
  if (end - start > 48) to.set(from.subarray(start, end), at);
  else for (let read = start, write = at; read < end; read += 1, write += 1) to[write] = from[read];
}

/** Reads varints and bytes in order; a read beyond the end is a `RangeError`. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  byte(): number {
    if (this.at >= this.end) throw new RangeError('beyond the end');
    const value = this.bytes[this.at];
    this.at += 1;
    return value;
  }

  varint(): number {
    const first = this.byte();
    if (first < 128) return first;
    let value = first & 127;
    let scale = 128;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      if (scale > 0x40000000000) throw new RangeError('a number of more than 53 bits');
      scale *= 128;
    }
  }

  skip(length: number): number {
    const start = this.at;
    if (length > this.end - start) throw new RangeError('beyond the end');
    this.at = start + length;
    return start;
  }
}
