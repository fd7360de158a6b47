import type { CorpusIndex } from './corpus-index.ts';

/** The text of an index, piece after piece, as numbers of words. 0 is a rare word without a number, or the gap between pieces. */
export interface RunningText {
  /** By number; number 0 is no word. */
  readonly words: readonly string[];
  /** Number of pieces, of those that were read, with each word. */
  readonly holders: Uint32Array;
  readonly text: Uint32Array;
  readonly pieces: number;
}

interface RunningTextOptions {
  /** A word gets a number if at least this many pieces contain it. */
  readonly least: number;
  /** Share of the pieces that is read, evenly spaced, to limit memory. */
  readonly share: number;
  /** Zeros after each piece: a window of this width never reaches into another piece. */
  readonly gap: number;
}

/** Reads the index twice from end to end: for the lengths of the pieces, then for the positions. Memory: four bytes a word of text. */
export async function runningText(index: CorpusIndex, { least, share, gap }: RunningTextOptions): Promise<RunningText> {
  const nth = (piece: number): number => Math.floor(piece * share);
  const isRead = (piece: number): boolean => nth(piece + 1) > nth(piece);
  const starts = new Uint32Array(nth(index.head.pieces) + 1);
  const words: string[] = [''];
  const holders: number[] = [0];
  for await (const { token, info } of index.entries()) {
    if (info.isPair || info.df < least) continue;
    const { pieces: own, starts: from, positions } = await index.occurrences(info);
    let held = 0;
    for (let at = 0; at < own.length; at += 1) {
      const piece = own[at];
      if (!isRead(piece)) continue;
      held += 1;
      const end = positions[from[at + 1] - 1] + 1;
      const place = nth(piece) + 1;
      if (end > starts[place]) starts[place] = end;
    }
    if (held < least) continue;
    words.push(token);
    holders.push(held);
  }
  for (let at = 1; at < starts.length; at += 1) starts[at] = starts[at] + starts[at - 1] + gap;
  const text = new Uint32Array(starts.at(-1) as number);
  let number = 1;
  for await (const { token, info } of index.entries()) {
    if (token !== words[number] || info.isPair) continue;
    const { pieces: own, starts: from, positions } = await index.occurrences(info);
    for (let at = 0; at < own.length; at += 1) {
      const piece = own[at];
      if (!isRead(piece)) continue;
      const start = starts[nth(piece)];
      for (let each = from[at]; each < from[at + 1]; each += 1) text[start + positions[each]] = number;
    }
    number += 1;
  }
  return { words, holders: Uint32Array.from(holders), text, pieces: starts.length - 1 };
}

/** Joins several texts and numbers their words anew. */
export function joinedTexts([first, ...others]: readonly RunningText[]): RunningText {
  if (first === undefined) throw new Error('no text to join');
  if (others.length === 0) return first;
  const words = [...first.words];
  const holders = Array.from(first.holders);
  const numberOf = new Map(words.map((word, number) => [word, number]));
  const text = new Uint32Array(others.reduce((total, each) => total + each.text.length, first.text.length));
  text.set(first.text);
  let [filled, pieces] = [first.text.length, first.pieces];
  for (const other of others) {
    const numbers = Uint32Array.from(other.words, (word, number) => {
      const known = numberOf.get(word) ?? words.length;
      if (known === words.length) {
        numberOf.set(word, known);
        words.push(word);
        holders.push(0);
      }
      holders[known] += other.holders[number];
      return known;
    });
    for (const word of other.text) {
      text[filled] = numbers[word];
      filled += 1;
    }
    pieces += other.pieces;
  }
  return { words, holders: Uint32Array.from(holders), text, pieces };
}
