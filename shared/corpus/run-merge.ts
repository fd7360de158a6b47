import { ByteBuffer, ByteReader } from './byte-buffer.ts';
import type { ByteSink } from './byte-source.ts';
import { CHUNK, type Take } from './index-output.ts';
import { type IndexWriter, isLong } from './index-writer.ts';
import type { RunEntry } from './run.ts';
import { compareBytes } from './vocabulary.ts';

/** Temporary storage of sorted runs, each written once in order and read once in order. */
export interface RunStore {
  create(): Pick<ByteSink, 'append'> & { end(): void };
  /** For each run, in order of creation, a function that returns its next bytes, none at the end. They are valid until the next call. */
  readAll(): (() => Uint8Array)[];
}

/** A run file has for each entry the length of the numbers and the token, these, then D, P and H of `postings.ts`. */
export class TermRunWriter {
  readonly #to: ReturnType<RunStore['create']>;
  readonly #out = new ByteBuffer(2 * CHUNK);
  readonly #numbers = new ByteBuffer(64);

  constructor(to: ReturnType<RunStore['create']>) {
    this.#to = to;
  }

  add({ token, tokenStart, tokenEnd, df, cf, lastPiece, lastHigh, pieces, positions, high, isPair }: RunEntry): void {
    const out = this.#out;
    const numbers = this.#numbers;
    numbers.length = 0;
    numbers.varint(2 * df + (isPair ? 1 : 0));
    numbers.varint(cf);
    numbers.varint(lastPiece);
    numbers.varint(pieces.length);
    numbers.varint(positions.length);
    numbers.varint(high.length);
    if (high.length > 0) numbers.varint(lastHigh);
    out.varint(numbers.length + (tokenEnd - tokenStart));
    out.append(numbers.bytes, 0, numbers.length);
    out.append(token, tokenStart, tokenEnd);
    this.#append(pieces);
    this.#append(positions);
    this.#append(high);
    if (out.length >= CHUNK) this.#flush();
  }

  end(): void {
    this.#flush();
    this.#to.end();
  }

  #append(part: ByteBuffer): void {
    if (part.length < CHUNK) this.#out.append(part.bytes, 0, part.length);
    else {
      this.#flush();
      this.#to.append(part.written());
    }
  }

  #flush(): void {
    this.#to.append(this.#out.written());
    this.#out.length = 0;
  }
}

/** Cursor over the entries of one run. The postings of an entry are passed on before the next entry. */
class RunCursor {
  readonly token = new ByteBuffer(64);
  df = 0;
  cf = 0;
  isPair = false;
  lastPiece = 0;
  piecesBytes = 0;
  positionsBytes = 0;
  highBytes = 0;
  lastHigh = -1;
  readonly #refill: () => Uint8Array;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** End of the bytes that were read; the buffer is longer. */
  #end = 0;

  constructor(refill: () => Uint8Array) {
    this.#refill = refill;
  }

