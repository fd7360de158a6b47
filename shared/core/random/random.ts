import { hashText } from './hash.ts';

/** A seeded stream of random numbers: the same on every processor, passed in, never global. */
export interface Random {
  /** In [0, 1), 53 bits. */
  unit(): number;
  /** A whole number in [0, below), without bias. */
  below(below: number): number;
}

/** The parts that name a stream: the run's seed, the attack, the content of the group. Order and batches do not matter. */
export function seeded(...parts: readonly (string | number)[]): Random {
  let [a, b, c, d] = hashText(parts.map((part) => `${String(part).length}:${part}`).join('|'));
  // sfc32: three words of state and a counter.
  const next = (): number => {
    const out = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + out;
    return out >>> 0;
  };
  return {
    unit: () => ((next() >>> 5) * 0x4000000 + (next() >>> 6)) / 0x20000000000000,
    below(below) {
      // Draws at or above the greatest multiple of `below` would favour small numbers: draw again.
      const limit = 0x100000000 - (0x100000000 % below);
      let word = next();
      while (word >= limit) word = next();
      return word % below;
    },
  };
}

/** Fisher and Yates, in place. */
export function shuffle<T>(values: T[], random: Random): T[] {
  for (let left = values.length - 1; left > 0; left -= 1) {
    const other = random.below(left + 1);
    const held = values[left] as T;
    values[left] = values[other] as T;
    values[other] = held;
  }
  return values;
}
