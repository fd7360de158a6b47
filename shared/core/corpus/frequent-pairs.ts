import { LONGEST_TOKEN } from '../text/tokens.ts';
import { ByteBuffer } from './byte-buffer.ts';
import type { TokenNumbers } from './vocabulary.ts';

/*
 * Words that stand in a good part of all pieces, `of` and `the`, make phrases that are dear to count from their positions: both
 * lists are long. Each two of them that stand next to each other have a list of pieces of their own in the index.
 */

/** A frequent word is in at least one piece of so many. */
const SHARE = 8;
/** So many frequent words at most: the lists of their pairs take about a twentieth of an index (docs/adr/corpus-index.md). */
const MOST = 64;
/** Between the two words of a pair, in the dictionary: no token holds a space. */
const SPACE = 32;

/** The frequent words of some pieces, as their tokens, in byte order. */
export function frequentWords(
  tokens: Uint32Array,
  pieceEnds: readonly number[] | Uint32Array,
  pieces: number,
  vocabulary: TokenNumbers,
): Uint8Array[] {
  const df = new Uint32Array(vocabulary.size);
  const last = new Uint32Array(vocabulary.size);
  for (let piece = 0, at = 0; piece < pieces; piece += 1) {
    for (const end = pieceEnds[piece] as number; at < end; at += 1) {
      const id = tokens[at] as number;
      if (last[id] === piece + 1) continue;
      last[id] = piece + 1;
      df[id] = (df[id] as number) + 1;
    }
  }
  const token = new Uint8Array(3 * LONGEST_TOKEN);
  return Array.from(vocabulary.sorted())
    .map((place, at) => ({ at, place, df: df[vocabulary.idAt(place)] as number }))
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
  /** Counted from the beginning of the corpus; -1 before the first. */
  last: number;
  readonly pieces: ByteBuffer;
}

/** The pieces of each two frequent words that stand next to each other. Words go by their rank, from 1, in byte order. */
export class PairPostings {
  readonly #words: readonly Uint8Array[];
  readonly #lists: (PairList | undefined)[] = [];

  constructor(words: readonly Uint8Array[]) {
    this.#words = words;
  }

  /** A word next to another in a piece; pieces in order. */
  add(first: number, second: number, piece: number): void {
    const at = first * (MOST + 1) + second;
    this.#lists[at] ??= this.#emptyList(first, second);
    const list = this.#lists[at];
    if (list.last === piece) return;
    list.pieces.varint(2 * (piece - list.last - 1));
    list.last = piece;
    list.df += 1;
  }

  /** The pairs that begin with a word, in byte order. */
  *of(rank: number): Generator<PairList> {
    for (let second = 1; second <= this.#words.length; second += 1) {
      const list = this.#lists[rank * (MOST + 1) + second];
      if (list !== undefined && list.df > 0) yield list;
    }
  }

  /** For the next run. The lists keep their memory. */
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
    return this.#words[rank - 1] as Uint8Array;
  }
}
