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
