import { DotMemory, LANES, TERMS_AT_ONCE } from './dot-kernel.ts';
import type { TermVectors } from './knowledge.ts';

const MEMORY = new DotMemory();

/**
 * Cosines between two sets of terms, in single precision; NaN if either has no vector. A WebAssembly kernel: in JavaScript this would take most of
 * the time of the evidence.
 */
export function cosinesOf(vectors: TermVectors, terms: readonly number[], others: Int32Array): Float64Array {
  const cosines = new Float64Array(terms.length * others.length).fill(Number.NaN);
  multiplied(vectors, terms, others, MEMORY, (nth, { floats, from, places }) => {
    const row = nth * others.length;
    for (let at = 0, answer = from; at < places.length; at += 1, answer += TERMS_AT_ONCE) {
      cosines[row + places[at]] = floats[answer];
    }
  });
  return cosines;
}

/** The most similar others of each term. A caller that repeats the same others passes its own memory, so they are copied once. */
export function mostAlikeOf(
  vectors: TermVectors,
  terms: readonly number[],
  others: Int32Array,
  { most, least, memory }: { readonly most: number; readonly least: number; readonly memory: DotMemory },
): Neighbour[][] {
  const nearest = terms.map(() => new MostAlike(most, least));
  multiplied(vectors, terms, others, memory, (nth, { floats, from, places }) => {
    const own = nearest[nth];
    let { bar } = own;
    for (let at = 0, answer = from; at < places.length; at += 1, answer += TERMS_AT_ONCE) {
      const cosine = floats[answer];
      if (!(cosine >= bar)) continue;
      own.show(others[places[at]], cosine);
      bar = own.bar;
    }
  });
  return nearest.map(({ found }) => found);
}

/** Every fourth float starting at `from` is a dot product of one term with some of the others. */
interface Products {
  readonly floats: Float32Array;
  readonly from: number;
  readonly places: Int32Array;
}

function multiplied(
  { dimensions, values, known }: TermVectors,
  terms: readonly number[],
  others: Int32Array,
  memory: DotMemory,
  tell: (nth: number, products: Products) => void,
): void {
  const held = memory === MEMORY ? null : memory.heldPlaces(values, others);
  const places = held ?? knownPlaces(known, others);
  const width = Math.ceil(dimensions / LANES) * LANES;
  const atOnce = DotMemory.roomFor(width);
  for (let from = 0; from < places.length; from += atOnce) {
    const part = places.length > atOnce ? places.subarray(from, from + atOnce) : places;
    const room = memory.room(part.length, width);
    if (places.length > atOnce || held === null) {
      for (let nth = 0, to = room.others; nth < part.length; nth += 1, to += width) {
        copy(room.floats, to, width, values, others[part[nth]] * dimensions, dimensions);
      }
      // Others that come once are not remembered: a weak reference keeps them until the whole batch is done.
      if (memory !== MEMORY) memory.hold(values, others, places);
    }
    for (let first = 0; first < terms.length; first += TERMS_AT_ONCE) {
      const end = Math.min(terms.length, first + TERMS_AT_ONCE);
      layOut(room.floats, values, terms, first, end, dimensions, width);
      memory.multiply(part.length, width);
      for (let nth = first; nth < end; nth += 1) {
        if (known[terms[nth]] === 1) tell(nth, { floats: room.floats, from: room.answers + nth - first, places: part });
      }
    }
  }
}

function knownPlaces(known: Uint8Array, others: Int32Array): Int32Array {
  const places = new Int32Array(others.length);
  let count = 0;
  for (let place = 0; place < others.length; place += 1) {
    places[count] = place;
    count += known[others[place]];
  }
  return places.subarray(0, count);
}

/** Copies a vector and pads it with zeros. A loop is faster than `set` for thousands of short copies. */
function copy(floats: Float32Array, to: number, width: number, values: Float32Array, from: number, dimensions: number): void {
  for (let at = 0; at < dimensions; at += 1) floats[to + at] = values[from + at];
  for (let at = dimensions; at < width; at += 1) floats[to + at] = 0;
}

/** Lays out the terms `[first, end)` for the kernel: LANES floats of one term, then of the next; padded with zeros. */
function layOut(
  floats: Float32Array,
  values: Float32Array,
  terms: readonly number[],
  first: number,
  end: number,
  dimensions: number,
  width: number,
): void {
  if (end - first < TERMS_AT_ONCE || dimensions < width) floats.fill(0, 0, TERMS_AT_ONCE * width);
  for (let nth = first; nth < end; nth += 1) {
    const from = terms[nth] * dimensions;
    let to = (nth - first) * LANES;
    for (let at = 0; at < dimensions; at += LANES, to += TERMS_AT_ONCE * LANES) {
      const lanes = Math.min(LANES, dimensions - at);
      for (let lane = 0; lane < lanes; lane += 1) floats[to + lane] = values[from + at + lane];
    }
  }
}

export interface Neighbour {
  readonly term: number;
  readonly cosine: number;
}

/** Keeps the `most` nearest items with cosine at least `least`, nearest first; ties in the order offered. */
export class MostAlike {
  /** Cosine needed to enter; callers check it to save the call. */
  bar: number;
  readonly #most: number;
  readonly #terms: number[] = [];
  readonly #cosines: number[] = [];

  constructor(most: number, least: number) {
    this.#most = most;
    this.bar = least;
  }

  show(term: number, cosine: number): void {
    if (!(cosine >= this.bar)) return;
    const [terms, cosines] = [this.#terms, this.#cosines];
    let place = cosines.length;
    while (place > 0 && cosines[place - 1] < cosine) place -= 1;
    if (place >= this.#most) return;
    for (let at = Math.min(cosines.length, this.#most - 1); at > place; at -= 1) {
      cosines[at] = cosines[at - 1];
      terms[at] = terms[at - 1];
    }
    cosines[place] = cosine;
    terms[place] = term;
    if (cosines.length === this.#most) this.bar = Math.max(this.bar, cosines[this.#most - 1]);
  }

  get found(): Neighbour[] {
    return this.#terms.map((term, at) => ({ term, cosine: this.#cosines[at] }));
  }
}
