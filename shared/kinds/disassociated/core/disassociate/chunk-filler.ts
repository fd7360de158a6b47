/** Rows of numbers, each ascending; the numbers are ranks: the most frequent term is 0. */
type RankedRows = readonly (readonly number[])[];

interface FillOptions {
  readonly k: number;
  readonly m: number;
  /** Asked when a term's turn comes, before it is put anywhere. */
  readonly mayTake?: (rank: number) => boolean;
}

/**
 * Puts each term, most frequent first, into the first chunk that stays k^m-anonymous with it, else into a new one. Each term
 * lies in at least k rows. Gives the chunk of each rank, -1 for a term that might not be taken.
 *
 * For m = 2 one walk over the rows that hold the term counts it against every term placed so far, and so decides all
 * chunks at once. For greater m the chunks that pass are searched further.
 */
export function fillChunks(
  rows: RankedRows,
  terms: number,
  { k, m, mayTake }: FillOptions,
): { readonly chunkOf: Int32Array; readonly chunks: number } {
  const chunkOf = new Int32Array(terms).fill(-1);
  const holders: number[][] = Array.from({ length: terms }, () => []);
  rows.forEach((row, at) => {
    for (const rank of row) holders[rank].push(at);
  });
  const together = new Int32Array(terms);
  let chunks = 0;
  /** The last term that may not enter the chunk. */
  const closedTo: number[] = [];

  for (let rank = 0; rank < terms; rank += 1) {
    if (mayTake !== undefined && !mayTake(rank)) continue;
    const met: number[] = [];
    if (m > 1) {
      for (const row of holders[rank]) {
        for (const other of rows[row]) {
          if (other >= rank) break;
          if (together[other] === 0) met.push(other);
          together[other] += 1;
        }
      }
    }
    for (const other of met) {
      if (together[other] < k && chunkOf[other] !== -1) closedTo[chunkOf[other]] = rank;
      together[other] = 0;
    }
    let chunk = 0;
    while (chunk < chunks && (closedTo[chunk] === rank || !staysAnonymous(rank, chunk))) chunk += 1;
    if (chunk === chunks) chunks = closedTo.push(-1);
    chunkOf[rank] = chunk;
  }
  return { chunkOf, chunks };

  /** Pairs with the term are known to be frequent enough; so must be every itemset of up to m terms that holds it. */
  function staysAnonymous(rank: number, chunk: number): boolean {
    if (m <= 2) return true;
    const inChunk = holders[rank].map((row) => rows[row].filter((other) => other < rank && chunkOf[other] === chunk));
    return frequent(inChunk, -1, 1);
  }

  /** `held`: the other terms of the rows with an itemset of `size` terms. Terms in all of these rows add nothing. */
  function frequent(held: RankedRows, after: number, size: number): boolean {
    const counts = new Map<number, number>();
    for (const row of held) for (const other of row) if (other > after) counts.set(other, (counts.get(other) ?? 0) + 1);
    for (const count of counts.values()) if (count < k) return false;
    if (size + 1 >= m) return true;
    for (const [other, count] of counts) {
      if (count === held.length) continue;
      const deeper = held.filter((row) => row.includes(other));
      if (!frequent(deeper, other, size + 1)) return false;
    }
    return true;
  }
}
