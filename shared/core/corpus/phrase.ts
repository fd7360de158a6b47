import type { Occurrences } from './corpus-index.ts';

/** One word of a phrase: its list, how far it has been read, and how many words it stands after the rarest. */
interface Word {
  readonly pieces: Uint32Array;
  readonly starts: Uint32Array;
  readonly positions: Uint16Array;
  readonly startOf: Uint32Array | null;
  readonly shift: number;
  cursor: number;
  /** In `positions`, up to `end`: within the piece. Later places of the rarest word are matched by later places only. */
  at: number;
  end: number;
}

/**
 * The pieces that hold the words next to each other, in order. The rarest word proposes pieces, the others are moved up to
 * each by galloping, and positions are looked at only where all words are. `within` are the only pieces that need be looked at.
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
    const both = neighbours(first, phrase[second] as Occurrences, second - rarest);
    // Few pieces hold the two rarest words at their distance: the others are looked up only there.
    return others.length === 1 ? both : phrasePieces(phrase, both);
  }
  const words = others.map((place): Word => {
    const { pieces, starts, positions, startOf } = phrase[place] as Occurrences;
    return { pieces, starts, positions, startOf, shift: place - rarest, cursor: 0, at: 0, end: 0 };
  });
  const found = new Uint32Array(first.pieces.length);
  let count = 0;
  let proposed = 0;
  for (let index = 0; index < first.pieces.length; index += 1) {
    if (within !== null) {
      proposed = gallop(within, first.pieces[index] as number, proposed);
      if (proposed === within.length) break;
      index = gallop(first.pieces, within[proposed] as number, index);
      if (index === first.pieces.length) break;
      if (first.pieces[index] !== within[proposed]) {
        index -= 1;
        continue;
      }
    }
    const piece = first.pieces[index] as number;
    const reached = advance(words, piece);
    // Nothing that comes later can match either.
    if (reached === 'end') break;
    if (reached === 'all' && isPhrase(first, index, words)) {
      found[count] = piece;
      count += 1;
    }
  }
  return found.slice(0, count);
}

/**
 * Two words: most phrases, and the dearest, such as `the house`, where one is in nearly every piece. The same walk as for more
 * words, with everything in local variables, which makes it several times faster.
 */
function neighbours(first: Occurrences, other: Occurrences, shift: number): Uint32Array {
  const found = new Uint32Array(first.pieces.length);
  const count =
    other.startOf === null
      ? besideOther(first, other, shift, found)
      : besideFrequent(first, { startOf: other.startOf, positions: other.positions }, shift, found);
  return found.slice(0, count);
}

/** The other word is in so many pieces that none has to be sought. */
function besideFrequent(
  first: Occurrences,
  { startOf, positions }: { readonly startOf: Uint32Array; readonly positions: Uint16Array },
  shift: number,
  found: Uint32Array,
): number {
  const { pieces, starts, positions: places } = first;
  let count = 0;
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index] as number;
    let j = startOf[piece] as number;
    const jEnd = startOf[piece + 1] as number;
    const iEnd = starts[index + 1] as number;
    for (let i = starts[index] as number; i < iEnd; i += 1) {
      const wanted = (places[i] as number) + shift;
      while (j < jEnd && (positions[j] as number) < wanted) j += 1;
      if (j === jEnd) break;
      if (positions[j] !== wanted) continue;
      found[count] = piece;
      count += 1;
      break;
    }
  }
  return count;
}

function besideOther(first: Occurrences, other: Occurrences, shift: number, found: Uint32Array): number {
  const { pieces: firstPieces, starts: firstStarts, positions: firstPositions } = first;
  const { pieces, starts, positions } = other;
  const density = pieces.length / ((pieces[pieces.length - 1] as number) + 1);
  let count = 0;
  let at = 0;
  for (let index = 0; index < firstPieces.length; index += 1) {
    const piece = firstPieces[index] as number;
    if ((pieces[at] as number) < piece) {
      at = seek(pieces, piece, at, density);
      if (at >= pieces.length) break;
    }
    if (pieces[at] !== piece) continue;
    let j = starts[at] as number;
    const jEnd = starts[at + 1] as number;
    const iEnd = firstStarts[index + 1] as number;
    for (let i = firstStarts[index] as number; i < iEnd; i += 1) {
      const wanted = (firstPositions[i] as number) + shift;
      while (j < jEnd && (positions[j] as number) < wanted) j += 1;
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

/** Moves each word up to the piece, until one of them does not have it. */
function advance(words: readonly Word[], piece: number): 'all' | 'not' | 'end' {
  for (let other = 0; other < words.length; other += 1) {
    const word = words[other] as Word;
    const { pieces, startOf } = word;
    if (startOf !== null) {
      word.at = startOf[piece] as number;
      word.end = startOf[piece + 1] as number;
      if (word.at === word.end) return 'not';
      continue;
    }
    let at = word.cursor;
    // Of a frequent word the next piece or the one after it is usually the one: no need to gallop.
    if ((pieces[at] as number) < piece) {
      at += 1;
      if (at < pieces.length && (pieces[at] as number) < piece) at = gallop(pieces, piece, at + 1);
      word.cursor = at;
    }
    if (at >= pieces.length) return 'end';
    if (pieces[at] !== piece) return 'not';
    word.at = word.starts[at] as number;
    word.end = word.starts[at + 1] as number;
  }
  return 'all';
}

/** Whether the words stand in a row somewhere in the piece they are all at. */
function isPhrase({ starts, positions }: Occurrences, index: number, words: readonly Word[]): boolean {
  const end = starts[index + 1] as number;
  for (let at = starts[index] as number; at < end; at += 1) {
    const position = positions[at] as number;
    let follows = true;
    for (let other = 0; follows && other < words.length; other += 1) follows = standsAt(words[other] as Word, position);
    if (follows) return true;
  }
  return false;
}

/** A word occurs a few times in a piece: going through them is faster than halving. */
function standsAt(word: Word, position: number): boolean {
  const { positions, end } = word;
  const wanted = position + word.shift;
  for (let at = word.at; at < end; at += 1) {
    const here = positions[at] as number;
    if (here >= wanted) {
      word.at = at;
      return here === wanted;
    }
  }
  word.at = end;
  return false;
}

/**
 * As `gallop`, from a place below the wanted one, for lists that are spread evenly: it begins where the piece would be expected,
 * which is a few places off, forwards or backwards.
 */
function seek(sorted: Uint32Array, wanted: number, from: number, density: number): number {
  const guess = Math.min(sorted.length - 1, from + Math.floor((wanted - (sorted[from] as number)) * density));
  if ((sorted[guess] as number) < wanted) return gallop(sorted, wanted, guess + 1);
  let high = guess;
  let step = 1;
  while (high - step > from && (sorted[high - step] as number) >= wanted) {
    high -= step;
    step *= 2;
  }
  let low = Math.max(from, high - step) + 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
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
