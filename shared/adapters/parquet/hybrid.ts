/** Bytes that grow. Kept by its user from one page to the next. */
export class Bytes {
  #buffer = new Uint8Array(1 << 16);
  length = 0;

  /** Room for so many bytes more; answers where they are written. */
  reserve(size: number): Uint8Array {
    if (this.length + size > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(2 * this.#buffer.length, this.length + size));
      grown.set(this.#buffer.subarray(0, this.length));
      this.#buffer = grown;
    }
    return this.#buffer;
  }

  push(byte: number): void {
    this.reserve(1)[this.length] = byte;
    this.length += 1;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length).set(bytes, this.length);
    this.length += bytes.length;
  }

  varint(value: number): void {
    let left = value;
    for (; left >= 0x80; left = Math.floor(left / 0x80)) this.push((left % 0x80) | 0x80);
    this.push(left);
  }

  /** A view, good until the next write. */
  written(): Uint8Array {
    return this.#buffer.subarray(0, this.length);
  }
}

/** A run shorter than this is packed with its neighbours: values are packed by eights. */
const RUN = 8;

/** Parquet's hybrid of runs and bit-packed values, of `width` bits each. */
export function writeHybrid(into: Bytes, values: Int32Array, width: number): void {
  const count = values.length;
  let packed = 0;
  let at = 0;
  while (at < count) {
    const value = values[at] as number;
    let end = at + 1;
    while (end < count && values[end] === value) end += 1;
    if (end - at < RUN) {
      at += RUN;
      continue;
    }
    if (packed < at) pack(into, values, packed, at, width);
    writeRun(into, end - at, value, width);
    at = end;
    packed = end;
  }
  if (packed < count) pack(into, values, packed, count, width);
}

/** One value so many times. */
export function writeRun(into: Bytes, count: number, value: number, width: number): void {
  into.varint(count * 2);
  for (let bits = 0; bits < width; bits += 8) into.push((value >> bits) & 0xff);
}

/** `[from, to)` in groups of eight, the last one filled up with zeros; widths up to 24 fit a word beside seven bits left over. */
function pack(into: Bytes, values: Int32Array, from: number, to: number, width: number): void {
  const groups = Math.ceil((to - from) / 8);
  into.varint(groups * 2 + 1);
  const bytes = into.reserve(groups * width);
  let next = into.length;
  let word = 0;
  let bits = 0;
  for (let at = from; at < from + groups * 8; at += 1) {
    if (at < to) word |= (values[at] as number) << bits;
    for (bits += width; bits >= 8; bits -= 8) {
      bytes[next] = word & 0xff;
      next += 1;
      word >>>= 8;
    }
  }
  into.length = next;
}
