import { ByteBuffer } from './byte-buffer.ts';
import type { ByteSink } from './byte-source.ts';
import { crc32 } from './crc32.ts';
import { encodeHead, GROUP_TERMS, HEAD_BYTES, type Head, hex, INLINE, type IndexMeta, SPARSE_ENTRY } from './index-format.ts';
import { appendWord, CHUNK, IndexOutput, type Take } from './index-output.ts';
import { NarrowPositions } from './narrow-positions.ts';
import { positionBytes, rawPositionBytes } from './postings.ts';

interface Term {
  readonly token: Uint8Array;
  readonly tokenStart: number;
  readonly tokenEnd: number;
  readonly df: number;
  readonly cf: number;
  /** Two frequent words: pieces without positions. */
  readonly isPair: boolean;
}

/** One term with its postings, encoded as in `postings.ts`. The buffers are only lent. */
export interface TermEntry extends Term {
  readonly pieces: ByteBuffer;
  /** All of each position together, in one byte or two. */
  readonly positions: ByteBuffer;
}

/** The same where the postings are too long to stand in memory: each stream is asked for once, the pieces first. */
export interface LongEntry extends Term {
  readonly pieces: (to: Take) => void;
  readonly positions: (to: Take) => void;
}

/** Writes an index from its terms in byte order, in one pass; only one entry for each group of terms stays in memory. */
export class IndexWriter {
  readonly #sink: ByteSink;
  readonly #out: IndexOutput;
  /** Null where the file has positions as the runs have them. */
  readonly #narrow: NarrowPositions | null;
  readonly #positions = new ByteBuffer();
  readonly #toPositions: Take = (bytes, start, end) => this.#positions.append(bytes, start, end);
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

  constructor(sink: ByteSink, pieceWords: number) {
    this.#sink = sink;
    this.#narrow = rawPositionBytes(pieceWords) === positionBytes(pieceWords) ? null : new NarrowPositions();
    this.#out = new IndexOutput(sink);
    this.#out.append(new Uint8Array(HEAD_BYTES));
    // A sink takes the head by itself.
    this.#out.flush();
  }

  add(entry: TermEntry): void {
    const { pieces, positions: raw, isPair } = entry;
    if (isLong(pieces.length, raw.length)) {
      const streamed = (part: ByteBuffer) => (to: Take) => to(part.bytes, 0, part.length);
      this.addLong({ ...entry, pieces: streamed(pieces), positions: streamed(raw) });
      return;
    }
    const positions = this.#filePositions(raw);
    this.#addToBlock(entry, pieces.length, this.#narrow?.high.length ?? 0);
    if (pieces.length + positions.length <= INLINE) {
      this.#block.append(pieces.bytes, 0, pieces.length);
      this.#block.append(positions.bytes, 0, positions.length);
    } else {
      this.#out.checked(pieces.bytes, 0, pieces.length);
      this.#out.endChecked();
      if (!isPair) {
        this.#out.checked(positions.bytes, 0, positions.length);
        this.#out.endChecked();
      }
    }
    this.#endTerm();
  }

  /** Only for what `isLong`: no part of it may stand in the block. */
  addLong(entry: LongEntry): void {
    const out = this.#out;
    const narrow = this.#narrow;
    const start = out.place;
    entry.pieces(out.checked);
    const piecesBytes = out.place - start;
    out.endChecked();
    narrow?.begin();
    if (!entry.isPair) {
      if (narrow === null) entry.positions(out.checked);
      else {
        entry.positions((bytes, from, to) => narrow.add(bytes, from, to, out.checked));
        out.checked(narrow.high.bytes, 0, narrow.high.length);
      }
      out.endChecked();
    }
    this.#addToBlock(entry, piecesBytes, narrow?.high.length ?? 0);
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
      contentHash: hex(this.#sink.digest()),
    };
    this.#sink.putHead(encodeHead(head));
    return head;
  }

  /** P and H; the bytes of H are left in `#narrow`. */
  #filePositions(raw: ByteBuffer): ByteBuffer {
    const narrow = this.#narrow;
    if (narrow === null) return raw;
    const positions = this.#positions;
    positions.length = 0;
    narrow.begin();
    narrow.add(raw.bytes, 0, raw.length, this.#toPositions);
    positions.append(narrow.high.bytes, 0, narrow.high.length);
    return positions;
  }

  /** The name and the numbers of a term. */
  #addToBlock({ token, tokenStart, tokenEnd, df, cf, isPair }: Term, piecesBytes: number, high: number): void {
    if (this.#inBlock === 0) this.#keys.append(token, tokenStart, tokenEnd);
    const shared = this.#inBlock === 0 ? 0 : this.#sharedWith(token, tokenStart, tokenEnd);
    const block = this.#block;
    block.byte(shared);
    block.byte(tokenEnd - tokenStart - shared);
    block.append(token, tokenStart + shared, tokenEnd);
    block.varint(df);
    block.varint(cf - df);
    // Rarely there, so marked by the lowest bit: the bytes of H; of none for a pair.
    block.varint(2 * piecesBytes + (high > 0 || isPair ? 1 : 0));
    if (high > 0 || isPair) block.varint(high);
    this.#previousLength = tokenEnd - tokenStart;
    for (let at = shared; at < this.#previousLength; at += 1) this.#previous[at] = token[tokenStart + at] as number;
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

/** Whether postings of so many bytes pass as streams. */
export const isLong = (piecesBytes: number, positionsBytes: number): boolean => piecesBytes + positionsBytes >= CHUNK;
