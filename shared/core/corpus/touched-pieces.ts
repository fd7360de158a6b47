import { PieceList } from './piece-list.ts';

/** The same lists over those pieces alone that are looked at; they are numbered anew, in their order. */
export interface Touched {
  readonly size: number;
  readonly rows: readonly PieceList[];
  readonly partners: readonly PieceList[];
}

/** Rows that hold fewer than one piece of so many leave the others out. */
const SPARSE = 4;

/**
 * What is counted for some rows hangs on the pieces that they hold: rare terms hold a few of millions. Where these are few, the partners are
 * looked through once for what they have of them, however often they are gone through then, and the rest of a large corpus costs no more than that.
 */
export function touchedBy(rows: readonly PieceList[], partners: readonly PieceList[], size: number): Touched {
  if (SPARSE * rows.reduce((sum, { count }) => sum + count, 0) > size) return { size, rows, partners };
  const pieces = rows.map((row) => row.toPieces());
  /** By piece its new number, from 1; 0 is none. */
  const numbers = new Uint32Array(size);
  for (const row of pieces) for (let at = 0; at < row.length; at += 1) numbers[row[at] as number] = 1;
  let count = 0;
  for (let piece = 0; piece < size; piece += 1) {
    count += numbers[piece] as number;
    numbers[piece] = (numbers[piece] as number) * count;
  }
  const among = (list: Uint32Array): PieceList => new PieceList(numbered(list, numbers), count);
  return { size: count, rows: pieces.map(among), partners: partners.map((list) => among(list.toPieces())) };
}

function numbered(list: Uint32Array, numbers: Uint32Array): Uint32Array {
  const found = new Uint32Array(list.length);
  let count = 0;
  for (let at = 0; at < list.length; at += 1) {
    const number = numbers[list[at] as number] as number;
    found[count] = number - 1;
    count += number === 0 ? 0 : 1;
  }
  return found.slice(0, count);
}
