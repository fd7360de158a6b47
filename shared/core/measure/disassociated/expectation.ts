/** Rows of one class: how many there are, and how many of its originals hold the piece. */
export interface ClassCount {
  readonly rows: number;
  readonly holders: number;
}

/** What placing at random gives on average: of one piece, or summed over the pieces of a cluster. */
export interface PlacementExpectation {
  /** The probability of at least one correct place; of several pieces, how many have one. */
  readonly hit: number;
  /** The expected number of correct places. */
  readonly correct: number;
}

/**
 * `places` rows drawn uniformly without repetition out of all classes. In a class, whose rows cannot be told apart, as many
 * places are correct as there are both places and holders: the mean of the lesser of the two under the hypergeometric law.
 * Exact for a piece that competes with no other for partners within a class.
 */
export function randomExpectation(classes: readonly ClassCount[], places: number): PlacementExpectation {
  const total = classes.reduce((sum, { rows }) => sum + rows, 0);
  const drawn = Math.min(places, total);
  const holding = classes.reduce((sum, { rows, holders }) => sum + (holders > 0 ? rows : 0), 0);
  let correct = 0;
  for (const { rows, holders } of classes) {
    for (let hits = 1; hits <= Math.min(rows, drawn); hits += 1)
      correct += hypergeometric(total, rows, drawn, hits) * Math.min(hits, holders);
  }
  return { hit: 1 - hypergeometric(total, holding, drawn, 0), correct };
}

/** The probability of `hits` marked among `drawn` of `total`, `marked` of them marked: a product of ratios, so nothing overflows. */
export function hypergeometric(total: number, marked: number, drawn: number, hits: number): number {
  if (hits > marked || drawn - hits > total - marked) return 0;
  let probability = 1;
  for (let at = 0; at < hits; at += 1) probability *= ((drawn - at) * (marked - at)) / ((at + 1) * (total - at));
  // The other draws miss: of what is left after the hits.
  for (let at = 0; at < drawn - hits; at += 1) probability *= (total - marked - at) / (total - hits - at);
  return probability;
}
