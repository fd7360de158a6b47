/** A share, or null where there is nothing to take it of: never 0. */
export const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** The harmonic mean of precision and recall, from the counts: 0 when nothing was right, not computable when nothing was eliminated. */
export const f1Of = ({ correct, eliminated, added }: Readonly<Record<'correct' | 'eliminated' | 'added', number>>): number | null =>
  eliminated > 0 && added > 0 ? (2 * correct) / (eliminated + added) : null;
