import {
  add,
  add64,
  advance,
  and,
  and64,
  assemble,
  atMost,
  below,
  bitsOfSixteen,
  type Code,
  constant,
  countBits64,
  differ,
  eightTimes,
  equal,
  equalOfEight,
  get,
  I32,
  I64,
  load,
  load16,
  load64,
  loadEight,
  type Memory,
  or,
  type Part,
  repeatWhile,
  select,
  set,
  shiftLeft,
  shiftRight,
  store,
  subtract,
  tee,
  to32,
  V128,
  whileBelow,
} from '../numeric/machine-code.ts';

/** Addresses are of bytes; lists of pieces are numbers of four bytes in ascending order, `[from, end)`. */
export interface ListKernel {
  readonly memory: Memory;
  /** Common bits of `[x, end)` and as many at `y`: at least one, and a multiple of TURN bytes. */
  common(x: number, y: number, end: number): number;
  /** How many pieces have their bit set. */
  probed(from: number, end: number, bits: number): number;
  /** Writes the pieces whose low bits are set to `out`, and answers the end of what it wrote. There is room for all. */
  sieved(from: number, end: number, bits: number, mask: number, out: number): number;
  /** How many pieces are among the `count` others, at least one. */
  searched(from: number, end: number, others: number, count: number): number;
  /** Sets the bit of each piece's low bits. */
  mark(from: number, end: number, bits: number, mask: number): number;
  /** Adds one to the counter of each slot of each piece; `places` has where the slots of each piece end, after where the first begins. */
  walk(from: number, end: number, places: number, counters: number): number;
  /**
   * Writes to `out` the pieces of a word in which another stands `shift` words on, and answers the end of what it wrote. Places
   * have two bytes; `starts` counts those of each piece of the word, `startOf` the other's of each of all pieces.
   */
  beside(from: number, end: number, starts: number, places: number, shift: number, startOf: number, others: number, out: number): number;
}

/** Bytes of one turn of the loop over bits. */
const TURN = 32;
/** Lists of bits are a multiple of so many words. */
export const WORDS_A_TURN = TURN / 4;

const commonEight = (offset: number): Part => set(3, add64(get(3), countBits64(and64(load64(get(0), offset), load64(get(1), offset)))));

const COMMON: Code = {
  name: 'common',
  parameters: 3,
  locals: [I64],
  body: [
    repeatWhile(
      below(get(0), get(2)),
      ...Array.from({ length: TURN / 8 }, (_, at) => commonEight(8 * at)),
      advance(1, TURN),
      advance(0, TURN),
    ),
    to32(get(3)),
  ],
};

/** The word of bits that has the bit of a number. */
const wordOf = (bits: number, number: Part): Part => add(get(bits), shiftLeft(shiftRight(number, constant(5)), constant(2)));
const bitOf = (word: Part, number: Part): Part => and(shiftRight(word, number), constant(1));

const probe = (offset: number): Part => set(4, add(get(4), bitOf(load(wordOf(2, tee(3, load(get(0), offset)))), get(3))));

const PROBED: Code = {
  name: 'probed',
  parameters: 3,
  // The piece; the count; the end of what goes by four.
  locals: [I32, I32, I32],
  body: [
    set(5, add(get(0), and(subtract(get(1), get(0)), constant(-16)))),
    whileBelow(0, 5, ...[0, 4, 8, 12].map(probe), advance(0, 16)),
    whileBelow(0, 1, probe(0), advance(0, 4)),
    get(4),
  ],
};

const SIEVED: Code = {
  name: 'sieved',
  parameters: 5,
  locals: [I32, I32],
  body: [
    whileBelow(
      0,
      1,
      // Written in any case and kept if it passes: no branch to foresee.
      store(get(4), tee(5, load(get(0)))),
      set(6, and(get(5), get(3))),
      set(4, add(get(4), shiftLeft(bitOf(load(wordOf(2, get(6))), get(5)), constant(2)))),
      advance(0, 4),
    ),
    get(4),
  ],
};

