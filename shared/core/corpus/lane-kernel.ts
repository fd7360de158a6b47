import {
  ADD,
  advance,
  assemble,
  type Code,
  constant,
  get,
  I32,
  LOAD,
  loopWhileBelow,
  type Memory,
  PAGE,
  SHIFT_LEFT,
  STORE,
  set,
  tee,
} from './machine-code.ts';

interface Exports {
  readonly memory: Memory;
  mark(pieces: number, end: number, one: number): void;
  clear(pieces: number, end: number, unused: number): void;
  addUp(pieces: number, end: number, unused: number): number;
}

export const LANES = 4;
/** Additions after which a lane may be full. */
const FULL = 255;

/** The address of the mark of the piece at local 0. */
const ADDRESS = [...get(0), ...LOAD, ...constant(2), SHIFT_LEFT];
const NOTHING = constant(0);
const MARK: Code = {
  name: 'mark',
  locals: [I32],
  body: [...loopWhileBelow(0, 1, [...ADDRESS, ...tee(3), ...get(3), ...LOAD, ...get(2), ADD, ...STORE, ...advance(0, 4)]), ...NOTHING],
};
const CLEAR: Code = {
  name: 'clear',
  locals: [],
  body: [...loopWhileBelow(0, 1, [...ADDRESS, ...NOTHING, ...STORE, ...advance(0, 4)]), ...NOTHING],
};
const ADD_UP: Code = {
  name: 'addUp',
  locals: [I32],
  body: [...loopWhileBelow(0, 1, [...ADDRESS, ...LOAD, ...get(3), ADD, ...set(3), ...advance(0, 4)]), ...get(3)],
};

/**
 * For each piece a number of 32 bits with four lanes of eight, each lane the mark of one list. Whoever marks a list clears it
 * before the next block, so that all is zero in between.
 */
class LaneKernel {
  readonly #run = assemble([MARK, CLEAR, ADD_UP], 2) as Exports;
  #words = new Uint32Array(this.#run.memory.buffer);
  /** Where pieces are copied to, behind the marks. */
  #pieces = PAGE;
  readonly sums = new Uint32Array(LANES);

  mark(pieces: Uint32Array, lane: number, size: number): void {
    this.#makeRoom(size);
    this.#run.mark(this.#pieces, this.#copy(pieces), 1 << (8 * lane));
  }

  clear(pieces: Uint32Array): void {
    this.#run.clear(this.#pieces, this.#copy(pieces), 0);
  }

  /** Leaves in `sums` how many of the pieces are marked, by lane. */
  addUp(pieces: Uint32Array): void {
    const end = this.#copy(pieces);
    const { sums } = this;
    sums.fill(0);
    for (let at = this.#pieces; at < end; at += 4 * FULL) {
      const lanes = this.#run.addUp(at, Math.min(end, at + 4 * FULL), 0);
      for (let lane = 0; lane < LANES; lane += 1) sums[lane] = (sums[lane] as number) + ((lanes >>> (8 * lane)) & 255);
    }
  }

  #copy(pieces: Uint32Array): number {
    this.#words.set(pieces, this.#pieces / 4);
    return this.#pieces + 4 * pieces.length;
  }

  /** Lists that are numbers hold at most one piece in 32, so half as much again as the marks take is room for them. */
  #makeRoom(size: number): void {
    if (4 * size <= this.#pieces) return;
    const marks = PAGE * Math.ceil((4 * size) / PAGE);
    const before = this.#pieces;
    this.#run.memory.grow((2 * (marks - before)) / PAGE);
    this.#words = new Uint32Array(this.#run.memory.buffer);
    this.#words.fill(0, before / 4, marks / 4);
    this.#pieces = marks;
  }
}

let kernel: LaneKernel | null = null;

/** Made when it is first needed. */
export function laneKernel(): LaneKernel {
  kernel ??= new LaneKernel();
  return kernel;
}
