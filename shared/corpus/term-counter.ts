import { conjoinedTerms, isConjunction } from '../core/relatedness/conjunction.ts';
import { type Normalisation, normalisationId, normaliseTerm, tokensOf } from '../core/text/tokens.ts';
import { BlockedPairs } from './blocked-pairs.ts';
import { onceRead, type Soon } from './byte-source.ts';
import type { CorpusIndex, Occurrences } from './corpus-index.ts';
import { KeptDecoded } from './kept.ts';
import { countPairs } from './pair-counts.ts';
import { gallop, phrasePieces } from './phrase.ts';
import { countBoth, PieceList } from './piece-list.ts';

/** The bits of the port's CountFlag that a corpus can set; a contract test compares them. */
export const NOT_EXPRESSIBLE = 1;
export const BACKED_OFF = 8;

interface CounterOptions {
  readonly normalisation: Normalisation;
  /** Counts a phrase that no piece contains by the pieces that contain all its words. Such counts are flagged. */
  readonly backOff?: boolean;
  /** Bytes of decoded lists kept in memory. */
  readonly memory?: number;
}

interface TermPieces {
  readonly list: PieceList;
  readonly flags: number;
}

interface BatchCounts {
  readonly terms: Float64Array;
  readonly termFlags: Uint8Array;
  readonly pairs: Float64Array;
  readonly pairFlags: Uint8Array;
}

const MEMORY = 256 << 20;
/** Marks the keys of words with positions: no term begins with a space. */
const PLACES = ' ';
/** Number of terms that are read at the same time. */
const TOGETHER = 1024;

/** Counts terms and pairs exactly: words, and phrases of any length. Keeps decoded lists as memory allows. */
export class TermCounter {
  readonly index: CorpusIndex;
  readonly #normalisation: Normalisation;
  readonly #backOff: boolean;
  /** Terms, and words with positions, share one bound: the ones that are used more displace the others. */
  readonly #kept: KeptDecoded<TermPieces | Occurrences | null>;
  readonly #frequent: ReadonlySet<string>;
  /** Bytes of the lists in one block of a batch; two blocks are in memory at a time. */
  readonly #block: number;

  constructor(index: CorpusIndex, { normalisation, backOff = false, memory = MEMORY }: CounterOptions) {
    this.index = index;
    this.#normalisation = normalisation;
    this.#backOff = backOff;
    // The lists of the batch at hand may be no longer kept.
    this.#kept = new KeptDecoded((3 * memory) / 4);
    this.#block = memory / 2;
    this.#frequent = new Set(index.meta.frequent);
  }

  get size(): number {
    return this.index.head.pieces;
  }

