/** A share; null, never 0, without a whole. */
export const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** Harmonic mean of precision and recall from counts: 0 if nothing was right, null if nothing was eliminated. */
export const f1Of = ({ correct, eliminated, added }: Readonly<Record<'correct' | 'eliminated' | 'added', number>>): number | null =>
  eliminated > 0 && added > 0 ? (2 * correct) / (eliminated + added) : null;
