import { DotMemory, LANES, TERMS_AT_ONCE } from './dot-kernel.ts';
import type { TermVectors } from './knowledge.ts';
import { MostAlike, type Neighbour } from './most-alike.ts';

const MEMORY = new DotMemory();

/**
 * The cosine of each of some terms with each of some others, term by term, in single precision; NaN where either has no vector. Most time of the
 * evidence would go here in JavaScript, so it is a kernel's work.
 */
export function cosinesOf(vectors: TermVectors, terms: readonly number[], others: Int32Array): Float64Array {
  const cosines = new Float64Array(terms.length * others.length).fill(Number.NaN);
  multiplied(vectors, terms, others, MEMORY, (nth, { floats, from, places }) => {
    const row = nth * others.length;
    for (let at = 0, answer = from; at < places.length; at += 1, answer += TERMS_AT_ONCE) {
      cosines[row + (places[at] as number)] = floats[answer] as number;
    }
  });
  return cosines;
}

/** Of each of some terms the others that are most like it. Who asks with the same others again and again brings a memory of his own: they are copied into it once. */
export function mostAlikeOf(
  vectors: TermVectors,
  terms: readonly number[],
  others: Int32Array,
  { most, least, memory }: { readonly most: number; readonly least: number; readonly memory: DotMemory },
): Neighbour[][] {
  const nearest = terms.map(() => new MostAlike(most, least));
  multiplied(vectors, terms, others, memory, (nth, { floats, from, places }) => {
    const own = nearest[nth] as MostAlike;
    for (let at = 0, answer = from; at < places.length; at += 1, answer += TERMS_AT_ONCE) {
      const cosine = floats[answer] as number;
      if (cosine >= own.bar) own.show(others[places[at] as number] as number, cosine);
    }
  });
  return nearest.map(({ found }) => found);
}

/** Products of one term with some of the others: at `from` of the floats and every fourth from there, in the order of the others' places. */
interface Products {
  readonly floats: Float32Array;
  readonly from: number;
  readonly places: Int32Array;
}

/** Tells of each term that has a vector the products with all others that have one, in their order: all at once, or part after part. */
function multiplied(
  { dimensions, values, known }: TermVectors,
  terms: readonly number[],
  others: Int32Array,
  memory: DotMemory,
  tell: (nth: number, products: Products) => void,
): void {
  const places = knownPlaces(known, others);
  const width = Math.ceil(dimensions / LANES) * LANES;
  const atOnce = DotMemory.roomFor(width);
  for (let from = 0; from < places.length; from += atOnce) {
    const part = places.length > atOnce ? places.subarray(from, from + atOnce) : places;
    const room = memory.room(part.length, width);
    if (places.length > atOnce || !memory.holds(values, others)) {
      for (let nth = 0, to = room.others; nth < part.length; nth += 1, to += width) {
        copy(room.floats, to, width, values, (others[part[nth] as number] as number) * dimensions, dimensions);
      }
      memory.hold(values, others);
    }
    for (let first = 0; first < terms.length; first += TERMS_AT_ONCE) {
      const end = Math.min(terms.length, first + TERMS_AT_ONCE);
      layOut(room.floats, values, terms, first, end, dimensions, width);
      memory.multiply(part.length, width);
      for (let nth = first; nth < end; nth += 1) {
        if (known[terms[nth] as number] === 1) tell(nth, { floats: room.floats, from: room.answers + nth - first, places: part });
      }
    }
  }
}

function knownPlaces(known: Uint8Array, others: Int32Array): Int32Array {
  const places = new Int32Array(others.length);
  let count = 0;
  for (let place = 0; place < others.length; place += 1) {
    places[count] = place;
    count += known[others[place] as number] as number;
  }
  return places.subarray(0, count);
}

/** One vector, filled up with zeros. By hand: thousands of short copies are cheaper so. */
function copy(floats: Float32Array, to: number, width: number, values: Float32Array, from: number, dimensions: number): void {
  for (let at = 0; at < dimensions; at += 1) floats[to + at] = values[from + at] as number;
  for (let at = dimensions; at < width; at += 1) floats[to + at] = 0;
}

/** The terms `[first, end)` side by side, as the kernel reads them: LANES floats of one, then of the next. Places of absent ones and beyond their ends are 0. */
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
    const from = (terms[nth] as number) * dimensions;
    let to = (nth - first) * LANES;
    for (let at = 0; at < dimensions; at += LANES, to += TERMS_AT_ONCE * LANES) {
      const lanes = Math.min(LANES, dimensions - at);
      for (let lane = 0; lane < lanes; lane += 1) floats[to + lane] = values[from + at + lane] as number;
    }
  }
}
