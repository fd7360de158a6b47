import type { Occurrences } from './corpus-index.ts';

/** A word of a phrase: its list, the place reached in it, and its distance from the rarest word. */
interface Word {
  readonly pieces: Uint32Array;
  readonly starts: Uint32Array;
  readonly positions: Uint16Array;
  readonly startOf: Uint32Array | null;
  readonly shift: number;
  cursor: number;
  /** Range in `positions` within the piece. It advances, because the positions of the rarest word ascend. */
  at: number;
  end: number;
}

/**
 * Pieces that contain the words next to each other, in order. The rarest word proposes pieces, the others advance to each by galloping, and
 * positions are compared only where all words occur. `within` restricts the pieces.
 */
export function phrasePieces(phrase: readonly Occurrences[], within: Uint32Array | null = null): Uint32Array {
  const [rarest = 0, ...others] = phrase
    .keys()
    .toArray()
    .toSorted((a, b) => lengthOf(phrase[a]) - lengthOf(phrase[b]));
  const first = phrase[rarest];
  if (first === undefined) return new Uint32Array(0);
  const [second] = others;
  if (second !== undefined && within === null) {
    const both = neighbours(first, phrase[second], second - rarest);
    // Few pieces hold the two rarest words at their distance: the others are searched only there.
    return others.length === 1 ? both : phrasePieces(phrase, both);
  }
  const words = others.map((place): Word => {
    const { pieces, starts, positions, startOf } = phrase[place];
    return { pieces, starts, positions, startOf, shift: place - rarest, cursor: 0, at: 0, end: 0 };
  });
  const found = new Uint32Array(first.pieces.length);
  let count = 0;
  let proposed = 0;
  for (let index = 0; index < first.pieces.length; index += 1) {
    if (within !== null) {
      proposed = gallop(within, first.pieces[index], proposed);
      if (proposed === within.length) break;
      index = gallop(first.pieces, within[proposed], index);
      if (index === first.pieces.length) break;
      if (first.pieces[index] !== within[proposed]) {
        index -= 1;
        continue;
      }
    }
    const piece = first.pieces[index];
    const reached = advance(words, piece);
    // A list has ended: no later piece can match.
    if (reached === 'end') break;
    if (reached === 'all' && isPhrase(first, index, words)) {
      found[count] = piece;
      count += 1;
    }
  }
  return found.slice(0, count);
}

/**
 * Two words: the most frequent case and the most expensive, such as `the house`, where one word is in nearly every piece. The same walk as for
 * more words, with local variables only, is several times faster.
 */
function neighbours(first: Occurrences, other: Occurrences, shift: number): Uint32Array {
  const found = new Uint32Array(first.pieces.length);
  const count =
    other.startOf === null
      ? adjacentTo(first, other, shift, found)
      : adjacentToFrequent(first, { startOf: other.startOf, positions: other.positions }, shift, found);
  return found.slice(0, count);
}

/** The other word has a start for every piece, so no piece is searched. */
function adjacentToFrequent(
  first: Occurrences,
  { startOf, positions }: { readonly startOf: Uint32Array; readonly positions: Uint16Array },
  shift: number,
  found: Uint32Array,
): number {
  const { pieces, starts, positions: places } = first;
  let count = 0;
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index];
    let j = startOf[piece];
    const jEnd = startOf[piece + 1];
    const iEnd = starts[index + 1];
    for (let i = starts[index]; i < iEnd; i += 1) {
      const wanted = places[i] + shift;
      while (j < jEnd && positions[j] < wanted) j += 1;
      if (j === jEnd) break;
      if (positions[j] !== wanted) continue;
      found[count] = piece;
      count += 1;
      break;
    }
  }
  return count;
}

function adjacentTo(first: Occurrences, other: Occurrences, shift: number, found: Uint32Array): number {
  const { pieces: firstPieces, starts: firstStarts, positions: firstPositions } = first;
  const { pieces, starts, positions } = other;
  const density = pieces.length / (pieces[pieces.length - 1] + 1);
  let count = 0;
  let at = 0;
  for (let index = 0; index < firstPieces.length; index += 1) {
    const piece = firstPieces[index];
    if (pieces[at] < piece) {
      at = seek(pieces, piece, at, density);
      if (at >= pieces.length) break;
    }
    if (pieces[at] !== piece) continue;
    let j = starts[at];
    const jEnd = starts[at + 1];
    const iEnd = firstStarts[index + 1];
    for (let i = firstStarts[index]; i < iEnd; i += 1) {
      const wanted = firstPositions[i] + shift;
      while (j < jEnd && positions[j] < wanted) j += 1;
      if (j === jEnd) break;
      if (positions[j] !== wanted) continue;
      found[count] = piece;
      count += 1;
      break;
    }
  }
  return count;
}

const lengthOf = (list: Occurrences | undefined): number => list?.pieces.length ?? 0;

/** Advances each word to the piece, and stops at the first word that lacks it. */
function advance(words: readonly Word[], piece: number): 'all' | 'not' | 'end' {
  for (let other = 0; other < words.length; other += 1) {
    const word = words[other];
    const { pieces, startOf } = word;
    if (startOf !== null) {
      word.at = startOf[piece];
      word.end = startOf[piece + 1];
      if (word.at === word.end) return 'not';
      continue;
    }
    let at = word.cursor;
    // For a frequent word it is usually the next piece or the one after it: no need to gallop.
    if (pieces[at] < piece) {
      at += 1;
      if (at < pieces.length && pieces[at] < piece) at = gallop(pieces, piece, at + 1);
      word.cursor = at;
    }
    if (at >= pieces.length) return 'end';
    if (pieces[at] !== piece) return 'not';
    word.at = word.starts[at];
    word.end = word.starts[at + 1];
  }
  return 'all';
}

/** True if the words follow each other somewhere in the piece they have all reached. */
function isPhrase({ starts, positions }: Occurrences, index: number, words: readonly Word[]): boolean {
  const end = starts[index + 1];
  for (let at = starts[index]; at < end; at += 1) {
    const position = positions[at];
    let follows = true;
    for (let other = 0; follows && other < words.length; other += 1) follows = occursAt(words[other], position);
    if (follows) return true;
  }
  return false;
}

/** Linear search: a word occurs a few times in a piece. */
function occursAt(word: Word, position: number): boolean {
  const { positions, end } = word;
  const wanted = position + word.shift;
  for (let at = word.at; at < end; at += 1) {
    const here = positions[at];
    if (here >= wanted) {
      word.at = at;
      return here === wanted;
    }
  }
  word.at = end;
  return false;
}

/**
 * Like `gallop`, from a place below the wanted one, for lists that are spread evenly: it begins where the piece is expected, which is a few places
 * off, forwards or backwards.
 */
function seek(sorted: Uint32Array, wanted: number, from: number, density: number): number {
  const guess = Math.min(sorted.length - 1, from + Math.floor((wanted - sorted[from]) * density));
  if (sorted[guess] < wanted) return gallop(sorted, wanted, guess + 1);
  let high = guess;
  let step = 1;
  while (high - step > from && sorted[high - step] >= wanted) {
    high -= step;
    step *= 2;
  }
  let low = Math.max(from, high - step) + 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first place from `from` on with a value of at least `wanted`: doubling steps, then binary search. */
export function gallop(sorted: Uint32Array, wanted: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step <= sorted.length && sorted[low + step - 1] < wanted) {
    low += step;
    step *= 2;
  }
  let high = Math.min(sorted.length, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
