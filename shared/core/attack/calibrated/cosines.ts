import { DotMemory, LANES, TERMS_AT_ONCE } from './dot-kernel.ts';
import type { TermVectors } from './knowledge.ts';

const MEMORY = new DotMemory();

/**
 * The cosine of each of some terms with each of some others, term by term, in single precision; NaN where either has no vector. Most time of the
 * evidence would go here in JavaScript, so it is a kernel's work. Who asks with the same others again and again brings a memory of his own: they
 * are then copied into it once.
 */
export function cosinesOf(vectors: TermVectors, terms: readonly number[], others: Int32Array, memory: DotMemory = MEMORY): Float64Array {
  const { dimensions, values, known } = vectors;
  const cosines = new Float64Array(terms.length * others.length).fill(Number.NaN);
  const places = knownPlaces(known, others);
  const width = Math.ceil(dimensions / LANES) * LANES;
  const atOnce = DotMemory.roomFor(width);
  for (let from = 0; from < places.length; from += atOnce) {
    const part = places.subarray(from, from + atOnce);
    const room = memory.room(part.length, width);
    if (places.length > atOnce || !memory.holds(values, others)) {
      for (let nth = 0, to = room.others; nth < part.length; nth += 1, to += width) {
        copy(room.floats, to, width, values, (others[part[nth] as number] as number) * dimensions, dimensions);
      }
      memory.hold(values, others);
    }
    for (let first = 0; first < terms.length; first += TERMS_AT_ONCE) {
      const four = terms.slice(first, first + TERMS_AT_ONCE);
      layOut(room.floats, values, four, dimensions, width);
      memory.multiply(part.length, width);
      for (const [nth, term] of four.entries()) {
        if (known[term] === 0) continue;
        const row = (first + nth) * others.length;
        let answer = room.answers + nth;
        for (let at = 0; at < part.length; at += 1, answer += TERMS_AT_ONCE) {
          cosines[row + (part[at] as number)] = room.floats[answer] as number;
        }
      }
    }
  }
  return cosines;
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

/** Terms side by side, as the kernel reads them: LANES floats of one, then of the next. Places of absent ones and beyond their ends are 0. */
function layOut(floats: Float32Array, values: Float32Array, terms: readonly number[], dimensions: number, width: number): void {
  floats.fill(0, 0, TERMS_AT_ONCE * width);
  for (const [nth, term] of terms.entries()) {
    for (let at = 0; at < dimensions; at += 1) {
      const turn = Math.floor(at / LANES);
      floats[(turn * TERMS_AT_ONCE + nth) * LANES + (at % LANES)] = values[term * dimensions + at] as number;
    }
  }
}
