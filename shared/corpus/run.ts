import { LONGEST_TOKEN } from '../core/text/tokens.ts';
import { ByteBuffer, putVarint } from './byte-buffer.ts';
import { frequentWords, type PairList, PairPostings } from './frequent-pairs.ts';
import type { TermEntry } from './index-writer.ts';
import { mostWordsOf, positionBytes, SHORTEST_REST } from './postings.ts';
import type { TextScanner } from './text-scanner.ts';

/** A term's part in one run. The next part counts its first piece, and its first place in H, from the last of this one. */
export interface RunEntry extends TermEntry {
  readonly lastPiece: number;
  /** Last occurrence in H, counted from 0; -1 without any. */
  readonly lastHigh: number;
}

/** Bytes of vocabulary for each token that a run may have: as much as the token itself takes. */
const VOCABULARY_BYTES = 8;
const LEAST_VOCABULARY = 1 << 20;

/** Buffers that all runs of a build share: the garbage collector would free arrays of this size late. */
export class RunMemory {
  tokens = new Uint32Array(1 << 16);
  occurrences = new Uint32Array(0);

  /** Frees the memory, which the merge needs. */
  release(): void {
    this.tokens = new Uint32Array(0);
    this.occurrences = new Uint32Array(0);
  }
}

/** The tokens of as many pieces as fit in memory, turned into postings by one counting sort. Eight bytes of memory a token. */
export class Run {
  readonly #scanner: TextScanner;
  readonly #pieceWords: number;
  /** Piece numbers continue those of the runs before. */
  readonly #firstPiece: number;
  /** Maximum number of tokens; one document alone may have more. */
  readonly #limit: number;
  readonly #positionBits: number;
  readonly #memory: RunMemory;
  #count = 0;
  #pieceEnds = new Uint32Array(1 << 10);
  #pieces = 0;

  constructor(scanner: TextScanner, pieceWords: number, firstPiece: number, limit: number, memory: RunMemory) {
    this.#memory = memory;
    this.#scanner = scanner;
    this.#limit = limit;
    this.#positionBits = Math.max(1, 32 - Math.clz32(mostWordsOf(pieceWords) - 1));
    this.#pieceWords = pieceWords;
    this.#firstPiece = firstPiece;
  }

  get pieces(): number {
    return this.#pieces;
  }

