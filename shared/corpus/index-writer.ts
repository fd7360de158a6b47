import { hexOf } from '../core/keys/digest.ts';
import { ByteBuffer } from './byte-buffer.ts';
import type { ByteSink } from './byte-source.ts';
import { crc32 } from './crc32.ts';
import { encodeHead, GROUP_TERMS, HEAD_BYTES, type Head, INLINE, type IndexMeta, SPARSE_ENTRY } from './index-format.ts';
import { appendWord, CHUNK, IndexOutput, type Take } from './index-output.ts';

interface Term {
  readonly token: Uint8Array;
  readonly tokenStart: number;
  readonly tokenEnd: number;
  readonly df: number;
  readonly cf: number;
  /** A pair of adjacent frequent words, without positions. */
  readonly isPair: boolean;
}

/** One term with its postings, D, P and H of `postings.ts`. The caller reuses the buffers. */
export interface TermEntry extends Term {
  readonly pieces: ByteBuffer;
  readonly positions: ByteBuffer;
  readonly high: ByteBuffer;
}

/** A term whose postings are too long for memory: each stream is asked for once, in this order. */
interface LongEntry extends Term {
  readonly pieces: (to: Take) => void;
  readonly positions: (to: Take) => void;
  readonly high: (to: Take) => void;
}

/** Writes an index in one pass from its terms in byte order. Only one entry for each group of terms stays in memory. */
export class IndexWriter {
  readonly #sink: ByteSink;
  readonly #out: IndexOutput;
  readonly #block = new ByteBuffer();
  #inBlock = 0;
  #groupStart = HEAD_BYTES;
  readonly #previous = new Uint8Array(256);
  #previousLength = 0;
  readonly #sparse = new ByteBuffer();
  readonly #keys = new ByteBuffer();
  #groups = 0;
  #terms = 0;
  #tokens = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
    this.#out = new IndexOutput(sink);
    this.#out.append(new Uint8Array(HEAD_BYTES));
    // A sink expects the head in a write of its own.
    this.#out.flush();
  }

  add(entry: TermEntry): void {
    const { pieces, positions, high, isPair } = entry;
    if (isLong(pieces.length, positions.length + high.length)) {
      const streamed = (part: ByteBuffer) => (to: Take) => to(part.bytes, 0, part.length);
      this.addLong({ ...entry, pieces: streamed(pieces), positions: streamed(positions), high: streamed(high) });
      return;
    }
    this.#addToBlock(entry, pieces.length, high.length);
    if (pieces.length + positions.length + high.length <= INLINE) {
      this.#block.append(pieces.bytes, 0, pieces.length);
      this.#block.append(positions.bytes, 0, positions.length);
      this.#block.append(high.bytes, 0, high.length);
    } else {
      this.#out.checked(pieces.bytes, 0, pieces.length);
      this.#out.endChecked();
      if (!isPair) {
        this.#out.checked(positions.bytes, 0, positions.length);
        this.#out.checked(high.bytes, 0, high.length);
        this.#out.endChecked();
      }
    }
    this.#endTerm();
  }

  /** Only for entries that are `isLong`: they are never inline. */
  addLong(entry: LongEntry): void {
    const out = this.#out;
    const start = out.place;
    entry.pieces(out.checked);
    const piecesBytes = out.place - start;
    out.endChecked();
    let highBytes = 0;
    if (!entry.isPair) {
      entry.positions(out.checked);
      const before = out.place;
      entry.high(out.checked);
      highBytes = out.place - before;
      out.endChecked();
    }
    this.#addToBlock(entry, piecesBytes, highBytes);
    this.#endTerm();
  }

  finish(meta: IndexMeta, counts: { readonly pieces: number; readonly documents: number }): Head {
    if (this.#inBlock > 0) this.#endGroup();
    const sparseOffset = this.#out.place;
    const sparse = this.#sparse;
    sparse.append(this.#keys.bytes, 0, this.#keys.length);
    const metaBytes = new TextEncoder().encode(JSON.stringify(meta));
    this.#out.append(sparse.bytes, 0, sparse.length);
    this.#out.append(metaBytes);
    this.#out.flush();
    const head: Head = {
      ...counts,
      tokens: this.#tokens,
      terms: this.#terms,
      groups: this.#groups,
      sparseOffset,
      sparseBytes: sparse.length,
      sparseCrc: crc32(sparse.bytes, 0, sparse.length),
      metaBytes: metaBytes.length,
      metaCrc: crc32(metaBytes),
      contentHash: hexOf(this.#sink.digest()),
    };
    this.#sink.putHead(encodeHead(head));
    return head;
  }

  /** Writes the token and the counts of a term. */
  #addToBlock({ token, tokenStart, tokenEnd, df, cf, isPair }: Term, piecesBytes: number, high: number): void {
    if (this.#inBlock === 0) this.#keys.append(token, tokenStart, tokenEnd);
    const shared = this.#inBlock === 0 ? 0 : this.#sharedWith(token, tokenStart, tokenEnd);
    const block = this.#block;
    block.byte(shared);
    block.byte(tokenEnd - tokenStart - shared);
    block.append(token, tokenStart + shared, tokenEnd);
    block.varint(df);
    block.varint(cf - df);
    // H is rarely there, so the lowest bit says whether its size follows. A pair has size 0.
    block.varint(2 * piecesBytes + (high > 0 || isPair ? 1 : 0));
    if (high > 0 || isPair) block.varint(high);
    this.#previousLength = tokenEnd - tokenStart;
    for (let at = shared; at < this.#previousLength; at += 1) this.#previous[at] = token[tokenStart + at];
    if (isPair) return;
    this.#terms += 1;
    this.#tokens += cf;
  }

  #endTerm(): void {
    this.#inBlock += 1;
    if (this.#inBlock === GROUP_TERMS) this.#endGroup();
  }

  #sharedWith(token: Uint8Array, start: number, end: number): number {
    const limit = Math.min(this.#previousLength, end - start);
    let shared = 0;
    while (shared < limit && this.#previous[shared] === token[start + shared]) shared += 1;
    return shared;
  }

  #endGroup(): void {
    const block = this.#block;
    const postingsBytes = this.#out.place - this.#groupStart;
    appendWord(block, crc32(block.bytes, 0, block.length));
    this.#out.append(block.bytes, 0, block.length);
    const entry = new DataView(new ArrayBuffer(SPARSE_ENTRY));
    entry.setFloat64(0, this.#groupStart, true);
    entry.setUint32(8, postingsBytes, true);
    entry.setUint32(12, block.length, true);
    entry.setUint32(16, this.#keys.length, true);
    this.#sparse.append(new Uint8Array(entry.buffer), 0, SPARSE_ENTRY);
    this.#groups += 1;
    this.#groupStart = this.#out.place;
    this.#inBlock = 0;
    this.#previousLength = 0;
    block.length = 0;
  }
}

/** True if postings of this size are passed as streams. */
export const isLong = (piecesBytes: number, positionsBytes: number): boolean => piecesBytes + positionsBytes >= CHUNK;
