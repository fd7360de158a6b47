import type { Occurrences } from './corpus-index.ts';

/**
 * The pieces that hold the words next to each other, in order. The rarest word proposes pieces, the others are moved up to
 * each by galloping, and positions are looked at only where all words are.
 */
export function phrasePieces(words: readonly Occurrences[]): Uint32Array {
  const order = words.map((list, offset) => ({ list, offset })).toSorted((a, b) => a.list.pieces.length - b.list.pieces.length);
  const [rarest, ...others] = order;
  if (rarest === undefined) return new Uint32Array(0);
  const found = new Uint32Array(rarest.list.pieces.length);
  let count = 0;
  const cursors = new Uint32Array(others.length);
  for (let index = 0; index < rarest.list.pieces.length; index += 1) {
    const piece = rarest.list.pieces[index] as number;
    let inAll = true;
    for (let other = 0; inAll && other < others.length; other += 1) {
      const { pieces } = (others[other] as (typeof order)[number]).list;
      const at = gallop(pieces, piece, cursors[other] as number);
      cursors[other] = at;
      // Nothing that comes later can match either.
      if (at === pieces.length) return found.slice(0, count);
      inAll = pieces[at] === piece;
    }
    if (inAll && isPhrase(rarest, index, others, cursors)) {
      found[count] = piece;
      count += 1;
    }
  }
  return found.slice(0, count);
}

interface Word {
  readonly list: Occurrences;
  /** Which word of the phrase it is. */
  readonly offset: number;
}

function isPhrase(first: Word, index: number, others: readonly Word[], cursors: Uint32Array): boolean {
  const { starts, positions, width } = first.list;
  const end = starts[index + 1] as number;
  for (let at = starts[index] as number; at < end; at += 1) {
    const start = positionAt(positions, at, width) - first.offset;
    let follows = start >= 0;
    for (let other = 0; follows && other < others.length; other += 1) {
      const { list, offset } = others[other] as Word;
      const cursor = cursors[other] as number;
      follows = holds(list, list.starts[cursor] as number, list.starts[cursor + 1] as number, start + offset);
    }
    if (follows) return true;
  }
  return false;
}

const positionAt = (positions: Uint8Array, at: number, width: 1 | 2): number =>
  width === 1 ? (positions[at] as number) : (positions[2 * at] as number) | ((positions[2 * at + 1] as number) << 8);

/** A word occurs a few times in a piece: going through them is faster than halving. */
function holds({ positions, width }: Occurrences, start: number, end: number, wanted: number): boolean {
  for (let at = start; at < end; at += 1) {
    const position = positionAt(positions, at, width);
    if (position >= wanted) return position === wanted;
  }
  return false;
}

/** The first place from `from` on whose value is not below `wanted`: doubling steps, then halving. */
export function gallop(sorted: Uint32Array, wanted: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step <= sorted.length && (sorted[low + step - 1] as number) < wanted) {
    low += step;
    step *= 2;
  }
  let high = Math.min(sorted.length, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
