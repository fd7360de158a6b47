/**
 * Hash of a text, 128 bits as four words, to derive seeds from a run's seed, an attack and a group's content. Not cryptographic. Four lanes of multiply
 * and rotate over UTF-16 units, mixed at the end so that each word depends on each unit.
 */
export function hashText(text: string): [number, number, number, number] {
  let a = 0x9e3779b9;
  let b = 0x7f4a7c15;
  let c = 0xf39cc060;
  let d = 0x5cedc834;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = rotate(Math.imul(a ^ unit, 0x85ebca6b), 13) + b;
    b = rotate(Math.imul(b ^ unit, 0xc2b2ae35), 17) + c;
    c = rotate(Math.imul(c ^ unit, 0x27d4eb2f), 11) + d;
    d = rotate(Math.imul(d ^ unit, 0x165667b1), 19) + a;
  }
  a ^= text.length;
  for (let round = 0; round < 4; round += 1) {
    a = mix(a + d);
    b = mix(b ^ a);
    c = mix(c + b);
    d = mix(d ^ c);
  }
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0];
}

/** The same 128 bits in hexadecimal. */
export const hashHex = (text: string): string => hexWords(hashText(text));

/** Words of 32 bits in hexadecimal. */
export const hexWords = (words: Iterable<number>): string =>
  Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** Makes each bit depend on each other bit. */
function mix(word: number): number {
  let w = word | 0;
  w = Math.imul(w ^ (w >>> 16), 0x7feb352d);
  w = Math.imul(w ^ (w >>> 15), 0x846ca68b);
  return w ^ (w >>> 16);
}

/** A seeded stream of random numbers: the same on every processor, passed in, never global. */
export interface Random {
  /** In [0, 1), 53 bits. */
  unit(): number;
  /** A whole number in [0, below), without bias. */
  below(below: number): number;
}

/** The parts name the stream: the run's seed, the attack, the content of the group. Order and batches do not matter. */
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
   * Moves to the start of a branch, which is a stream of its own. Its start depends on the name of this stream and the number of the branch alone, not on
   * earlier draws. Much cheaper than hashing a name.
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

/** The first `wanted` of a shuffle; `values` keeps its members in another order. */
export function draw<T>(values: T[], wanted: number, random: Random): T[] {
  for (let at = 0; at < wanted; at += 1) {
    const other = at + random.below(values.length - at);
    [values[at], values[other]] = [values[other], values[at]];
  }
  return values.slice(0, wanted);
}

/** Fisher and Yates, in place. */
export function shuffle<A extends unknown[] | Int32Array>(values: A, random: Random): A {
  const places: { [at: number]: unknown } = values;
  for (let left = values.length - 1; left > 0; left -= 1) {
    const other = random.below(left + 1);
    const held = places[left];
    places[left] = places[other];
    places[other] = held;
  }
  return values;
}

/** Up to `most` of `size` positions, ascending: those with the smallest hash of seed and content, whatever their order. Ties: the first. */
export function sampled(size: number, most: number, seed: string, contentOf: (at: number) => string): readonly number[] {
  const all = Array.from({ length: size }, (_, at) => at);
  if (size <= most) return all;
  const keys = Float64Array.from(all, (at) => {
    const [a, b] = hashText(`${seed.length}:${seed}|${contentOf(at)}`);
    return a * 0x200000 + (b >>> 11);
  });
  const last = keys.toSorted()[most - 1];
  const below = all.filter((at) => keys[at] < last);
  const level = all.filter((at) => keys[at] === last).slice(0, most - below.length);
  return [...below, ...level].sort((a, b) => a - b);
}
