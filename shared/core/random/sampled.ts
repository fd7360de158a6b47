import { seeded, shuffle } from './random.ts';

/** Up to `most` of so many positions, ascending, drawn by a seed: which are tried does not depend on what they hold. */
export function sampled(size: number, most: number, seed: string): readonly number[] {
  const all = Array.from({ length: size }, (_, at) => at);
  if (size <= most) return all;
  const drawn = shuffle(all, seeded(seed, 'targets', size)).slice(0, most);
  return drawn.sort((a, b) => a - b);
}
