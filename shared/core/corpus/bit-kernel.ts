import {
  ADD,
  AND,
  advance,
  assemble,
  type Code,
  constant,
  get,
  I32,
  I64,
  LOAD,
  loopWhileBelow,
  type Memory,
  PAGE,
  SHIFT_LEFT,
  SHIFT_RIGHT,
  set,
  tee,
} from './machine-code.ts';

interface Exports {
  readonly memory: Memory;
  /** Common bits of two ranges that begin at `x` and `y`; the first ends at `end`, a multiple of TURN bytes on. */
  common(x: number, y: number, end: number): number;
  /** How many of the numbers in `[pieces, end)` have their bit set. */
  probed(pieces: number, end: number, bits: number): number;
}

/** Bytes of one turn of the loop over bits. */
const TURN = 32;
/** Ranges of bits are a multiple of so many words. */
export const WORDS_A_TURN = TURN / 4;

/** Adds the common bits of the eight bytes at `offset` to local 3. */
const commonEight = (offset: number): number[] => {
  const load64 = [0x29, 3, offset];
  const [and64, countBits64, add64] = [0x83, 0x7b, 0x7c];
  return [...get(3), ...get(0), ...load64, ...get(1), ...load64, and64, countBits64, add64, ...set(3)];
};
const TO_32 = 0xa7;
const COMMON: Code = {
  name: 'common',
  locals: [I64],
  body: [
    ...loopWhileBelow(0, 2, [
      ...Array.from({ length: TURN / 8 }, (_, at) => commonEight(8 * at)).flat(),
      ...advance(1, TURN),
      ...advance(0, TURN),
    ]),
    ...[...get(3), TO_32],
  ],
};
const PROBED: Code = {
  name: 'probed',
  // The number, and the count.
  locals: [I32, I32],
  body: [
    ...loopWhileBelow(0, 1, [
      ...[...get(4), ...get(2), ...get(0), ...LOAD, ...tee(3), ...constant(5), SHIFT_RIGHT, ...constant(2), SHIFT_LEFT, ADD, ...LOAD],
      ...[...get(3), SHIFT_RIGHT, ...constant(1), AND, ADD, ...set(4)],
      ...advance(0, 4),
    ]),
    ...get(4),
  ],
};

/** Two places in its memory: the bits that were used last stay in the first, so that a row of pairs copies them once. */
class BitKernel {
  readonly #run = assemble([COMMON, PROBED], 2) as Exports;
  #words = new Int32Array(this.#run.memory.buffer);
  #second = PAGE;
  #held: Int32Array | null = null;

  /** The common bits of two lists of bits; both have the same length, a multiple of WORDS_A_TURN. */
  common(x: Int32Array, y: Int32Array): number {
    const [first, other] = this.#held === y ? [y, x] : [x, y];
    this.#hold(first);
    this.#words.set(other, this.#second / 4);
    return this.#run.common(0, this.#second, 4 * first.length);
  }

  /** How many of some numbers, at least one and not more than there are words of bits, have their bit set. */
  probed(pieces: Uint32Array, bits: Int32Array): number {
    this.#hold(bits);
    this.#words.set(pieces, this.#second / 4);
    return this.#run.probed(this.#second, this.#second + 4 * pieces.length, 0);
  }

  #hold(bits: Int32Array): void {
    if (this.#held === bits) return;
    if (4 * bits.length > this.#second) {
      const second = PAGE * Math.ceil((4 * bits.length) / PAGE);
      this.#run.memory.grow((2 * (second - this.#second)) / PAGE);
      this.#second = second;
      this.#words = new Int32Array(this.#run.memory.buffer);
    }
    this.#words.set(bits, 0);
    this.#held = bits;
  }
}

let kernel: BitKernel | null = null;

/** Made when it is first needed: a program that counts little compiles nothing. */
export function bitKernel(): BitKernel {
  kernel ??= new BitKernel();
  return kernel;
}
