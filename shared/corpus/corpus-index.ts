import { type ByteSource, onceRead, type Soon } from './byte-source.ts';
import { crc32 } from './crc32.ts';
import { checkBlock, entriesOfBlock, findInBlock, SparseDictionary, type TermInfo } from './dictionary.ts';
import { damaged, decodeHead, HEAD_BYTES, type Head, type IndexMeta, orDamaged } from './index-format.ts';
import { decodePieces, decodePositions, decodePostings, type Postings, positionBytes, startsOfAll } from './postings.ts';

/** Pieces and positions of one word of a phrase. */
export interface Occurrences extends Postings {
  /** Sliced by `starts`. */
  readonly positions: Uint16Array;
  /** Start of the positions of every piece of the corpus; only for frequent words. */
  readonly startOf: Uint32Array | null;
}

const ENCODER = new TextEncoder();
const POSTINGS = 'the postings of a term';

/** An open index. Only the sparse dictionary is in memory; blocks and postings are read and checked on demand. */
export class CorpusIndex {
  readonly head: Head;
  readonly meta: IndexMeta;
  readonly #source: ByteSource;
  readonly #dictionary: SparseDictionary;
  readonly #width: 1 | 2;
  /** Groups whose block was read and not damaged. */
  readonly #checked: Uint8Array;

  static async open(source: ByteSource): Promise<CorpusIndex> {
    const head = decodeHead(await source.read(0, Math.min(HEAD_BYTES, source.size)), source.size, source.name);
    const tail = await source.read(head.sparseOffset, head.sparseBytes + head.metaBytes);
    const sparse = tail.subarray(0, head.sparseBytes);
    const meta = tail.subarray(head.sparseBytes);
    if (crc32(sparse) !== head.sparseCrc || crc32(meta) !== head.metaCrc) throw damaged(source.name, 'its sparse dictionary');
    return new CorpusIndex(
      source,
      head,
      JSON.parse(new TextDecoder().decode(meta)) as IndexMeta,
      new SparseDictionary(sparse, head.groups),
    );
  }

  private constructor(source: ByteSource, head: Head, meta: IndexMeta, dictionary: SparseDictionary) {
    this.#source = source;
    this.head = head;
    this.meta = meta;
    this.#dictionary = dictionary;
    this.#checked = new Uint8Array(head.groups);
    this.#width = positionBytes(meta.pieceWords);
  }

  get name(): string {
    return this.#source.name;
  }

  /** Dictionary entry of a token; null if the corpus does not contain it. */
  find(token: string): Soon<TermInfo | null> {
    const bytes = ENCODER.encode(token);
    const group = this.#dictionary.groupOf(bytes);
    if (group < 0) return null;
    const place = this.#dictionary.place(group);
    return onceRead(this.#read(place.offset + place.postingsBytes, place.blockBytes), (block) => {
      if (this.#checked[group] === 0) checkBlock(block, this.name);
      this.#checked[group] = 1;
      return findInBlock(block, place, bytes, this.#width, this.head.pieces, this.name);
    });
  }

  /** All terms in byte order, including pairs of frequent words. */
  async *entries(): AsyncGenerator<{ readonly token: string; readonly info: TermInfo }> {
    for (let group = 0; group < this.#dictionary.groups; group += 1) {
      const place = this.#dictionary.place(group);
      const block = await this.#read(place.offset + place.postingsBytes, place.blockBytes);
      yield* entriesOfBlock(block, place, this.#width, this.head.pieces, this.name);
    }
  }

  /** The pieces that contain a term, in order. */
  pieces(info: TermInfo): Soon<Uint32Array> {
    const { df, pieceBytes, inline } = info;
    return onceRead(inline ?? this.#read(info.offset, pieceBytes + 4), (bytes) => {
      if (inline === null) this.#check(bytes, 0, pieceBytes);
      return this.#guard(() => decodePieces(bytes, 0, pieceBytes, df, this.head.pieces));
    });
  }

  /** The pieces with the positions in each. */
  occurrences(info: TermInfo): Soon<Occurrences> {
    const { df, cf, pieceBytes, inline } = info;
    const gap = inline === null ? 4 : 0;
    return onceRead(inline ?? this.#read(info.offset, pieceBytes + info.positionBytes + 8), (bytes) => {
      if (inline === null) {
        this.#check(bytes, 0, pieceBytes);
        this.#check(bytes, pieceBytes + 4, info.positionBytes);
      }
      const from = pieceBytes + gap;
      return this.#guard(() => {
        const size = this.head.pieces;
        const postings = decodePostings(bytes, 0, pieceBytes, df, cf, size);
        const positions = decodePositions(bytes, from, from + info.positionBytes, cf, this.#width);
        return { ...postings, positions, startOf: startsOfAll(postings, positions.length, size) };
      });
    });
  }

  #read(offset: number, length: number): Soon<Uint8Array> {
    if (offset + length > this.#source.size) throw damaged(this.name, 'its dictionary points beyond the end');
    return this.#source.read(offset, length);
  }

  #check(bytes: Uint8Array, start: number, length: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint32(start + length, true) !== crc32(bytes, start, start + length)) throw damaged(this.name, POSTINGS);
  }

  #guard<T>(decode: () => T): T {
    return orDamaged(this.name, POSTINGS, decode);
  }
}
