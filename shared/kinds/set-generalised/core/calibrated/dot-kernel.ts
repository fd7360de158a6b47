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
/** Locals. */
const [FROM, TO, TERMS, OUT, SIZE, END, TERM, NEXT] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const [SUMS, NEXT_SUMS, LOADED, NEXT_LOADED, OF_TERM] = [[8, 9, 10, 11], [12, 13, 14, 15], 16, 17, 18] as const;
const added = (sum: number, loaded: number): CodePart => set(sum, addFour(get(sum), timesFour(get(loaded), get(OF_TERM))));

/**
 * Parameters: start and end of the others, the interleaved terms, the output, bytes of one vector. Each sum has four partial sums, one for each
 * lane, in vector order, without fused multiply-add. Two others at a time, so that what is loaded of a term serves both.
 */
const DOTS: Code = {
  name: 'dots',
  parameters: 5,
  // Pointers; sums of one vector and of the next; what is loaded of both and of a term.
  locals: [I32, I32, I32, ...new Array<number>(11).fill(V128)],
  body: [
    set(NEXT, add(get(FROM), get(SIZE))),
    whileBelow(
      NEXT,
      TO,
      ...[...SUMS, ...NEXT_SUMS].map((sum) => set(sum, zeros)),
      set(END, get(NEXT)),
      set(TERM, get(TERMS)),
      repeatWhile(
        below(get(FROM), get(END)),
        set(LOADED, loadFour(get(FROM))),
        set(NEXT_LOADED, loadFour(get(NEXT))),
        ...SUMS.flatMap((sum, nth) => [
          set(OF_TERM, loadFour(get(TERM), BYTES * nth)),
          added(sum, LOADED),
          added(NEXT_SUMS[nth], NEXT_LOADED),
        ]),
        advance(TERM, BYTES * TERMS_AT_ONCE),
        advance(FROM, BYTES),
        advance(NEXT, BYTES),
      ),
      ...[...SUMS, ...NEXT_SUMS].map((sum, nth) => storeFloat(get(OUT), sumOf(sum), 4 * nth)),
      advance(OUT, 8 * TERMS_AT_ONCE),
      set(FROM, get(NEXT)),
      set(NEXT, add(get(FROM), get(SIZE))),
    ),
    whileBelow(
      FROM,
      TO,
      ...SUMS.map((sum) => set(sum, zeros)),
      set(END, add(get(FROM), get(SIZE))),
      set(TERM, get(TERMS)),
      repeatWhile(
        below(get(FROM), get(END)),
        set(LOADED, loadFour(get(FROM))),
        ...SUMS.flatMap((sum, nth) => [set(OF_TERM, loadFour(get(TERM), BYTES * nth)), added(sum, LOADED)]),
        advance(TERM, BYTES * TERMS_AT_ONCE),
        advance(FROM, BYTES),
      ),
      ...SUMS.map((sum, nth) => storeFloat(get(OUT), sumOf(sum), 4 * nth)),
      advance(OUT, 4 * TERMS_AT_ONCE),
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

  #held: { readonly values: WeakRef<Float32Array>; readonly others: WeakRef<Int32Array>; readonly places: Int32Array } | null = null;

  /** Where those of the others stand that have a vector, if these are the ones in memory. */
  heldPlaces(values: Float32Array, others: Int32Array): Int32Array | null {
    return this.#held?.values.deref() === values && this.#held.others.deref() === others ? this.#held.places : null;
  }

  hold(values: Float32Array, others: Int32Array, places: Int32Array): void {
    this.#held = { values: new WeakRef(values), others: new WeakRef(others), places };
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
