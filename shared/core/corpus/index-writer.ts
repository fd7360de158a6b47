import { ByteBuffer } from './byte-buffer.ts';
import type { ByteSink } from './byte-source.ts';
import { crc32 } from './crc32.ts';
import { encodeHead, GROUP_TERMS, HEAD_BYTES, type Head, hex, INLINE, type IndexMeta, SPARSE_ENTRY } from './index-format.ts';
import { positionBytes, rawPositionBytes } from './postings.ts';

/** One term with its postings, encoded as in `postings.ts`. The buffers are only lent. */
export interface TermEntry {
  readonly token: Uint8Array;
  readonly tokenStart: number;
  readonly tokenEnd: number;
  readonly df: number;
  readonly cf: number;
  readonly pieces: ByteBuffer;
  /** All of each position together, in one byte or two. */
  readonly positions: ByteBuffer;
  /** Two frequent words: pieces without positions. */
  readonly isPair: boolean;
}

const CHUNK = 1 << 18;

/** Writes an index from its terms in byte order, in one pass; only one entry for each group of terms stays in memory. */
export class IndexWriter {
  readonly #sink: ByteSink;
  readonly #rawWidth: 1 | 2;
  readonly #width: 1 | 2;
  readonly #positions = new ByteBuffer();
  readonly #high = new ByteBuffer();
  readonly #out = new ByteBuffer(2 * CHUNK);
  /** Everything before `#out`. */
  #flushed = 0;
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
    this.#rawWidth = rawPositionBytes(pieceWords);
    this.#width = positionBytes(pieceWords);
    sink.append(new Uint8Array(HEAD_BYTES));
    this.#flushed = HEAD_BYTES;
  }

  add(entry: TermEntry): void {
    const { token, tokenStart, tokenEnd, df, cf, pieces, isPair } = entry;
    const positions = this.#filePositions(entry);
    const high = this.#high.length;
    if (this.#inBlock === 0) this.#keys.append(token, tokenStart, tokenEnd);
    const shared = this.#inBlock === 0 ? 0 : this.#sharedWith(token, tokenStart, tokenEnd);
    const block = this.#block;
    block.byte(shared);
    block.byte(tokenEnd - tokenStart - shared);
    block.append(token, tokenStart + shared, tokenEnd);
    block.varint(df);
    block.varint(cf - df);
    // Rarely there, so marked by the lowest bit: the bytes of H; of none for a pair.
    block.varint(2 * pieces.length + (high > 0 || isPair ? 1 : 0));
    if (high > 0 || isPair) block.varint(high);
    if (pieces.length + positions.length <= INLINE) {
      block.append(pieces.bytes, 0, pieces.length);
      block.append(positions.bytes, 0, positions.length);
    } else {
      this.#appendChecked(pieces);
      if (!isPair) this.#appendChecked(positions);
    }
    this.#previousLength = tokenEnd - tokenStart;
    for (let at = shared; at < this.#previousLength; at += 1) this.#previous[at] = token[tokenStart + at] as number;
    if (!isPair) {
      this.#terms += 1;
      this.#tokens += cf;
    }
    this.#inBlock += 1;
    if (this.#inBlock === GROUP_TERMS) this.#endGroup();
  }

  finish(meta: IndexMeta, counts: { readonly pieces: number; readonly documents: number }): Head {
    if (this.#inBlock > 0) this.#endGroup();
    const sparseOffset = this.#place();
    const sparse = this.#sparse;
    sparse.append(this.#keys.bytes, 0, this.#keys.length);
    const metaBytes = new TextEncoder().encode(JSON.stringify(meta));
    this.#flush();
    this.#sink.append(sparse.written());
    this.#sink.append(metaBytes);
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

  /** P and H; the bytes of H are left in `#high`. */
  #filePositions({ cf, positions: raw }: TermEntry): ByteBuffer {
    const high = this.#high;
    high.length = 0;
    if (this.#rawWidth === this.#width || raw.length === 0) return raw;
    const positions = this.#positions;
    positions.length = 0;
    positions.reserve(cf);
    const from = raw.bytes;
    const to = positions.bytes;
    let last = -1;
    for (let at = 0; at < cf; at += 1) {
      to[at] = from[2 * at] as number;
      if (from[2 * at + 1] === 0) continue;
      high.varint(at - last - 1);
      last = at;
    }
    positions.length = cf;
    positions.append(high.bytes, 0, high.length);
    return positions;
  }

  #sharedWith(token: Uint8Array, start: number, end: number): number {
    const limit = Math.min(this.#previousLength, end - start);
    let shared = 0;
    while (shared < limit && this.#previous[shared] === token[start + shared]) shared += 1;
    return shared;
  }

  #appendChecked(part: ByteBuffer): void {
    if (part.length < CHUNK) this.#out.append(part.bytes, 0, part.length);
    else {
      // Lists of the most frequent words are megabytes: once more of them would not fit the memory of a build.
      this.#flush();
      this.#sink.append(part.written());
      this.#flushed += part.length;
    }
    this.#appendWord(this.#out, crc32(part.bytes, 0, part.length));
    if (this.#out.length >= CHUNK) this.#flush();
  }

  #endGroup(): void {
    const block = this.#block;
    this.#appendWord(block, crc32(block.bytes, 0, block.length));
    const postingsBytes = this.#place() - this.#groupStart;
    this.#out.append(block.bytes, 0, block.length);
    const entry = new DataView(new ArrayBuffer(SPARSE_ENTRY));
    entry.setFloat64(0, this.#groupStart, true);
    entry.setUint32(8, postingsBytes, true);
    entry.setUint32(12, block.length, true);
    entry.setUint32(16, this.#keys.length, true);
    this.#sparse.append(new Uint8Array(entry.buffer), 0, SPARSE_ENTRY);
    this.#groups += 1;
    this.#groupStart = this.#place();
    this.#inBlock = 0;
    this.#previousLength = 0;
    block.length = 0;
    if (this.#out.length >= CHUNK) this.#flush();
  }

  #appendWord(to: ByteBuffer, word: number): void {
    to.reserve(4);
    for (let shift = 0; shift < 32; shift += 8) {
      to.bytes[to.length] = word >>> shift;
      to.length += 1;
    }
  }

  #place(): number {
    return this.#flushed + this.#out.length;
  }

  #flush(): void {
    this.#sink.append(this.#out.written());
    this.#flushed += this.#out.length;
    this.#out.length = 0;
  }
}