  /** False, and `df` is 0, at the end of the run. */
  next(): boolean {
    this.df = 0;
    if (!this.#ensure(1)) return false;
    this.#ensure(MOST_VARINT);
    const size = new ByteReader(this.#bytes, this.#at, this.#end);
    const length = size.varint();
    this.#at = size.at;
    if (!this.#ensure(length)) throw cutOff();
    const reader = new ByteReader(this.#bytes, this.#at, this.#at + length);
    const held = reader.varint();
    this.isPair = held % 2 === 1;
    this.df = Math.floor(held / 2);
    this.cf = reader.varint();
    this.lastPiece = reader.varint();
    this.piecesBytes = reader.varint();
    this.positionsBytes = reader.varint();
    this.highBytes = reader.varint();
    this.lastHigh = this.highBytes > 0 ? reader.varint() : -1;
    this.token.length = 0;
    this.token.append(this.#bytes, reader.at, reader.end);
    this.#at = reader.end;
    return true;
  }

  /** Passes D on. A part counts its first piece from the beginning, so this number changes if an earlier part ends at piece `last`. */
  passPieces(last: number, first: ByteBuffer, to: Take): void {
    this.#passMoved(this.piecesBytes, -2 * (last + 1), first, to);
  }

  /** Passes H on, which counts occurrences: `before` of them are in earlier parts, and `lastHigh` is the last of these in H. */
  passHigh(before: number, lastHigh: number, first: ByteBuffer, to: Take): void {
    if (this.highBytes > 0) this.#passMoved(this.highBytes, before - lastHigh - 1, first, to);
  }

  #passMoved(length: number, by: number, first: ByteBuffer, to: Take): void {
    first.length = 0;
    this.#ensure(MOST_VARINT);
    const reader = new ByteReader(this.#bytes, this.#at, this.#end);
    first.varint(reader.varint() + by);
    const rest = length - (reader.at - this.#at);
    this.#at = reader.at;
    to(first.bytes, 0, first.length);
    this.#pass(rest, to);
  }

  passPositions(to: Take): void {
    this.#pass(this.positionsBytes, to);
  }

  /** In chunks, as they are read. */
  #pass(length: number, to: Take): void {
    for (let left = length; left > 0; ) {
      if (!this.#ensure(1)) throw cutOff();
      const end = Math.min(this.#end, this.#at + left);
      left -= end - this.#at;
      to(this.#bytes, this.#at, end);
      this.#at = end;
    }
  }

  /** Reads until `needed` bytes are buffered; false if the run has fewer. */
  #ensure(needed: number): boolean {
    while (this.#end - this.#at < needed) {
      const more = this.#refill();
      if (more.length === 0) return false;
      const rest = this.#end - this.#at;
      if (rest + more.length > this.#bytes.length) {
        const grown = new Uint8Array(rest + more.length + MARGIN);
        grown.set(this.#bytes.subarray(this.#at, this.#end));
        this.#bytes = grown;
      } else this.#bytes.copyWithin(0, this.#at, this.#end);
      this.#bytes.set(more, rest);
      this.#at = 0;
      this.#end = rest + more.length;
    }
    return true;
  }
}

/** Maximum bytes of a varint; fewer may be left at the end of a run. */
const MOST_VARINT = 8;
/** Room for the rest of a chunk when the next one comes: a term and its numbers. */
const MARGIN = 1 << 10;

const cutOff = (): Error => new Error('a run file ends in the middle of an entry');

/**
 * Joins the parts of each term in the order of the runs: byte for byte what a single run would have written. Memory is a chunk of each run, whatever
 * the length of a list.
 */
export function mergeRuns(runs: readonly (() => Uint8Array)[], writer: IndexWriter): void {
  let open = runs.map((refill) => new RunCursor(refill)).filter((cursor) => cursor.next());
  const pieces = new ByteBuffer();
  const positions = new ByteBuffer();
  const high = new ByteBuffer();
  const first = new ByteBuffer(MOST_VARINT);
  const toPieces: Take = (bytes, start, end) => pieces.append(bytes, start, end);
  const toPositions: Take = (bytes, start, end) => positions.append(bytes, start, end);
  const toHigh: Take = (bytes, start, end) => high.append(bytes, start, end);
  // Reused for all terms, which are millions.
  const parts: RunCursor[] = [];
  const term = { token: first.bytes, tokenStart: 0, tokenEnd: 0, isPair: false, df: 0, cf: 0, pieces, positions, high };
  const passPieces = (to: Take): void => {
    let last = -1;
    for (const part of parts) {
      part.passPieces(last, first, to);
      last = part.lastPiece;
    }
  };
  const passPositions = (to: Take): void => {
    for (const part of parts) part.passPositions(to);
  };
  const passHigh = (to: Take): void => {
    let before = 0;
    let last = -1;
    for (const part of parts) {
      part.passHigh(before, last, first, to);
      if (part.lastHigh >= 0) last = before + part.lastHigh;
      before += part.cf;
    }
  };
  while (open.length > 0) {
    findSmallest(open, parts);
    const [{ token, isPair }] = parts as [RunCursor];
    term.token = token.bytes;
    term.tokenEnd = token.length;
    term.isPair = isPair;
    term.df = 0;
    term.cf = 0;
    let piecesBytes = 0;
    let positionsBytes = 0;
    for (const part of parts) {
      term.df += part.df;
      term.cf += part.cf;
      piecesBytes += part.piecesBytes;
      positionsBytes += part.positionsBytes + part.highBytes;
    }
    if (isLong(piecesBytes, positionsBytes)) writer.addLong({ ...term, pieces: passPieces, positions: passPositions, high: passHigh });
    else {
      pieces.length = 0;
      positions.length = 0;
      high.length = 0;
      passPieces(toPieces);
      passPositions(toPositions);
      passHigh(toHigh);
      writer.add(term);
    }
    let hasEnded = false;
    for (const part of parts) hasEnded = !part.next() || hasEnded;
    if (hasEnded) open = open.filter((cursor) => cursor.df > 0);
  }
}

/** Leaves in `least` the cursors at the smallest term, in the order of their runs. */
function findSmallest(cursors: readonly RunCursor[], least: RunCursor[]): void {
  let count = 0;
  for (const cursor of cursors) {
    const best = count === 0 ? undefined : least[0];
    const order =
      best === undefined ? -1 : compareBytes(cursor.token.bytes, 0, cursor.token.length, best.token.bytes, 0, best.token.length);
    if (order > 0) continue;
    if (order < 0) count = 0;
    least[count] = cursor;
    count += 1;
  }
  least.length = count;
}
