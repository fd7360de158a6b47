import type { TermVectors } from './knowledge.ts';

/** What part of a row's context says what it is about, and how much each item of it counts by its place among the nearest. */
export interface CentreKind {
  readonly name: string;
  readonly width: number;
  readonly weight: (at: number) => number;
}

const equal = (): number => 1;
/** A context item so many places further off weighs half as much as the nearest. */
const HALF = 4;

export const WHOLE: readonly CentreKind[] = [{ name: 'centre of all', width: Number.POSITIVE_INFINITY, weight: equal }];
export const NEAR: readonly CentreKind[] = [
  { name: 'centre of 5 nearest', width: 5, weight: equal },
  { name: 'centre of 20 nearest', width: 20, weight: equal },
  { name: 'centre by nearness', width: Number.POSITIVE_INFINITY, weight: (at) => HALF / (HALF + at) },
];

/**
 * The cosine of each member with the mean vector of each row's context, in which rare items weigh more: what context items say together is more
 * than the mean of what each says. `contexts`: the items of each row by their place in `items`; `rarity` of each of `items`.
 */
export const contextCentres = (
  vectors: TermVectors,
  members: Int32Array,
  items: Int32Array,
  contexts: readonly Int32Array[],
  rarity: Float64Array,
  kinds: readonly CentreKind[],
): Float64Array[] =>
  kinds.map(({ width, weight }) => {
    const cells = new Float64Array(contexts.length * members.length).fill(Number.NaN);
    for (const [row, context] of contexts.entries()) {
      const centre = centreOf(vectors, items, context.subarray(0, width), rarity, weight);
      if (centre === null) continue;
      for (const [column, member] of members.entries()) {
        if (vectors.known[member] === 1) cells[row * members.length + column] = along(vectors, member, centre);
      }
    }
    return cells;
  });

/** At unit length; null where no item has a vector, or they cancel. */
function centreOf(
  { dimensions, values, known }: TermVectors,
  items: Int32Array,
  context: Int32Array,
  rarity: Float64Array,
  weight: (at: number) => number,
): Float64Array | null {
  const centre = new Float64Array(dimensions);
  for (const [at, place] of context.entries()) {
    const item = items[place] as number;
    if (known[item] !== 1) continue;
    const own = (rarity[place] as number) * weight(at);
    for (let axis = 0, from = item * dimensions; axis < dimensions; axis += 1, from += 1) {
      centre[axis] = (centre[axis] as number) + own * (values[from] as number);
    }
  }
  let squares = 0;
  for (const each of centre) squares += each * each;
  const length = Math.sqrt(squares);
  return length < 1e-6 ? null : centre.map((each) => each / length);
}

function along({ dimensions, values }: TermVectors, term: number, centre: Float64Array): number {
  let dot = 0;
  for (let axis = 0, from = term * dimensions; axis < dimensions; axis += 1, from += 1)
    dot += (values[from] as number) * (centre[axis] as number);
  return dot;
}
