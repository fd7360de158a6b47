import { LONGEST_TOKEN } from '../text/tokens.ts';
import type { Vocabulary } from './vocabulary.ts';

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
  vocabulary: Vocabulary,
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

/** The pieces of each two frequent words that stand next to each other in a run. Words go by their rank, from 1, in byte order. */
export class PairPostings {
  readonly #words: readonly Uint8Array[];
  readonly #starts: Uint32Array;
  readonly #pieces: Uint32Array;

  /** `ranks` by id; ids beyond it have none. */
  constructor(words: readonly Uint8Array[], ranks: Uint8Array, tokens: Uint32Array, pieceEnds: Uint32Array, pieces: number) {
    this.#words = words;
    const width = words.length + 1;
    this.#starts = new Uint32Array(width * width + 1);
    const last = new Uint32Array(width * width);
    const starts = this.#starts;
    eachPair(ranks, width, tokens, pieceEnds, pieces, last, (pair) => {
      starts[pair + 1] = (starts[pair + 1] as number) + 1;
    });
    for (let pair = 1; pair < starts.length; pair += 1) starts[pair] = (starts[pair] as number) + (starts[pair - 1] as number);
    const next = starts.slice();
    const held = new Uint32Array(starts[starts.length - 1] as number);
    this.#pieces = held;
    last.fill(0);
    eachPair(ranks, width, tokens, pieceEnds, pieces, last, (pair, piece) => {
      const place = next[pair] as number;
      held[place] = piece;
      next[pair] = place + 1;
    });
  }

  /** The pairs that begin with a word, in byte order: each with its name and its pieces. */
  *of(rank: number): Generator<{ readonly name: Uint8Array; readonly pieces: Uint32Array }> {
    const width = this.#words.length + 1;
    const first = this.#words[rank - 1] as Uint8Array;
    for (const [at, second] of this.#words.entries()) {
      const pair = rank * width + at + 1;
      const start = this.#starts[pair] as number;
      const end = this.#starts[pair + 1] as number;
      if (start < end) yield { name: Uint8Array.of(...first, SPACE, ...second), pieces: this.#pieces.subarray(start, end) };
    }
  }
}

/** Each pair once for each piece that holds it. */
function eachPair(
  ranks: Uint8Array,
  width: number,
  tokens: Uint32Array,
  pieceEnds: Uint32Array,
  pieces: number,
  last: Uint32Array,
  visit: (pair: number, piece: number) => void,
): void {
  for (let piece = 0, at = 0; piece < pieces; piece += 1) {
    let before = 0;
    for (const end = pieceEnds[piece] as number; at < end; at += 1) {
      const id = tokens[at] as number;
      const rank = id < ranks.length ? (ranks[id] as number) : 0;
      if (rank > 0 && before > 0) {
        const pair = before * width + rank;
        if (last[pair] !== piece + 1) {
          last[pair] = piece + 1;
          visit(pair, piece);
        }
      }
      before = rank;
    }
  }
}
