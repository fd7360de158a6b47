import type { Postings } from './postings.ts';

/** Where a word is in one piece of so many, each of all pieces has its start: less memory than its places take. */
const MANY = 4;
/** Of a word with more places not everything is held at once: it would fill half of the kernel's memory. */
const MOST_BYTES = 32 << 20;

/** The places of a frequent word, found without a search: `list-kernel.ts` looks where other words stand beside it. */
export class FrequentPlaces {
  /** For each of all pieces where its positions begin, and then where the last ends. */
  readonly startOf: Uint32Array;
  readonly positions: Uint16Array;
  /** Where the kernel has it (`list-memory.ts`): the starts, the positions behind them. */
  heldIn = 0;
  address = 0;

  /** Null for a word that is not in enough pieces, or in too many. */
  static of(postings: Postings, positions: Uint16Array, size: number): FrequentPlaces | null {
    const isFrequent = postings.pieces.length * MANY >= size && 4 * size + positions.byteLength <= MOST_BYTES;
    return isFrequent ? new FrequentPlaces(postings, positions, size) : null;
  }

  private constructor({ pieces, starts }: Postings, positions: Uint16Array, size: number) {
    const startOf = new Uint32Array(size + 1);
    let piece = 0;
    for (let at = 0; at < pieces.length; at += 1) {
      const start = starts[at] as number;
      for (const last = pieces[at] as number; piece <= last; piece += 1) startOf[piece] = start;
    }
    startOf.fill(positions.length, piece);
    this.startOf = startOf;
    this.positions = positions;
  }

  get bytes(): number {
    return this.startOf.byteLength + this.positions.byteLength;
  }
}
