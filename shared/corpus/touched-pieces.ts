import { PieceList } from './piece-list.ts';

/** The same lists, restricted to the pieces that the rows contain, which are numbered anew in their order. */
export interface Touched {
  readonly size: number;
  readonly rows: readonly PieceList[];
  readonly partners: readonly PieceList[];
}

/** Lists are restricted if the rows contain less than a quarter of all pieces. */
const SPARSE = 4;

/**
 * Counts for some rows depend only on the pieces that these contain, and rare terms are in a few pieces of millions. Restricting the partners costs one
 * pass over them, however often they are walked later.
 */
export function touchedBy(rows: readonly PieceList[], partners: readonly PieceList[], size: number): Touched {
  if (SPARSE * rows.reduce((sum, { count }) => sum + count, 0) > size) return { size, rows, partners };
  const pieces = rows.map((row) => row.toPieces());
  /** New number of each piece, from 1; 0 is none. */
  const numbers = new Uint32Array(size);
  for (const row of pieces) for (let at = 0; at < row.length; at += 1) numbers[row[at]] = 1;
  let count = 0;
  for (let piece = 0; piece < size; piece += 1) {
    count += numbers[piece];
    numbers[piece] *= count;
  }
  const among = (list: Uint32Array): PieceList => new PieceList(numbered(list, numbers), count);
  return { size: count, rows: pieces.map(among), partners: partners.map((list) => among(list.toPieces())) };
}

function numbered(list: Uint32Array, numbers: Uint32Array): Uint32Array {
  const found = new Uint32Array(list.length);
  let count = 0;
  for (let at = 0; at < list.length; at += 1) {
    const number = numbers[list[at]];
    found[count] = number - 1;
    count += number === 0 ? 0 : 1;
  }
  return found.slice(0, count);
}
