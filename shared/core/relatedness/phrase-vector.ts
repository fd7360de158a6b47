import { tokensOf } from '../text/tokens.ts';

/** The words of an item, in the form in which vectors are looked up. */
export const wordsOfPhrase = (item: string): readonly string[] => tokensOf(item);

/**
 * A phrase as a vector: the mean of its words' unit vectors, re-normalised. Words without a vector are left out; null if
 * none has one, or if they cancel out.
 */
export function phraseVector(words: readonly (Float32Array | null)[]): Float32Array | null {
  const known = words.filter((word) => word !== null);
  const [first] = known;
  if (first === undefined) return null;
  const sum = new Float64Array(first.length);
  for (const word of known) for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] as number) + (word[at] as number);
  let squares = 0;
  for (const value of sum) squares += value * value;
  const length = Math.sqrt(squares);
  // Opposite words leave nothing but rounding.
  return length < 1e-6 ? null : Float32Array.from(sum, (value) => value / length);
}
