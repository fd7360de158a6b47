/** Raise with every change of layout: a row of another version is a cache miss. */
const ROW_VERSION = 1;
const PARTED = 1;
const FRAME = 4;
const TAG = 8;

/**
 * Row of the score cache for one term of one source: its own count, and its counts with partners. A partner is identified by the first eight bytes of its
 * key: among a million partners the odds of a collision are 3e-8.
 */
export interface TermRow {
  /** Documents with the term; NaN where the source has no answer, and in the rows below the first. */
  readonly count: number;
  readonly flags: number;
  /** Too many partners for one row: they are in sixteen rows below it, by the next half byte of their tags. */
  readonly parted: boolean;
  /** Two words for each partner, in ascending order. */
  readonly tags: Uint32Array;
  /** Documents with both. */
  readonly counts: Float64Array;
  readonly pairFlags: Uint8Array;
}

/** A partner of a term: its tag as two words, and the count of both. */
export interface Partner {
  readonly high: number;
  readonly low: number;
  readonly count: number;
  readonly flags: number;
}

/** An empty row below the first. */
export const NO_PARTNERS: TermRow = {
  count: Number.NaN,
  flags: 0,
  parted: false,
  tags: new Uint32Array(0),
  counts: new Float64Array(0),
  pairFlags: new Uint8Array(0),
};

/** Version, features, number of partners, their tags, and one block of counts: the term's own first. */
export function encodeRow({ count, flags, parted, tags, counts, pairFlags }: TermRow): Uint8Array {
  const block = encodeBlock({ counts: Float64Array.of(count, ...counts), flags: Uint8Array.of(flags, ...pairFlags) });
  const bytes = new Uint8Array(FRAME + counts.length * TAG + block.length);
  const view = new DataView(bytes.buffer);
  bytes[0] = ROW_VERSION;
  bytes[1] = parted ? PARTED : 0;
  view.setUint16(2, counts.length);
  for (let at = 0; at < tags.length; at += 1) view.setUint32(FRAME + 4 * at, tags[at]);
  bytes.set(block, FRAME + counts.length * TAG);
  return bytes;
}

/** Null if the bytes are not a row of this version. */
export function decodeRow(bytes: Uint8Array): TermRow | null {
  if (bytes[0] !== ROW_VERSION || bytes.length < FRAME) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const partners = view.getUint16(2);
  const from = FRAME + partners * TAG;
  if (bytes.length < from) return null;
  const block = decodeCounts(bytes.subarray(from), partners + 1);
  if (block === null) return null;
  const tags = new Uint32Array(2 * partners);
  for (let at = 0; at < tags.length; at += 1) tags[at] = view.getUint32(FRAME + 4 * at);
  return {
    count: block.counts[0],
    flags: block.flags[0],
    parted: bytes[1] === PARTED,
    tags,
    counts: block.counts.subarray(1),
    pairFlags: block.flags.subarray(1),
  };
}

/** Place of a partner in a row; -1 if it is not there. */
export function placeOf({ tags }: TermRow, high: number, low: number): number {
  let from = 0;
  let to = tags.length / 2;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const order = tags[2 * middle] - high || tags[2 * middle + 1] - low;
    if (order === 0) return middle;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return -1;
}

/** Adds partners; returns the same row if it has all of them. */
export function withPartners(row: TermRow, partners: readonly Partner[]): TermRow {
  const added = partners.filter(({ high, low }) => placeOf(row, high, low) < 0);
  return added.length === 0 ? row : { ...row, ...columnsOf([...partnersOf(row), ...added]) };
}

export const partnersOf = ({ tags, counts, pairFlags }: TermRow): Partner[] =>
  Array.from(counts, (count, at) => ({
    high: tags[2 * at],
    low: tags[2 * at + 1],
    count,
    flags: pairFlags[at],
  }));

function columnsOf(partners: readonly Partner[]): Pick<TermRow, 'tags' | 'counts' | 'pairFlags'> {
  const sorted = partners.toSorted((a, b) => a.high - b.high || a.low - b.low);
  const distinct = sorted.filter(({ high, low }, at) => high !== sorted[at - 1]?.high || low !== sorted[at - 1]?.low);
  return {
    tags: Uint32Array.from(distinct.flatMap(({ high, low }) => [high, low])),
    counts: Float64Array.from(distinct, ({ count }) => count),
    pairFlags: Uint8Array.from(distinct, ({ flags }) => flags),
  };
}

/** Raise with every change of layout: a block of another version is a cache miss. */
const BLOCK_VERSION = 1;
const FLAGS = 1;

/** Integers, NaN if unknown, each with its flags. */
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
  bytes[0] = BLOCK_VERSION;
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

/** Null if the bytes are not a block of this version with that many counts. */
export function decodeCounts(bytes: Uint8Array, length: number): BlockCounts | null {
  if (bytes[0] !== BLOCK_VERSION) return null;
  const counts = new Float64Array(length);
  let at = 2;
  for (let place = 0; place < length; place += 1) {
    let value = 0;
    let scale = 1;
    for (let byte = 0x80; byte >= 0x80; at += 1) {
      if (at >= bytes.length) return null;
      byte = bytes[at];
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
    }
    counts[place] = value === 0 ? Number.NaN : value - 1;
  }
  const flagged = bytes[1] === FLAGS;
  if (bytes.length !== at + (flagged ? length : 0)) return null;
  return { counts, flags: flagged ? bytes.slice(at) : new Uint8Array(length) };
}
