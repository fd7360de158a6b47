import { hashText } from './hash.ts';

/**
 * Up to `most` of so many positions, ascending: those whose content has the least hash under a seed, so that the order of a file chooses nobody. Of
 * equal content the first.
 */
export function sampled(size: number, most: number, seed: string, contentOf: (at: number) => string): readonly number[] {
  const all = Array.from({ length: size }, (_, at) => at);
  if (size <= most) return all;
  const keys = Float64Array.from(all, (at) => {
    const [a, b] = hashText(`${seed.length}:${seed}|${contentOf(at)}`);
    return a * 0x200000 + (b >>> 11);
  });
  const last = keys.toSorted()[most - 1] as number;
  const below = all.filter((at) => (keys[at] as number) < last);
  const level = all.filter((at) => keys[at] === last).slice(0, most - below.length);
  return [...below, ...level].sort((a, b) => a - b);
}
