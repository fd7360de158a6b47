import { decodeCounts, encodeBlock } from './count-block.ts';

/** Raise with every change of layout: a row of another version is a miss. */
const VERSION = 1;
const PARTED = 1;
const FRAME = 4;
const TAG = 8;

/**
 * What the score cache keeps of one term of one source: how often it is counted, and together with whom. Partners are known by the first
 * eight bytes of their key alone: among a million of them the odds that two share these are 3e-8.
 */
export interface TermRow {
  /** Documents with the term; NaN where the source has no answer, and in the rows below the first. */
  readonly count: number;
  readonly flags: number;
  /** There were too many partners for a row: they are in sixteen rows below it, by the next half byte of their tags. */
  readonly parted: boolean;
  /** Two words a partner, the rows in ascending order. */
  readonly tags: Uint32Array;
  /** Documents with both. */
  readonly counts: Float64Array;
  readonly pairFlags: Uint8Array;
}

/** A partner of a term: its tag as two words, and what is counted of both. */
export interface Partner {
  readonly high: number;
  readonly low: number;
  readonly count: number;
  readonly flags: number;
}

/** Of a row below the first, before it is written. */
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
  bytes[0] = VERSION;
  bytes[1] = parted ? PARTED : 0;
  view.setUint16(2, counts.length);
  for (let at = 0; at < tags.length; at += 1) view.setUint32(FRAME + 4 * at, tags[at] as number);
  bytes.set(block, FRAME + counts.length * TAG);
  return bytes;
}

/** Null for what is not a row of this version. */
export function decodeRow(bytes: Uint8Array): TermRow | null {
  if (bytes[0] !== VERSION || bytes.length < FRAME) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const partners = view.getUint16(2);
  const from = FRAME + partners * TAG;
  if (bytes.length < from) return null;
  const block = decodeCounts(bytes.subarray(from), partners + 1);
  if (block === null) return null;
  const tags = new Uint32Array(2 * partners);
  for (let at = 0; at < tags.length; at += 1) tags[at] = view.getUint32(FRAME + 4 * at);
  return {
    count: block.counts[0] as number,
    flags: block.flags[0] as number,
    parted: bytes[1] === PARTED,
    tags,
    counts: block.counts.subarray(1),
    pairFlags: block.flags.subarray(1),
  };
}

/** The place of a partner in a row; -1 where the row does not have it. */
export function placeOf({ tags }: TermRow, high: number, low: number): number {
  let from = 0;
  let to = tags.length / 2;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const order = (tags[2 * middle] as number) - high || (tags[2 * middle + 1] as number) - low;
    if (order === 0) return middle;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return -1;
}

/** The row with more partners; the same row where it has all of them. */
export function withPartners(row: TermRow, partners: readonly Partner[]): TermRow {
  const added = partners.filter(({ high, low }) => placeOf(row, high, low) < 0);
  return added.length === 0 ? row : { ...row, ...columnsOf([...partnersOf(row), ...added]) };
}

export const partnersOf = ({ tags, counts, pairFlags }: TermRow): Partner[] =>
  Array.from(counts, (count, at) => ({
    high: tags[2 * at] as number,
    low: tags[2 * at + 1] as number,
    count,
    flags: pairFlags[at] as number,
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
