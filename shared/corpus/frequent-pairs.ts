import { LONGEST_TOKEN } from '../core/text/tokens.ts';
import { ByteBuffer } from './byte-buffer.ts';
import type { TokenNumbers } from './vocabulary.ts';

/*
 * Phrases of very frequent words, such as `of the`, are expensive to count from positions, because both lists are long. The index therefore
 * stores a list of pieces for each pair of frequent words that occur next to each other.
 */

/** A word is frequent if at least one piece in eight contains it. */
const SHARE = 8;
/** Maximum number of frequent words: the lists of their pairs take about a twentieth of an index (docs/adr/corpus-index.md). */
const MOST = 64;
/** Separates the two words of a pair in the dictionary: no token contains a space. */
const SPACE = 32;

/** The frequent words of some pieces, as UTF-8 tokens in byte order. */
export function frequentWords(
  tokens: Uint32Array,
  pieceEnds: readonly number[] | Uint32Array,
  pieces: number,
  vocabulary: TokenNumbers,
): Uint8Array[] {
  const df = new Uint32Array(vocabulary.size);
  const last = new Uint32Array(vocabulary.size);
  for (let piece = 0, at = 0; piece < pieces; piece += 1) {
    for (const end = pieceEnds[piece]; at < end; at += 1) {
      const id = tokens[at];
      if (last[id] === piece + 1) continue;
      last[id] = piece + 1;
      df[id] += 1;
    }
  }
  const token = new Uint8Array(3 * LONGEST_TOKEN);
  return Array.from(vocabulary.sorted())
    .map((place, at) => ({ at, place, df: df[vocabulary.idAt(place)] }))
    .filter((word) => word.df * SHARE >= pieces)
    .toSorted((a, b) => b.df - a.df || a.at - b.at)
    .slice(0, MOST)
    .toSorted((a, b) => a.at - b.at)
    .map(({ place }) => token.slice(0, vocabulary.tokenAt(place, token)));
}

/** The pieces of one pair in one run, encoded as in `postings.ts`. */
export interface PairList {
  readonly name: Uint8Array;
  df: number;
  /** Last piece, counted from the beginning of the corpus; -1 if the list is empty. */
  last: number;
  readonly pieces: ByteBuffer;
}

/** Pieces of each pair of adjacent frequent words. A word is given by its rank, from 1, in byte order. */
export class PairPostings {
  readonly #words: readonly Uint8Array[];
  readonly #lists: (PairList | undefined)[] = [];

  constructor(words: readonly Uint8Array[]) {
    this.#words = words;
  }

  /** Records that two words are adjacent in a piece. Pieces come in order. */
  add(first: number, second: number, piece: number): void {
    const at = first * (MOST + 1) + second;
    this.#lists[at] ??= this.#emptyList(first, second);
    const list = this.#lists[at];
    if (list.last === piece) return;
    list.pieces.varint(2 * (piece - list.last - 1));
    list.last = piece;
    list.df += 1;
  }

  /** Pairs that begin with a word, in byte order. */
  *of(rank: number): Generator<PairList> {
    for (let second = 1; second <= this.#words.length; second += 1) {
      const list = this.#lists[rank * (MOST + 1) + second];
      if (list !== undefined && list.df > 0) yield list;
    }
  }

  /** Empties the lists for the next run; they keep their memory. */
  clear(): void {
    for (const list of this.#lists) {
      if (list === undefined) continue;
      list.df = 0;
      list.last = -1;
      list.pieces.length = 0;
    }
  }

  #emptyList(first: number, second: number): PairList {
    const name = Uint8Array.of(...this.#word(first), SPACE, ...this.#word(second));
    return { name, df: 0, last: -1, pieces: new ByteBuffer(16) };
  }

  #word(rank: number): Uint8Array {
    return this.#words[rank - 1];
  }
}
