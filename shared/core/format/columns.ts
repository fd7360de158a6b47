/** Columns of numbers as one run of bytes: what steps leave for each other where JSON would cost more than the work. */
export type NumberColumn = Uint8Array | Int8Array | Uint16Array | Int32Array | Float64Array;

const MAGIC = 0x31435655;
/** Each column begins at a multiple of this, so that it can be looked at where it stands. */
const ALIGNMENT = 8;

/** A column's kind is stored as its place here. */
const KINDS = [Uint8Array, Int8Array, Int32Array, Float64Array, Uint16Array] as const;

const aligned = (at: number): number => Math.ceil(at / ALIGNMENT) * ALIGNMENT;

/** A head of kinds and lengths, then the columns, least significant byte first: the order of every processor that Node runs on here. */
export function encodeColumns(columns: readonly NumberColumn[]): Uint8Array {
  const head = new Int32Array(2 + 2 * columns.length);
  head.set([MAGIC, columns.length]);
  let size = aligned(head.byteLength);
  for (const [at, column] of columns.entries()) {
    head[2 + 2 * at] = KINDS.findIndex((kind) => column instanceof kind);
    head[3 + 2 * at] = column.length;
    size += aligned(column.byteLength);
  }
  const bytes = new Uint8Array(size);
  bytes.set(new Uint8Array(head.buffer));
  let from = aligned(head.byteLength);
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), from);
    from += aligned(column.byteLength);
  }
  return bytes;
}

/** The columns, as views of the bytes; a defect of who wrote them where they are not what `encodeColumns` makes. */
export function decodeColumns(bytes: Uint8Array): NumberColumn[] {
  const whole = bytes.byteOffset % ALIGNMENT === 0 ? bytes : bytes.slice();
  const head = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
  if (whole.byteLength < 8 || head.getInt32(0, true) !== MAGIC) throw new Error('these bytes are not columns');
  const count = head.getInt32(4, true);
  let from = aligned(8 + 8 * count);
  return Array.from({ length: count }, (_, at) => {
    const Kind = KINDS[head.getInt32(8 + 8 * at, true)];
    const length = head.getInt32(12 + 8 * at, true);
    if (Kind === undefined || from + length * Kind.BYTES_PER_ELEMENT > whole.byteLength) throw new Error('these columns are cut off');
    const column = new Kind(whole.buffer as ArrayBuffer, whole.byteOffset + from, length);
    from += aligned(column.byteLength);
    return column;
  });
}

/** Columns of one kind, one after the other. */
export function joined<C extends NumberColumn>(Kind: new (length: number) => C, parts: readonly C[]): C {
  const whole = new Kind(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part as never, at);
    at += part.length;
  }
  return whole;
}

/** Numbers from here on take more than five bytes. */
const TOO_LARGE = 4_294_967_295;

/**
 * Counts and positions as bytes: small ones take one byte, NaN one. Returns the numbers themselves where one of them is not whole, is below 0 or is
 * too large.
 */
export function packWholes(values: Float64Array): Uint8Array | Float64Array {
  const bytes = new Uint8Array(5 * values.length);
  let to = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    let left = Number.isNaN(value) ? 0 : value + 1;
    if (!Number.isInteger(left) || value < 0 || left > TOO_LARGE) return values;
    for (; left > 127; left = Math.floor(left / 128)) bytes[to++] = (left % 128) + 128;
    bytes[to++] = left;
  }
  return bytes.slice(0, to);
}

export function unpackWholes(column: Uint8Array | Float64Array): Float64Array {
  if (column instanceof Float64Array) return column;
  let length = 0;
  for (let at = 0; at < column.length; at += 1) if (column[at] < 128) length += 1;
  const values = new Float64Array(length);
  for (let at = 0, from = 0; at < length; at += 1) {
    let [value, unit] = [0, 1];
    for (; column[from] > 127; from += 1, unit *= 128) value += (column[from] - 128) * unit;
    value += column[from] * unit;
    from += 1;
    values[at] = value === 0 ? Number.NaN : value - 1;
  }
  return values;
}
