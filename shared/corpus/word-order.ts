/** Byte strings without zero bytes, read four bytes at a time: the first byte highest, zeros after the end. */
export interface Keyed {
  wordAt(place: number, depth: number): number;
}

/** Ranges up to this length are sorted by insertion. */
const FEW = 16;

/**
 * Sorts places by their strings, which all differ: quicksort in three parts, word by word (Bentley and Sedgewick). It compares neighbouring numbers,
 * and reads a string once for each word that decides.
 */
export function sortByWords(places: Uint32Array, strings: Keyed): void {
  const words = new Uint32Array(places.length);
  byWord(0, places.length, 0);

  /** `[from, to)` share the words before `depth`. */
  function byWord(from: number, to: number, depth: number): void {
    for (let at = from; at < to; at += 1) words[at] = strings.wordAt(places[at], depth);
    inParts(from, to, depth);
  }

  function inParts(start: number, end: number, depth: number): void {
    let from = start;
    let to = end;
    while (to - from > FEW) {
      const pivot = middle(words[from], words[(from + to) >>> 1], words[to - 1]);
      let below = from;
      let above = to;
      for (let at = from; at < above; ) {
        const word = words[at];
        if (word < pivot) {
          swap(below, at);
          below += 1;
          at += 1;
        } else if (word > pivot) {
          above -= 1;
          swap(above, at);
        } else at += 1;
      }
      if (above - below > 1) byWord(below, above, depth + 1);
      // Looping over the longer part keeps the depth of the calls logarithmic.
      if (below - from < to - above) {
        inParts(from, below, depth);
        from = above;
      } else {
        inParts(above, to, depth);
        to = below;
      }
    }
    byInsertion(from, to, depth);
  }

  function byInsertion(from: number, to: number, depth: number): void {
    for (let at = from + 1; at < to; at += 1) {
      const word = words[at];
      const place = places[at];
      let hole = at;
      while (hole > from && words[hole - 1] > word) {
        words[hole] = words[hole - 1];
        places[hole] = places[hole - 1];
        hole -= 1;
      }
      words[hole] = word;
      places[hole] = place;
    }
    for (let at = from; at < to; ) {
      const first = at;
      const word = words[at];
      for (at += 1; at < to && words[at] === word; ) at += 1;
      if (at - first > 1) byWord(first, at, depth + 1);
    }
  }

  function swap(a: number, b: number): void {
    const word = words[a];
    const place = places[a];
    words[a] = words[b];
    places[a] = places[b];
    words[b] = word;
    places[b] = place;
  }
}

const middle = (a: number, b: number, c: number): number => (a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b);
