import type { ByteSource } from './byte-source.ts';
import { crc32 } from './crc32.ts';
import { entriesOfBlock, findInBlock, SparseDictionary, type TermInfo } from './dictionary.ts';
import { startsOfAll } from './frequent-places.ts';
import { damaged, decodeHead, HEAD_BYTES, type Head, type IndexMeta } from './index-format.ts';
import { decodePieces, decodePositions, decodePostings, type Postings, positionBytes } from './postings.ts';

/** Everything a phrase needs of one of its words. */
export interface Occurrences extends Postings {
  /** At the places that `starts` counts. */
  readonly positions: Uint16Array;
  /** Null for a word that is not in many pieces. */
  readonly startOf: Uint32Array | null;
}

const ENCODER = new TextEncoder();

/** An open index. It keeps the sparse dictionary; blocks and postings are read, and checked, when they are asked for. */
export class CorpusIndex {
  readonly head: Head;
  readonly meta: IndexMeta;
  readonly #source: ByteSource;
  readonly #dictionary: SparseDictionary;
  readonly #width: 1 | 2;

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
    this.#width = positionBytes(meta.pieceWords);
  }

  get name(): string {
    return this.#source.name;
  }

  /** What the dictionary says of a token; null if the corpus does not hold it. */
  find(token: string): TermInfo | null | Promise<TermInfo | null> {
    const bytes = ENCODER.encode(token);
    const place = this.#dictionary.groupOf(bytes);
    if (place === null) return null;
    const block = this.#read(place.offset + place.postingsBytes, place.blockBytes);
    const find = (read: Uint8Array): TermInfo | null => findInBlock(read, place, bytes, this.#width, this.head.pieces, this.name);
    return block instanceof Promise ? block.then(find) : find(block);
  }

  /** All terms in byte order, pairs of frequent words among them. */
  async *entries(): AsyncGenerator<{ readonly token: string; readonly info: TermInfo }> {
    for (let group = 0; group < this.#dictionary.groups; group += 1) {
      const place = this.#dictionary.place(group);
      const block = await this.#read(place.offset + place.postingsBytes, place.blockBytes);
      yield* entriesOfBlock(block, place, this.#width, this.head.pieces, this.name);
    }
  }

  /** The pieces that hold a term, in order. */
  pieces(info: TermInfo): Uint32Array | Promise<Uint32Array> {
    const { df, pieceBytes, inline } = info;
    const decode = (bytes: Uint8Array): Uint32Array => this.#guard(() => decodePieces(bytes, 0, pieceBytes, df, this.head.pieces));
    if (inline !== null) return decode(inline);
    const read = this.#read(info.offset, pieceBytes + 4);
    const check = (bytes: Uint8Array): Uint32Array => {
      this.#check(bytes, 0, pieceBytes);
      return decode(bytes);
    };
    return read instanceof Promise ? read.then(check) : check(read);
  }

  /** The pieces with the positions in each. */
  occurrences(info: TermInfo): Occurrences | Promise<Occurrences> {
    const { df, cf, pieceBytes, inline } = info;
    const gap = inline === null ? 4 : 0;
    const decode = (bytes: Uint8Array): Occurrences => {
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
    };
    if (inline !== null) return decode(inline);
    const read = this.#read(info.offset, pieceBytes + info.positionBytes + 8);
    return read instanceof Promise ? read.then(decode) : decode(read);
  }

  #read(offset: number, length: number): Uint8Array | Promise<Uint8Array> {
    if (offset + length > this.#source.size) throw damaged(this.name, 'its dictionary points beyond the end');
    return this.#source.read(offset, length);
  }

  #check(bytes: Uint8Array, start: number, length: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint32(start + length, true) !== crc32(bytes, start, start + length)) throw damaged(this.name, 'the postings of a term');
  }

  #guard<T>(decode: () => T): T {
    try {
      return decode();
    } catch (error) {
      if (error instanceof RangeError) throw damaged(this.name, 'the postings of a term');
      throw error;
    }
  }
}
