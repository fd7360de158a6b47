/** The pairs of a batch by their first term: those of term `t` are `[starts[t], starts[t + 1])` of `order`, or of the batch itself. */
export interface Rows {
  readonly pairs: Uint32Array;
  readonly starts: Uint32Array;
  /** Null if the batch is in that order already. */
  readonly order: Uint32Array | null;
}

export function pairRows(pairs: Uint32Array, terms: number): Rows {
  const starts = new Uint32Array(terms + 1);
  let isOrdered = true;
  let before = 0;
  for (let at = 0; at < pairs.length; ) {
    // Equal terms are added at once: repeated increments of one place are slow.
    const first = pairs[at];
    const from = at;
    while (at < pairs.length && pairs[at] === first) at += 2;
    starts[first + 1] += (at - from) / 2;
    if (first < before) isOrdered = false;
    before = first;
  }
  for (let term = 0; term < terms; term += 1) starts[term + 1] += starts[term];
  if (isOrdered) return { pairs, starts, order: null };
  const next = starts.slice();
  const order = new Uint32Array(pairs.length / 2);
  for (let pair = 0; pair < order.length; pair += 1) {
    const first = pairs[2 * pair];
    const place = next[first];
    order[place] = pair;
    next[first] = place + 1;
  }
  return { pairs, starts, order };
}

/** Number of the pair at a place of the rows. */
export const pairAt = ({ order }: Rows, place: number): number => (order === null ? place : order[place]);
