import type { TermVectors } from './knowledge.ts';

/** What the vectors of terms have in common: their mean. */
export function meanOf({ dimensions, values, known }: TermVectors): Float64Array {
  const mean = new Float64Array(dimensions);
  let count = 0;
  for (const [term, yes] of known.entries()) {
    if (yes === 0) continue;
    count += 1;
    for (let at = 0; at < dimensions; at += 1) mean[at] = (mean[at] as number) + (values[term * dimensions + at] as number);
  }
  return mean.map((each) => each / count);
}

/**
 * The vectors less what all terms of the release have in common, at unit length again. Word vectors share a direction that says nothing of any
 * two of them; without it their cosines tell near from far better (Mu and Viswanath, 2018). A term that is nothing but the mean is not known.
 */
export function centredVectors(vectors: TermVectors, mean = meanOf(vectors)): TermVectors {
  const { name, dimensions, values, known } = vectors;
  const moved = new Float32Array(values.length);
  const still = known.slice();
  for (const [term, yes] of known.entries()) {
    if (yes === 0) continue;
    const from = term * dimensions;
    let squares = 0;
    for (let at = 0; at < dimensions; at += 1) {
      const value = (values[from + at] as number) - (mean[at] as number);
      moved[from + at] = value;
      squares += value * value;
    }
    const length = Math.sqrt(squares);
    if (length < 1e-6) still[term] = 0;
    for (let at = 0; at < dimensions; at += 1) moved[from + at] = length < 1e-6 ? 0 : (moved[from + at] as number) / length;
  }
  return { name, dimensions, values: moved, known: still };
}

/** Vectors of some terms, and behind them of others. */
export function joinedVectors(first: TermVectors, others: TermVectors): TermVectors {
  const values = new Float32Array(first.values.length + others.values.length);
  values.set(first.values);
  values.set(others.values, first.values.length);
  const known = new Uint8Array(first.known.length + others.known.length);
  known.set(first.known);
  known.set(others.known, first.known.length);
  return { ...first, values, known };
}
