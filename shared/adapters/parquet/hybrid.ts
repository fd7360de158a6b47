/** Whole numbers as few bits as they take. No call reads another's bytes. */
let scratch = new Uint8Array(1 << 17);
/** Equal values from which on a run is written. */
const RUN = 8;
/** Bytes of a number of 32 bits, seven in each. */
const MOST_BYTES = 5;

/** Parquet's hybrid of the values `[from, to)`: runs of eight equal ones and more, and between them groups of eight, packed bit by bit. */
export function hybridBytes(values: Int32Array | Uint8Array, from: number, to: number, width: number): Uint8Array {
  const groups = Math.ceil((to - from) / RUN);
  const most = groups * (width + 2 * MOST_BYTES + 4) + MOST_BYTES;
  if (most > scratch.length) scratch = new Uint8Array(2 * most);
  const out = scratch;
  let end = 0;
  let [packed, first] = [0, from];
  for (let at = from; at < to; ) {
    const value = values[at];
    let after = at + 1;
    while (after < to && values[after] === value) after += 1;
    if (after - at < RUN) {
      if (packed === 0) first = at;
      packed += 1;
      at += RUN;
      continue;
    }
    if (packed > 0) end = pack(values, first, to, packed, width, out, end);
    packed = 0;
    end = number((after - at) << 1, out, end);
    for (let bits = 0; bits < width; bits += 8) out[end++] = value >> bits;
    at = after;
  }
  if (packed > 0) end = pack(values, first, to, packed, width, out, end);
  return out.slice(0, end);
}

/** Groups of eight values from `first`; behind the last value zeros. */
function pack(
  values: Int32Array | Uint8Array,
  first: number,
  to: number,
  groups: number,
  width: number,
  out: Uint8Array,
  from: number,
): number {
  let end = number((groups << 1) | 1, out, from);
  let [buffer, bits] = [0, 0];
  for (let at = first; at < first + RUN * groups && width > 0; at += 1) {
    buffer |= (at < to ? values[at] : 0) << bits;
    for (bits += width; bits >= 8; bits -= 8) {
      out[end++] = buffer;
      buffer >>>= 8;
    }
  }
  if (bits > 0) out[end++] = buffer;
  return end;
}

function number(value: number, out: Uint8Array, from: number): number {
  let end = from;
  let left = value;
  for (; left > 127; left >>>= 7) out[end++] = (left & 127) | 128;
  out[end++] = left;
  return end;
}
