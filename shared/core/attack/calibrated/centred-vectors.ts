import type { TermVectors } from './knowledge.ts';

/**
 * The vectors less what all terms of the release have in common, at unit length again. Word vectors share a direction that says nothing of any
 * two of them; without it their cosines tell near from far better (Mu and Viswanath, 2018). A term that is nothing but the mean is not known.
 * `among`: of how many terms, the first ones, it is the mean.
 */
export function centredVectors({ name, dimensions, values, known }: TermVectors, among = known.length): TermVectors {
  const mean = new Float64Array(dimensions);
  let count = 0;
  for (const [term, yes] of known.subarray(0, among).entries()) {
    if (yes === 0) continue;
    count += 1;
    for (let at = 0; at < dimensions; at += 1) mean[at] = (mean[at] as number) + (values[term * dimensions + at] as number);
  }
  const moved = new Float32Array(values.length);
  const still = known.slice();
  for (const [term, yes] of known.entries()) {
    if (yes === 0) continue;
    const from = term * dimensions;
    let squares = 0;
    for (let at = 0; at < dimensions; at += 1) {
      const value = (values[from + at] as number) - (mean[at] as number) / count;
      moved[from + at] = value;
      squares += value * value;
    }
    const length = Math.sqrt(squares);
    if (length < 1e-6) still[term] = 0;
    for (let at = 0; at < dimensions; at += 1) moved[from + at] = length < 1e-6 ? 0 : (moved[from + at] as number) / length;
  }
  return { name, dimensions, values: moved, known: still };
}
