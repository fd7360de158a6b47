import { ByteBuffer, ByteReader } from './byte-buffer.ts';
import type { ByteSink } from './byte-source.ts';
import type { IndexWriter } from './index-writer.ts';
import type { RunEntry } from './run.ts';
import { compareBytes } from './vocabulary.ts';

/** Runs that wait to be merged, each written once in order and read once in order. */
export interface RunStore {
  create(): Pick<ByteSink, 'append'> & { end(): void };
  /** One for each run in order of creation: the next bytes of it, none at its end. They are only lent. */
  readAll(): (() => Uint8Array)[];
}

const CHUNK = 1 << 18;

/** A run file is its entries one after the other; each begins with its length. */
export class RunWriter {
  readonly #to: ReturnType<RunStore['create']>;
  readonly #out = new ByteBuffer(2 * CHUNK);

  constructor(to: ReturnType<RunStore['create']>) {
    this.#to = to;
  }

  add({ token, tokenStart, tokenEnd, df, cf, lastPiece, pieces, positions, isPair }: RunEntry): void {
    const out = this.#out;
    const fields = new ByteBuffer(64);
    for (const number of [2 * (tokenEnd - tokenStart) + (isPair ? 1 : 0), df, cf, lastPiece, pieces.length, positions.length])
      fields.varint(number);
    out.varint(fields.length + (tokenEnd - tokenStart) + pieces.length + positions.length);
    out.append(fields.bytes, 0, fields.length);
    out.append(token, tokenStart, tokenEnd);
    out.append(pieces.bytes, 0, pieces.length);
    out.append(positions.bytes, 0, positions.length);
    if (out.length >= CHUNK) this.#flush();
  }

  end(): void {
    this.#flush();
    this.#to.end();
  }

  #flush(): void {
    this.#to.append(this.#out.written());
    this.#out.length = 0;
  }
}

/** Walks the entries of one run. */
class RunCursor {
  bytes: Uint8Array = new Uint8Array(0);
  tokenStart = 0;
  tokenEnd = 0;
  df = 0;
  cf = 0;
  isPair = false;
  lastPiece = 0;
  piecesStart = 0;
  piecesEnd = 0;
  positionsEnd = 0;
  readonly #refill: () => Uint8Array;
  #at = 0;
  /** Of what was read; the buffer has room behind it. */
  #end = 0;

  constructor(refill: () => Uint8Array) {
    this.#refill = refill;
  }

  /** False at the end of the run. */
  next(): boolean {
    if (!this.#ensure(1)) return false;
    this.#ensure(8);
    const size = new ByteReader(this.bytes, this.#at, this.#end);
    const length = size.varint();
    const prefix = size.at - this.#at;
    if (!this.#ensure(prefix + length)) throw new Error('a run file ends in the middle of an entry');
    const reader = new ByteReader(this.bytes, this.#at + prefix, this.#end);
    const named = reader.varint();
    this.isPair = named % 2 === 1;
    const tokenBytes = Math.floor(named / 2);
    this.df = reader.varint();
    this.cf = reader.varint();
    this.lastPiece = reader.varint();
    const piecesBytes = reader.varint();
    const positionsBytes = reader.varint();
    this.tokenStart = reader.at;
    this.tokenEnd = this.tokenStart + tokenBytes;
    this.piecesStart = this.tokenEnd;
    this.piecesEnd = this.piecesStart + piecesBytes;
    this.positionsEnd = this.piecesEnd + positionsBytes;
    this.#at = this.positionsEnd;
    return true;
  }

  /** Makes `needed` bytes from the current place available, if the run has them. */
  #ensure(needed: number): boolean {
    while (this.#end - this.#at < needed) {
      const more = this.#refill();
      if (more.length === 0) return false;
      const rest = this.#end - this.#at;
      if (rest + more.length > this.bytes.length) {
        const grown = new Uint8Array(2 * Math.max(needed, rest + more.length));
        grown.set(this.bytes.subarray(this.#at, this.#end));
        this.bytes = grown;
      } else this.bytes.copyWithin(0, this.#at, this.#end);
      this.bytes.set(more, rest);
      this.#at = 0;
      this.#end = rest + more.length;
    }
    return true;
  }
}

/** Joins the parts of each term, in the order of the runs: byte for byte what one run over everything would have written. */
export function mergeRuns(runs: readonly (() => Uint8Array)[], writer: IndexWriter): void {
  let open = runs.map((refill) => new RunCursor(refill)).filter((cursor) => cursor.next());
  const pieces = new ByteBuffer();
  const positions = new ByteBuffer();
  while (open.length > 0) {
    const parts = smallest(open);
    const [first] = parts as [RunCursor];
    pieces.length = 0;
    positions.length = 0;
    let df = 0;
    let cf = 0;
    let last = -1;
    for (const part of parts) {
      // The part counts its first piece from the beginning; only that number changes.
      const reader = new ByteReader(part.bytes, part.piecesStart, part.piecesEnd);
      pieces.varint(reader.varint() - 2 * (last + 1));
      pieces.append(part.bytes, reader.at, part.piecesEnd);
      positions.append(part.bytes, part.piecesEnd, part.positionsEnd);
      df += part.df;
      cf += part.cf;
      last = part.lastPiece;
    }
    const { bytes: token, tokenStart, tokenEnd, isPair } = first;
    writer.add({ token, tokenStart, tokenEnd, df, cf, pieces, positions, isPair });
    let ended = false;
    for (const part of parts) if (!part.next()) ended = endOf(part);
    if (ended) open = open.filter((cursor) => cursor.df > 0);
  }
}

/** An entry has at least one piece: none marks the end. */
function endOf(cursor: RunCursor): true {
  cursor.df = 0;
  return true;
}

/** The cursors at the smallest term, in the order of their runs. */
function smallest(cursors: readonly RunCursor[]): RunCursor[] {
  let least: RunCursor[] = [];
  for (const cursor of cursors) {
    const [best] = least;
    const order =
      best === undefined ? -1 : compareBytes(cursor.bytes, cursor.tokenStart, cursor.tokenEnd, best.bytes, best.tokenStart, best.tokenEnd);
    if (order < 0) least = [cursor];
    else if (order === 0) least.push(cursor);
  }
  return least;
}