const SEARCHED: Code = {
  name: 'searched',
  parameters: 4,
  // The piece; how many are left to look through and half of that; where they begin; the count; the middle.
  locals: [I32, I32, I32, I32, I32, I32],
  body: [
    whileBelow(
      0,
      1,
      set(4, load(get(0))),
      set(5, get(3)),
      set(7, get(2)),
      // As many steps for each piece, and none waits for another piece's.
      repeatWhile(
        below(constant(1), get(5)),
        set(6, shiftRight(get(5), constant(1))),
        set(7, select(tee(9, add(get(7), shiftLeft(get(6), constant(2)))), get(7), atMost(load(get(9)), get(4)))),
        set(5, subtract(get(5), get(6))),
      ),
      set(8, add(get(8), equal(load(get(7)), get(4)))),
      advance(0, 4),
    ),
    get(8),
  ],
};

const MARK: Code = {
  name: 'mark',
  parameters: 4,
  locals: [I32, I32],
  body: [
    whileBelow(
      0,
      1,
      set(4, and(load(get(0)), get(3))),
      store(tee(5, wordOf(2, get(4))), or(load(get(5)), shiftLeft(constant(1), get(4)))),
      advance(0, 4),
    ),
    constant(0),
  ],
};

/** One more in the counter of the slot that is so many bytes on. */
const countSlot = (offset: number): Part =>
  store(tee(6, add(get(3), shiftLeft(load16(get(4), offset), constant(2)))), add(load(get(6)), constant(1)));

/** Slots in one turn of a walk. Those of a piece begin at a multiple of it, and what is left of the last turn is slot 0. */
export const SLOTS_A_TURN = 4;

const WALK: Code = {
  name: 'walk',
  parameters: 4,
  // Where the slots of a piece are and end; a place, then a counter.
  locals: [I32, I32, I32],
  body: [
    whileBelow(
      0,
      1,
      set(4, load(tee(6, add(get(2), shiftLeft(load(get(0)), constant(2)))))),
      // From where those of the piece before it end.
      set(4, and(add(get(4), constant(2 * SLOTS_A_TURN - 1)), constant(-2 * SLOTS_A_TURN))),
      set(5, load(get(6), 4)),
      whileBelow(4, 5, ...Array.from({ length: SLOTS_A_TURN }, (_, at) => countSlot(2 * at)), advance(4, 2 * SLOTS_A_TURN)),
      advance(0, 4),
    ),
    constant(0),
  ],
};

const twice = (number: Part): Part => shiftLeft(number, constant(1));
const LEFT = shiftRight(subtract(get(11), get(14)), constant(1));
const BESIDE: Code = {
  name: 'beside',
  parameters: 8,
  // The places of the word in a piece and their end; the other's; whether they met; where of the other's; the place it should have.
  locals: [I32, I32, I32, I32, I32, I32, I32, V128],
  body: [
    whileBelow(
      0,
      1,
      set(8, add(get(3), twice(load(get(2))))),
      set(9, add(get(3), twice(load(get(2), 4)))),
      set(13, add(get(5), shiftLeft(load(get(0)), constant(2)))),
      set(10, add(get(6), twice(load(get(13))))),
      set(11, add(get(6), twice(load(get(13), 4)))),
      set(12, constant(0)),
      repeatWhile(
        below(get(8), get(9)),
        set(15, eightTimes(add(load16(get(8)), get(4)))),
        set(14, get(10)),
        // Sixteen places at a time, nearly always all; those behind the piece's own do not count.
        repeatWhile(
          below(get(14), get(11)),
          set(
            12,
            or(
              get(12),
              and(
                bitsOfSixteen(equalOfEight(loadEight(get(14)), get(15)), equalOfEight(loadEight(get(14), 16), get(15))),
                subtract(shiftLeft(constant(1), select(LEFT, constant(16), below(LEFT, constant(16)))), constant(1)),
              ),
            ),
          ),
          advance(14, 32),
        ),
        advance(8, 2),
      ),
      store(get(7), load(get(0))),
      set(7, add(get(7), shiftLeft(differ(get(12), constant(0)), constant(2)))),
      advance(0, 4),
      advance(2, 4),
    ),
    get(7),
  ],
};
/** Bytes behind the places of the other word that are read with the last of them. */
export const READ_BEYOND = 32;

export const listKernel = (pages: number): ListKernel =>
  assemble([COMMON, PROBED, SIEVED, SEARCHED, MARK, WALK, BESIDE], pages) as ListKernel;