  /** The words of this run that are frequent enough for lists of their pairs. */
  frequentWords(): Uint8Array[] {
    return frequentWords(this.#memory.tokens, this.#pieceEnds, this.#pieces, this.#scanner.vocabulary);
  }

  /** True if the document scanned last has room: its tokens, their vocabulary, and a piece with a position in one word of 32 bits. */
  fits(): boolean {
    if (this.#count === 0) return true;
    if (this.#scanner.vocabulary.nearlyTakes(Math.max(LEAST_VOCABULARY, VOCABULARY_BYTES * this.#limit))) return false;
    const pieces = this.#pieces + Math.ceil(this.#scanner.count / this.#pieceWords);
    return this.#count + this.#scanner.count <= this.#limit && pieces <= 0x100000000 / (1 << this.#positionBits);
  }

  /** Cuts the document scanned last into pieces. */
  addScanned(): void {
    const { ids, count } = this.#scanner;
    const memory = this.#memory;
    if (this.#count + count > memory.tokens.length) {
      const needed = this.#count + count;
      const grown = new Uint32Array(Math.max(needed, Math.min(2 * needed, this.#limit)));
      grown.set(memory.tokens.subarray(0, this.#count));
      memory.tokens = grown;
    }
    memory.tokens.set(ids.subarray(0, count), this.#count);
    for (let from = 0; from < count; ) {
      const to = pieceEnd(from, count, this.#pieceWords);
      if (this.#pieces === this.#pieceEnds.length) {
        const grown = new Uint32Array(2 * this.#pieces);
        grown.set(this.#pieceEnds);
        this.#pieceEnds = grown;
      }
      this.#pieceEnds[this.#pieces] = this.#count + to;
      this.#pieces += 1;
      from = to;
    }
    this.#count += count;
  }

  /** Visits each term of the run in byte order; a pair of frequent words follows the first of them. */
  drain(frequent: readonly Uint8Array[], visit: (entry: RunEntry) => void): void {
    const { vocabulary } = this.#scanner;
    const encoding = { width: positionBytes(this.#pieceWords), bits: this.#positionBits, firstPiece: this.#firstPiece };
    const ranks = this.#ranksOf(frequent);
    const pairs = new PairPostings(frequent);
    const { occurrences, ends } = this.#invert(ranks, pairs);
    const pieces = new ByteBuffer();
    const positions = new ByteBuffer();
    const high = new ByteBuffer();
    const entry = {
      token: new Uint8Array(3 * LONGEST_TOKEN),
      tokenStart: 0,
      tokenEnd: 0,
      df: 0,
      cf: 0,
      pieces,
      positions,
      high,
      lastPiece: 0,
      lastHigh: -1,
      isPair: false,
    };
    for (const place of vocabulary.sorted()) {
      const id = vocabulary.idAt(place);
      const start = id === 0 ? 0 : ends[id - 1];
      const end = ends[id];
      // The token occurs only as a plural, which was folded.
      if (start === end) continue;
      encode(occurrences, start, end, encoding, entry);
      entry.tokenEnd = vocabulary.tokenAt(place, entry.token);
      entry.cf = end - start;
      visit(entry);
      if (id < ranks.length && ranks[id] > 0) for (const pair of pairs.of(ranks[id])) visit(pairEntry(pair));
    }
  }

  /** Rank of each id, from 1 in the order of the frequent words, else 0. As long as the greatest id of a frequent word. */
  #ranksOf(frequent: readonly Uint8Array[]): Uint8Array {
    const ids = frequent.map((token) => this.#scanner.idOfToken(token));
    const ranks = new Uint8Array(Math.max(0, ...ids.map((id) => id + 1)));
    for (const [at, id] of ids.entries()) ranks[id] = at + 1;
    return ranks;
  }

  /** Occurrences by term, in order: the piece in the high bits, the position in the low ones. Finds the pairs on the way. */
  #invert(ranks: Uint8Array, pairs: PairPostings): { readonly occurrences: Uint32Array; readonly ends: Uint32Array } {
    const { tokens } = this.#memory;
    const next = new Uint32Array(this.#scanner.vocabulary.size);
    for (let at = 0; at < this.#count; at += 1) next[tokens[at]]++;
    let total = 0;
    for (let id = 0; id < next.length; id += 1) {
      const count = next[id];
      next[id] = total;
      total += count;
    }
    // Full length: the next run may have a few tokens more, and untouched pages cost nothing.
    if (this.#memory.occurrences.length < this.#count) this.#memory.occurrences = new Uint32Array(tokens.length);
    const { occurrences } = this.#memory;
    let at = 0;
    for (let piece = 0; piece < this.#pieces; piece += 1) {
      const end = this.#pieceEnds[piece];
      let before = 0;
      for (let occurrence = piece << this.#positionBits; at < end; at += 1, occurrence += 1) {
        const id = tokens[at];
        const place = next[id];
        occurrences[place] = occurrence;
        next[id] = place + 1;
        // Frequent words come early in a text and so have low ids.
        const rank = id < ranks.length ? ranks[id] : 0;
        if (rank > 0 && before > 0) pairs.add(before, rank, this.#firstPiece + piece);
        before = rank;
      }
    }
    return { occurrences, ends: next };
  }
}

/**
 * End of the piece that begins at `from`. A rest that is shorter than a fifth of a piece stays with the piece before it: pieces of a few words would
 * relate nothing and count as much as others.
 */
function pieceEnd(from: number, count: number, pieceWords: number): number {
  return (count - from - pieceWords) * SHORTEST_REST < pieceWords ? count : from + pieceWords;
}

const NONE = new ByteBuffer(0);

function pairEntry({ name, df, last, pieces }: PairList): RunEntry {
  const numbers = { df, cf: df, lastPiece: last, lastHigh: -1, isPair: true };
  return { ...numbers, token: name, tokenStart: 0, tokenEnd: name.length, pieces, positions: NONE, high: NONE };
}

/** Encodes `occurrences[start, end)` of one term as in `postings.ts`. */
function encode(
  occurrences: Uint32Array,
  start: number,
  end: number,
  { width, bits, firstPiece }: { readonly width: 1 | 2; readonly bits: number; readonly firstPiece: number },
  entry: {
    df: number;
    lastPiece: number;
    lastHigh: number;
    readonly pieces: ByteBuffer;
    readonly positions: ByteBuffer;
    readonly high: ByteBuffer;
  },
): void {
  const { pieces, positions, high } = entry;
  const mask = (1 << bits) - 1;
  pieces.length = 0;
  positions.length = 0;
  high.length = 0;
  // A piece takes at most six bytes, and two for further occurrences in it.
  pieces.reserve(8 * (end - start));
  positions.reserve(width * (end - start));
  const to = pieces.bytes;
  const places = positions.bytes;
  let put = 0;
  let place = 0;
  let df = 0;
  let last = -1;
  let lastHigh = -1;
  for (let at = start; at < end; ) {
    const local = occurrences[at] >>> bits;
    const first = at;
    for (; at < end && occurrences[at] >>> bits === local; at += 1) {
      const position = occurrences[at] & mask;
      places[place] = position;
      place += 1;
      if (position < 256 && width === 1) continue;
      if (width === 2) {
        places[place] = position >>> 8;
        place += 1;
      } else {
        high.varint(at - start - lastHigh - 1);
        lastHigh = at - start;
      }
    }
    const piece = firstPiece + local;
    const more = at - first - 1;
    const skipped = (piece - last - 1) * 2 + (more > 0 ? 1 : 0);
    if (skipped < 128) {
      to[put] = skipped;
      put += 1;
    } else put = putVarint(to, put, skipped);
    if (more > 0) put = putVarint(to, put, more - 1);
    last = piece;
    df += 1;
  }
  pieces.length = put;
  positions.length = place;
  entry.df = df;
  entry.lastPiece = last;
  entry.lastHigh = lastHigh;
}
