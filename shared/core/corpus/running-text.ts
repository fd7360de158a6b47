import type { CorpusIndex } from './corpus-index.ts';

/** The text of an index, piece after piece, each word as its number; 0 stands for words that are too rare to be numbered, and between pieces. */
export interface RunningText {
  /** By number; the first is nobody's. */
  readonly words: readonly string[];
  /** Pieces that hold each word, of those that were read. */
  readonly holders: Uint32Array;
  readonly text: Uint32Array;
  /** How many pieces were read. */
  readonly pieces: number;
}

interface RunningTextOptions {
  /** Pieces that hold a word, at least, for it to be numbered. */
  readonly least: number;
  /** Of all pieces this share is read, evenly spaced: what memory allows of a long text. */
  readonly share: number;
  /** So many zeros follow each piece: whoever looks no further around a word never looks into another piece. */
  readonly gap: number;
}

/** Reads the index twice, from end to end: how long pieces are, then what stands where. Held in memory are four bytes a word of text. */
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
      const piece = own[at] as number;
      if (!isRead(piece)) continue;
      held += 1;
      const end = (positions[(from[at + 1] as number) - 1] as number) + 1;
      const place = nth(piece) + 1;
      if (end > (starts[place] as number)) starts[place] = end;
    }
    if (held < least) continue;
    words.push(token);
    holders.push(held);
  }
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] as number) + (starts[at - 1] as number) + gap;
  const text = new Uint32Array(starts.at(-1) as number);
  let number = 1;
  for await (const { token, info } of index.entries()) {
    if (token !== words[number] || info.isPair) continue;
    const { pieces: own, starts: from, positions } = await index.occurrences(info);
    for (let at = 0; at < own.length; at += 1) {
      const piece = own[at] as number;
      if (!isRead(piece)) continue;
      const start = starts[nth(piece)] as number;
      for (let each = from[at] as number; each < (from[at + 1] as number); each += 1) text[start + (positions[each] as number)] = number;
    }
    number += 1;
  }
  return { words, holders: Uint32Array.from(holders), text, pieces: starts.length - 1 };
}

/** Several texts as one: the words of each numbered anew. */
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
      holders[known] = (holders[known] as number) + (other.holders[number] as number);
      return known;
    });
    for (const word of other.text) {
      text[filled] = numbers[word] as number;
      filled += 1;
    }
    pieces += other.pieces;
  }
  return { words, holders: Uint32Array.from(holders), text, pieces };
}