  /** Everything a count depends on: the content of the index, how terms are normalised here and now, and the back-off. */
  get version(): string {
    const content = this.index.head.contentHash.slice(0, 16);
    return [content, normalisationId(this.#normalisation), ...(this.#backOff ? ['backoff-words'] : [])].join('/');
  }

  /** The pieces of a term; null if it has no letter or digit. */
  pieces(term: string): Soon<TermPieces | null> {
    if (isConjunction(term)) return this.#allOf(conjoinedTerms(term));
    const tokens = tokensOf(normaliseTerm(term), this.#normalisation);
    const [first] = tokens;
    if (first === undefined) return null;
    const key = tokens.join(' ');
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept as TermPieces;
    const found = tokens.length === 1 ? this.#wordPieces(first) : this.#phrasePieces(tokens);
    return onceRead(found, (pieces) => {
      this.#kept.put(key, pieces, pieces.list.bytes);
      return pieces;
    });
  }

  /** The pieces that contain all of the terms. Not kept: a conjunction is rarely asked for twice. */
  #allOf(terms: readonly string[]): Soon<TermPieces | null> {
    return onceRead(this.#all(terms), (found) => {
      const lists = found.flatMap((each) => (each === null ? [] : [each.list.toPieces()]));
      return lists.length < found.length ? null : this.#listOf(inAll(lists));
    });
  }

  async count(term: string, other?: string): Promise<number> {
    const x = await this.pieces(term);
    const y = other === undefined ? x : await this.pieces(other);
    if (x === null || y === null) return Number.NaN;
    return x === y ? x.list.count : countBoth(x.list, y.list);
  }

  /** Counts a batch. If its lists do not fit in memory together, they are read and counted by blocks of terms. */
  async countAll({ terms, pairs }: { readonly terms: readonly string[]; readonly pairs: Uint32Array }): Promise<BatchCounts> {
    const counts = new Float64Array(terms.length);
    const termFlags = new Uint8Array(terms.length);
    const blocks = new BlockedPairs(terms.length, pairs);
    let lists: (PieceList | null)[] = [];
    let bytes = 0;
    for (let start = 0; start < terms.length; start += TOGETHER) {
      for (const [at, pieces] of (await this.#all(terms.slice(start, start + TOGETHER))).entries()) {
        const list = pieces?.list ?? null;
        counts[start + at] = list?.count ?? Number.NaN;
        termFlags[start + at] = pieces?.flags ?? NOT_EXPRESSIBLE;
        bytes += list?.bytes ?? 0;
        if (bytes > this.#block) {
          blocks.begin(start + at);
          bytes = list?.bytes ?? 0;
          lists = [];
        }
        lists.push(list);
      }
    }
    const pairFlags = new Uint8Array(pairs.length / 2);
    for (let at = 0; at < pairFlags.length; at += 1) {
      pairFlags[at] = termFlags[pairs[2 * at]] | termFlags[pairs[2 * at + 1]];
    }
    if (blocks.count === 1) {
      return { terms: counts, termFlags, pairs: countPairs(lists, pairs, this.size), pairFlags };
    }
    const listsOf = async (from: number, to: number): Promise<(PieceList | null)[]> => {
      const found = await this.#all(terms.slice(from, to));
      return found.map((pieces) => pieces?.list ?? null);
    };
    return { terms: counts, termFlags, pairs: await blocks.countAll(listsOf, this.size), pairFlags };
  }

  #all(terms: readonly string[]): Soon<(TermPieces | null)[]> {
    const asked = terms.map((term) => this.pieces(term));
    return asked.some((pieces) => pieces instanceof Promise) ? Promise.all(asked) : (asked as (TermPieces | null)[]);
  }

  #wordPieces(token: string): Soon<TermPieces> {
    return onceRead(this.index.find(token), (info) => onceRead(info === null ? new Uint32Array(0) : this.index.pieces(info), this.#listOf));
  }

  #phrasePieces(tokens: readonly string[]): Soon<TermPieces> {
    if (!tokens.every((token) => this.#frequent.has(token))) return this.#verified(tokens, null);
    const pairs = tokens.slice(1).map((token, at) => this.#pairPieces(`${tokens[at]} ${token}`));
    const all = pairs.some((pieces) => pieces instanceof Promise) ? Promise.all(pairs) : (pairs as Uint32Array[]);
    return onceRead(all, (lists) => {
      const within = inAll(lists);
      return tokens.length === 2 && within.length > 0 ? this.#listOf(within) : this.#verified(tokens, within);
    });
  }

  /** The pieces of two adjacent frequent words; none if the index has no such list. */
  #pairPieces(pair: string): Soon<Uint32Array> {
    return onceRead(this.index.find(pair), (info) => (info === null ? new Uint32Array(0) : this.index.pieces(info)));
  }

  /** Compares the positions of all words. `within` restricts the pieces. */
  #verified(tokens: readonly string[], within: Uint32Array | null): Soon<TermPieces> {
    if (within?.length === 0 && !this.#backOff) return this.#listOf(within);
    const asked = tokens.map((token) => this.#occurrences(token));
    const all = asked.some((words) => words instanceof Promise) ? Promise.all(asked) : (asked as (Occurrences | null)[]);
    return onceRead(all, (words) => {
      const present = words.filter((word) => word !== null);
      if (present.length < words.length) return this.#listOf(new Uint32Array(0));
      const pieces = phrasePieces(present, within);
      if (pieces.length > 0 || !this.#backOff) return this.#listOf(pieces);
      return { ...this.#listOf(inAll(present.map((word) => word.pieces))), flags: BACKED_OFF };
    });
  }

  #occurrences(token: string): Soon<Occurrences | null> {
    const key = PLACES + token;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept as Occurrences | null;
    return onceRead(this.index.find(token), (info) =>
      onceRead(info === null ? null : this.index.occurrences(info), (word) => {
        this.#kept.put(key, word, word === null ? 0 : bytesOf(word));
        return word;
      }),
    );
  }

  readonly #listOf = (pieces: Uint32Array): TermPieces => ({ list: new PieceList(pieces, this.size), flags: 0 });
}

const bytesOf = ({ pieces, positions, startOf }: Occurrences): number =>
  8 * pieces.length + positions.byteLength + (startOf?.byteLength ?? 0);

/** The pieces in all of some ascending lists: those of the shortest list, searched in the others. */
function inAll(lists: readonly Uint32Array[]): Uint32Array {
  const [rarest = new Uint32Array(0), ...others] = lists.toSorted((a, b) => a.length - b.length);
  return others.reduce(inBoth, rarest);
}

function inBoth(few: Uint32Array, many: Uint32Array): Uint32Array {
  const both = new Uint32Array(few.length);
  let count = 0;
  let from = 0;
  for (let at = 0; at < few.length; at += 1) {
    const piece = few[at];
    from = gallop(many, piece, from);
    if (from === many.length) break;
    if (many[from] === piece) both[count++] = piece;
  }
  return both.subarray(0, count);
}
