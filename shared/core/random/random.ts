import { hashText, mix } from './hash.ts';

/** A seeded stream of random numbers: the same on every processor, passed in, never global. */
export interface Random {
  /** In [0, 1), 53 bits. */
  unit(): number;
  /** A whole number in [0, below), without bias. */
  below(below: number): number;
}

/** The parts that name a stream: the run's seed, the attack, the content of the group. Order and batches do not matter. */
export const seeded = (...parts: readonly (string | number)[]): Random => streamOf(...parts);

export const streamOf = (...parts: readonly (string | number)[]): Stream =>
  new Stream(hashText(parts.map((part) => `${String(part).length}:${part}`).join('|')));

/** sfc32: three words of state and a counter. */
class Stream implements Random {
  readonly #seed: readonly [number, number, number, number];
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: readonly [number, number, number, number]) {
    this.#seed = seed;
    const [a, b, c, d] = seed;
    [this.#a, this.#b, this.#c, this.#d] = [a | 0, b | 0, c | 0, d | 0];
  }

  /**
   * Goes to the start of one of this stream's branches: each is a stream of its own, and where it starts depends on the stream's name and the
   * branch's number alone, not on what was drawn before. It costs nothing like hashing a name anew.
   */
  branch(number: number): void {
    const [a, b, c, d] = this.#seed;
    this.#a = mix(a + Math.imul(number, 0x9e3779b1));
    this.#b = mix(b ^ this.#a);
    this.#c = mix(c + this.#b);
    this.#d = mix(d ^ this.#c);
  }

  unit(): number {
    return ((this.#next() >>> 5) * 0x4000000 + (this.#next() >>> 6)) / 0x20000000000000;
  }

  below(below: number): number {
    // Words from the greatest multiple of `below` on would favour small numbers: draw again. It lies within `below` of 2^32.
    let word = this.#next();
    const near = -below >>> 0;
    if (word >= near) {
      const over = near % below;
      while (over > 0 && word >= 0x100000000 - over) word = this.#next();
    }
    return word % below;
  }

  #next(): number {
    const out = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + out;
    return out >>> 0;
  }
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
