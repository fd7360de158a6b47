import type { Postings } from './postings.ts';

/** Where a word is in one piece of so many, each of all pieces has its start: less memory than its places take. */
const MANY = 4;

/** For each of all pieces where the places of a frequent word begin, and then where the last end: found without a search. Null for other words. */
export function startsOfAll({ pieces, starts }: Postings, places: number, size: number): Uint32Array | null {
  if (pieces.length * MANY < size) return null;
  const startOf = new Uint32Array(size + 1);
  let piece = 0;
  for (let at = 0; at < pieces.length; at += 1) {
    const start = starts[at] as number;
    for (const last = pieces[at] as number; piece <= last; piece += 1) startOf[piece] = start;
  }
  startOf.fill(places, piece);
  return startOf;
}
