/** Raise with every change of layout: a block of another version is a miss. */
const VERSION = 1;
const FLAGS = 1;

/** Whole counts, NaN where there is none, with the flags of each. */
interface BlockCounts {
  readonly counts: Float64Array;
  readonly flags: Uint8Array;
}

/**
 * Version, features, then each count as a varint of itself plus one (0 stands for NaN), then, if any flag is set, a byte of flags for each:
 * 44 counts of a 4 by 4 table take some 70 bytes.
 */
export function encodeBlock({ counts, flags }: BlockCounts): Uint8Array {
  const flagged = flags.some((flag) => flag !== 0);
  const bytes = new Uint8Array(2 + counts.length * 8 + (flagged ? flags.length : 0));
  bytes[0] = VERSION;
  bytes[1] = flagged ? FLAGS : 0;
  let at = 2;
  for (const count of counts) {
    let left = Number.isNaN(count) ? 0 : count + 1;
    while (left >= 0x80) {
      bytes[at] = (left % 0x80) | 0x80;
      left = Math.floor(left / 0x80);
      at += 1;
    }
    bytes[at] = left;
    at += 1;
  }
  if (flagged) {
    bytes.set(flags, at);
    at += flags.length;
  }
  return bytes.slice(0, at);
}

/** Null for what is not a block of this version with that many counts. */
export function decodeCounts(bytes: Uint8Array, length: number): BlockCounts | null {
  if (bytes[0] !== VERSION) return null;
  const counts = new Float64Array(length);
  let at = 2;
  for (let place = 0; place < length; place += 1) {
    let value = 0;
    let scale = 1;
    for (let byte = 0x80; byte >= 0x80; at += 1) {
      if (at >= bytes.length) return null;
      byte = bytes[at] as number;
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
    }
    counts[place] = value === 0 ? Number.NaN : value - 1;
  }
  const flagged = bytes[1] === FLAGS;
  if (bytes.length !== at + (flagged ? length : 0)) return null;
  return { counts, flags: flagged ? bytes.slice(at) : new Uint8Array(length) };
}
