import {
  add,
  addFloat,
  addFour,
  advance,
  assemble,
  below,
  type Code,
  type CodePart,
  constant,
  floatOf,
  get,
  I32,
  loadFour,
  type Memory,
  PAGE,
  repeatWhile,
  set,
  storeFloat,
  timesFour,
  V128,
  whileBelow,
  zeros,
} from '../../../../core/numeric/machine-code.ts';

/** Terms multiplied at once: each loaded value serves four sums. */
export const TERMS_AT_ONCE = 4;
/** Floats in one loop turn; vectors are padded to a multiple. */
export const LANES = 4;
const BYTES = 4 * LANES;

const sumOf = (local: number): CodePart =>
  addFloat(addFloat(floatOf(get(local), 0), floatOf(get(local), 1)), addFloat(floatOf(get(local), 2), floatOf(get(local), 3)));
const SUMS = [7, 8, 9, 10] as const;

/**
 * Parameters: start and end of the others, the interleaved terms, the output, bytes of one vector. Each sum has four partial sums, one for each
 * lane, in vector order, without fused multiply-add.
 */
const DOTS: Code = {
  name: 'dots',
  parameters: 5,
  // End of the other vector; term pointer; four sums; loaded value.
  locals: [I32, I32, V128, V128, V128, V128, V128],
  body: [
    whileBelow(
      0,
      1,
      ...SUMS.map((sum) => set(sum, zeros)),
      set(5, add(get(0), get(4))),
      set(6, get(2)),
      repeatWhile(
        below(get(0), get(5)),
        set(11, loadFour(get(0))),
        ...SUMS.map((sum, nth) => set(sum, addFour(get(sum), timesFour(get(11), loadFour(get(6), BYTES * nth))))),
        advance(6, BYTES * TERMS_AT_ONCE),
        advance(0, BYTES),
      ),
      ...SUMS.map((sum, nth) => storeFloat(get(3), sumOf(sum), 4 * nth)),
      advance(3, 4 * TERMS_AT_ONCE),
    ),
    constant(0),
  ],
};

interface DotKernel {
  readonly memory: Memory;
  dots(from: number, to: number, terms: number, out: number, bytes: number): number;
}

const BOUND = 4 << 20;

/** The kernel's memory: terms, answers, then as many other vectors as fit. */
export class DotMemory {
  readonly #kernel = assemble([DOTS], 1) as DotKernel;
  #floats = new Float32Array(this.#kernel.memory.buffer);

  #held: { readonly values: WeakRef<Float32Array>; readonly others: WeakRef<Int32Array> } | null = null;

  holds(values: Float32Array, others: Int32Array): boolean {
    return this.#held?.values.deref() === values && this.#held.others.deref() === others;
  }

  hold(values: Float32Array, others: Int32Array): void {
    this.#held = { values: new WeakRef(values), others: new WeakRef(others) };
  }

  static roomFor(width: number): number {
    return Math.max(1, Math.floor(BOUND / (4 * width)));
  }

  /** Allocates room for vectors of this width (a multiple of LANES) and returns the offsets in floats. Earlier contents may be lost. */
  room(vectors: number, width: number): { readonly floats: Float32Array; readonly answers: number; readonly others: number } {
    const answers = TERMS_AT_ONCE * width;
    const others = answers + TERMS_AT_ONCE * vectors;
    const missing = 4 * (others + vectors * width) - this.#kernel.memory.buffer.byteLength;
    if (missing > 0) {
      this.#kernel.memory.grow(Math.ceil(missing / PAGE));
      this.#floats = new Float32Array(this.#kernel.memory.buffer);
    }
    return { floats: this.#floats, answers, others };
  }

  /** Writes the dot products of each vector with the four terms at the offset given by `room`. */
  multiply(vectors: number, width: number): void {
    const { answers, others } = this.room(vectors, width);
    this.#kernel.dots(4 * others, 4 * (others + vectors * width), 0, 4 * answers, 4 * width);
  }
}
